// The two routes up the ladder, and the time that each takes.

import { all, first, is, isTag, isText, readHtml } from "./markup.mjs";

/** @typedef {import("./ladder.mjs").Rung} Rung */
/** @typedef {import("./markup.mjs").Parent} Parent */
/** @typedef {import("./markup.mjs").Element} Element */

/** How many words of an explanation an adult reads in a minute. */
const WORDS_A_MINUTE = 200;

/** How long a reader tries out a figure beside its text, and one that answers a claim, in minutes. */
const [FIGURE_MINUTES, CLAIM_MINUTES] = [1, 0.5];

/** What nobody reads from beginning to end. */
const isAside = (/** @type {Element} */ { name, attribs }) => name === "math" || ["sources", "models", "vocabulary"].includes(attribs.class);

/** Returns the words that a reader reads. @param {Parent} tree @returns {string[]} */
const words = (tree) => tree.children.flatMap((node) => (isText(node) ? node.data.split(/\s+/).filter(Boolean) : isTag(node) && !isAside(node) ? words(node) : []));

/** Returns how many minutes a part of the ladder takes. @param {Parent} tree */
function minutes(tree) {
  const n_claims = all(tree, is("details", { class: "claim" })).length;
  const n_figures = all(tree, is("phasor-figure")).length - n_claims;
  return words(tree).length / WORDS_A_MINUTE + n_figures * FIGURE_MINUTES + n_claims * CLAIM_MINUTES;
}

/** Returns what the short route shows of a rung: its first scene without the paragraphs that are left out. @param {Rung} rung */
function shortPart({ html }) {
  const scene = first(readHtml(html), is("div", { class: "scene" }));
  const children = scene?.children.filter((node) => !isTag(node) || !("data-long" in node.attribs));
  return /** @type {Parent} */ ({ children: children ?? [] });
}

/** Returns how many minutes some parts take, to the nearest five. @param {Parent[]} parts */
const total = (parts) => Math.round(parts.map(minutes).reduce((sum, part) => sum + part, 0) / 5) * 5;

/**
 * Returns the choice between the two routes, with the time that each takes, and the time of the short one.
 * @param {Rung[]} rungs
 */
export function routeSlots(rungs) {
  const short = rungs.filter(({ isShort }) => isShort);
  const minutes = total(short.map(shortPart));
  const choices = [
    ["long", `All rungs: ${total(rungs.map(({ html }) => readHtml(html)))} minutes`],
    ["short", `Short route: ${minutes} minutes`],
  ];
  const routes = choices.map(([value, label]) => `<label><input type="radio" name="route" value="${value}" autocomplete="off"> ${label}</label>`).join("");
  return { routes, "short minutes": `${minutes}` };
}
