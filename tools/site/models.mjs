// The models that a rung names for a scheme, a feature or a rule. The rung chooses some; what they use, their titles and the number
// of all others come from the shelf of published models, as the command line reads it.

import { escaped } from "../../assets/pages/markup.js";
import { fail } from "../setup/setup.mjs";
import { all, is, readHtml, replaceBy } from "./markup.mjs";

/** @typedef {import("../program/core.mjs").Model} Model */
/** @typedef {import("./markup.mjs").Document} Document */

/** What models can have in common, as the attribute of a place names it. */
const KEYS = /** @type {const} */ (["scheme", "feature", "rule"]);

/**
 * Returns a link to the room of models in a state.
 * @param {Record<string, string>} state
 * @param {string} words
 */
const link = (state, words) => `<a href="models.html#${escaped(String(new URLSearchParams(state)))}">${escaped(words)}</a>`;

/**
 * Returns the models of a place, each with its own link, and a link to the table of all.
 * @param {typeof KEYS[number]} key
 * @param {string} word The scheme, the feature or the rule.
 * @param {string[]} names
 * @param {Model[]} models
 */
function named(key, word, names, models) {
  const users = models.filter((model) => (key === "feature" ? model.features.includes(word) : model[key] === word));
  const links = names.map((name) => {
    const model = users.find((user) => user.name === name) ?? fail(`The ladder says that ${name} has the ${key} ${word}, but the shelf does not.`);
    // As in the table of all models.
    return link({ model: model.name }, model.title) + (model.has_revision ? "" : " †");
  });
  const more = users.length - names.length;
  const rest = more > 0 ? [link({ view: "all-models", filter: word }, `${more} more`)] : [];
  return [...links, ...rest].join(", ").replace(/, (?=[^,]*$)/, " and ");
}

/**
 * Fills the places for models in a rung: what all of them use, and the names of those to list.
 * @param {Document} rung
 * @param {Model[]} models
 */
export function fillModels(rung, models) {
  for (const place of all(rung, is("span", { "data-models": true }))) {
    const key = KEYS.find((name) => `data-${name}` in place.attribs) ?? fail(`A place for models in assets/ladder needs one of the attributes ${KEYS.map((name) => `data-${name}`).join(", ")}.`);
    const names = place.attribs["data-models"].split(" ");
    replaceBy(place, readHtml(named(key, place.attribs[`data-${key}`], names, models)).children);
  }
}
