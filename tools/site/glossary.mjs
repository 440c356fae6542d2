// The glossary: one sentence for each term of the ladder, which opens where the word stands.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, fail } from "../setup/setup.mjs";
import { all, inside, is, isTag, isText, readHtml, replaceBy } from "./markup.mjs";

/** @typedef {import("./markup.mjs").Document} Document */
/** @typedef {import("./markup.mjs").Parent} Parent */
/** @typedef {import("./markup.mjs").Text} Text */

/** A term, with the forms in which it is written, as regular expressions. @typedef {{ id: string, forms: string[] }} Term */

const FILE = "assets/glossary.html";

/** The list of terms as it stands on the page. */
export const glossary = () => readFileSync(join(ROOT, FILE), "utf8");

/** @returns {Term[]} */
export function terms() {
  return all(readHtml(glossary()), is("dt")).map((term) => ({
    id: term.attribs.id,
    forms: term.attribs["data-forms"]?.split("; ") ?? [inside(term)],
  }));
}

/** @param {string[]} forms */
const pattern = (forms) => new RegExp(`\\b(?:${forms.map((form) => form.replaceAll(" ", "\\s+")).join("|")})\\b`, "i");

/** Text in these elements is left alone: it names a state, quotes somebody, or explains the word itself. */
const APART = new Set(["a", "q", "em", "h2", "sub", "math", "summary", "code", "data", "var", "phasor-figure"]);

/** The classes of elements whose text is left alone. */
const ASIDE = new Set(["sources", "vocabulary"]);

/**
 * Links each term to its sentence where a rung uses it first, unless the rung explains it.
 * @param {Document} rung
 */
export function explain(rung) {
  const explained = new Set(all(rung, is("em")).map((em) => inside(em).toLowerCase()));
  terms()
    .filter(({ forms }) => !forms.some((form) => explained.has(form.toLowerCase())))
    .forEach(({ id, forms }) => linkOnce(rung, pattern(forms), id));
}

/**
 * Makes the first words that fit a link to a term.
 * @param {Document} rung
 * @param {RegExp} wanted
 * @param {string} id
 */
function linkOnce(rung, wanted, id) {
  const text = prose(rung).find(({ data }) => wanted.test(data));
  if (text) {
    replaceBy(text, readHtml(text.data.replace(wanted, (words) => `<a class="term" href="#${id}">${words}</a>`)).children);
  }
}

/**
 * Returns the texts of paragraphs in which a term may be a link.
 * @param {Parent} parent
 * @param {boolean} isParagraph Whether the parent is in a paragraph.
 * @returns {Text[]}
 */
function prose({ children }, isParagraph = false) {
  return children.flatMap((child) => {
    if (isText(child)) {
      return isParagraph ? [child] : [];
    }
    const isLeft = !isTag(child) || APART.has(child.name) || ASIDE.has(child.attribs.class);
    return isLeft ? [] : prose(child, isParagraph || child.name === "p");
  });
}

/** Fails where the glossary explains what no rung says. @param {string} html Of all rungs. */
export function checkGlossary(html) {
  const idle = terms().filter(({ forms }) => !pattern(forms).test(html));
  if (idle.length) {
    fail(`No rung uses ${idle.map(({ forms }) => forms.at(-1)).join(", ")}; take it out of ${FILE}.`);
  }
}
