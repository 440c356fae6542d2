// The page of licences: everything that the pages contain and others have made, with its licence and the text of the
// licence. The archives of the command line have the same as a plain text.

import { escaped } from "../../assets/pages/markup.js";
import { PAGES, crates, material } from "../program/contents.mjs";

/** @typedef {import("../program/contents.mjs").Part} Part */
/** A licence text, with everything that it belongs to. @typedef {{ text: string, parts: Part[] }} Text */

/**
 * Returns each licence text once. Texts that differ only in their spaces are the same.
 * @param {Part[]} parts
 * @returns {Text[]}
 */
function distinct(parts) {
  /** @type {Map<string, Text>} */
  const all = new Map();
  for (const part of parts) {
    for (const text of Object.values(part.texts)) {
      const key = text.replace(/\s+/g, " ");
      const known = all.get(key) ?? { text, parts: [] };
      known.parts.push(part);
      all.set(key, known);
    }
  }
  return [...all.values()];
}

/**
 * Returns the rows that have the same name as one: two versions of a crate cannot be told apart in the code.
 * @param {Part[]} parts
 */
const byName = (parts) => [...new Set(parts.map(({ name }) => name))].map((name) => parts.filter((part) => part.name === name));

/** @param {Part[]} parts */
const versions = (parts) => parts.map(({ version, what }) => what ?? version).join(", ");

/** @param {Part} part */
const credited = ({ name, authors }) => (authors.length > 0 ? `${name} (${authors.join(", ")})` : name);

/**
 * Returns the rows of a table.
 * @param {Part[]} parts
 * @param {Text[]} texts
 */
function rows(parts, texts) {
  return byName(parts).map((same) => {
    const [{ name, licence, source }] = same;
    const link = source ? `<a href="${escaped(source)}">${escaped(name)}</a>` : escaped(name);
    const places = texts.flatMap((text, place) => (text.parts.some((part) => same.includes(part)) ? [place + 1] : []));
    const numbers = places.map((place) => `<a href="#text-${place}">${place}</a>`).join(", ");
    return `<tr><th scope="row">${link}</th><td>${escaped(versions(same))}</td><td>${escaped(licence)}</td><td>${numbers}</td></tr>`;
  });
}

/** Returns the contents of the page's slots. */
export function licenceSlots() {
  const { own, standard, compiler } = crates(PAGES);
  const other = material();
  const texts = distinct([...own, ...standard, ...other]);
  const sections = texts.map(({ text, parts }, place) => {
    const names = [...new Set(parts.map(credited))].join(", ");
    return `<section aria-labelledby="text-${place + 1}"><h3 id="text-${place + 1}">${place + 1}</h3><p>${escaped(names)}</p><pre>${escaped(text)}</pre></section>`;
  });
  return {
    compiler: `Rust ${compiler}`,
    crates: rows(own, texts).join("\n        "),
    standard: rows(standard, texts).join("\n        "),
    material: rows(other, texts).join("\n        "),
    texts: sections.join("\n      "),
  };
}

/**
 * Returns the licences of everything in a program as a plain text.
 * @param {import("../program/contents.mjs").Program} program
 */
export function licenceText(program) {
  const { own, standard } = crates(program);
  const parts = [...own, ...standard];
  const list = parts.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  const texts = distinct(parts).map(({ text, parts }) => `${"-".repeat(80)}\n${parts.map(credited).join(", ")}\n\n${text}`);
  return `This program contains the following Rust packages.\n\n${list.join("\n")}\n\n${texts.join("\n\n")}\n`;
}
