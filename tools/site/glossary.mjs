// The glossary: one sentence for each term of the ladder, which opens where the word stands.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, fail } from "../setup/setup.mjs";

/** A term, with the forms in which it is written, as regular expressions. @typedef {{ id: string, forms: string[] }} Term */

const FILE = "assets/glossary.html";

/** The list of terms as it stands on the page. */
export const glossary = () => readFileSync(join(ROOT, FILE), "utf8");

/** @returns {Term[]} */
export function terms() {
  return [...glossary().matchAll(/<dt id="([a-z0-9-]+)"(?: data-forms="([^"]*)")?>([^<]*)<\/dt><dd>/g)].map(([, id, forms, term]) => ({
    id,
    forms: forms?.split("; ") ?? [term],
  }));
}

/** @param {string[]} forms */
const pattern = (forms) => new RegExp(`\\b(?:${forms.map((form) => form.replaceAll(" ", "\\s+")).join("|")})\\b`, "i");

/** Text in these elements is left alone: it names a state, quotes somebody, or explains the word itself. */
const APART = /^(a|q|em|h2|sub|math|summary|code|data|var|phasor-figure|aside)$/;

/**
 * Links each term to its sentence where a rung uses it first, unless the rung explains it.
 * @param {string} html Of a rung.
 */
export function explained(html) {
  const prose = html.toLowerCase();
  return terms().reduce((text, { id, forms }) => {
    if (forms.some((form) => prose.includes(`<em>${form.toLowerCase()}</em>`))) {
      return text;
    }
    return linkedOnce(text, pattern(forms), id);
  }, html);
}

/**
 * Makes the first words that fit a link to a term.
 * @param {string} html
 * @param {RegExp} wanted
 * @param {string} id
 */
function linkedOnce(html, wanted, id) {
  /** The elements around a piece of text. @type {string[]} */
  const around = [];
  let isLinked = false;
  return html.replace(/<(\/?)([a-z0-9-]+)([^>]*)>|[^<]+/g, (piece, end, name, rest) => {
    if (name && end) {
      around.pop();
    } else if (name) {
      around.push(/class="(sources|vocabulary)"/.test(rest) ? "aside" : name);
    }
    if (name || isLinked || !around.includes("p") || around.some((element) => APART.test(element))) {
      return piece;
    }
    return piece.replace(wanted, (words) => {
      isLinked = true;
      return `<a class="term" href="#${id}">${words}</a>`;
    });
  });
}

/** Fails where the glossary explains what no rung says. @param {string} html Of all rungs. */
export function checkGlossary(html) {
  const idle = terms().filter(({ forms }) => !pattern(forms).test(html));
  if (idle.length) {
    fail(`No rung uses ${idle.map(({ forms }) => forms.at(-1)).join(", ")}; take it out of ${FILE}.`);
  }
}
