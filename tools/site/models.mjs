// The models that a rung names for a scheme, a feature or a rule. The rung chooses some; what they use, their titles and the number
// of all others come from the shelf of published models, as the command line reads it.

import { escaped } from "../../assets/pages/markup.js";
import { fail } from "../setup/setup.mjs";

/** @typedef {import("../program/core.mjs").Model} Model */

/** A place for models: what all of them use, and the names of those to list. */
const PLACE = /<span data-(scheme|feature|rule)="([^"]+)" data-models="([^"]+)"><\/span>/g;

/**
 * Returns a link to the room of models in a state.
 * @param {Record<string, string>} state
 * @param {string} words
 */
const link = (state, words) => `<a href="models.html#${escaped(String(new URLSearchParams(state)))}">${escaped(words)}</a>`;

/**
 * Returns the models of a place, each with its own link, and a link to the table of all.
 * @param {"scheme" | "feature" | "rule"} key
 * @param {string} word The scheme, the feature or the rule.
 * @param {string[]} names
 * @param {Model[]} models
 */
function named(key, word, names, models) {
  const users = models.filter((model) => (key === "feature" ? model.features.includes(word) : model[key] === word));
  const links = names.map((name) => {
    const model = users.find((user) => user.name === name) ?? fail(`The ladder says that ${name} has the ${key} ${word}, but the shelf does not.`);
    return link({ model: model.name }, model.title);
  });
  const more = users.length - names.length;
  const rest = more > 0 ? [link({ view: "all-models", filter: word }, `${more} more`)] : [];
  return [...links, ...rest].join(", ").replace(/, (?=[^,]*$)/, " and ");
}

/**
 * Fills the places for models in the text of a rung.
 * @param {string} html
 * @param {Model[]} models
 */
export function withModels(html, models) {
  return html.replace(PLACE, (_, key, word, names) => named(key, word, names.split(" "), models));
}
