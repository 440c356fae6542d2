// Gives short names to the imports and exports between a program and its JavaScript. The names of wasm-bindgen are
// long and end in numbers that do not compress, which is 4 % of a figure's bytes.

import { parse } from "acorn";
import { simple } from "acorn-walk";
import { must } from "./run.mjs";
import { FLAGS } from "./wasm.mjs";

/** What binaryen prints: each name with the one that replaces it. @typedef {{ imports: [string, string, string][], exports: [string, string][] }} Names */
/** A piece of a script, from its first character to that after its last, with what replaces it. @typedef {{ start: number, end: number, text: string }} Edit */

/** The name that binaryen gives the one module from which a program imports. */
const MODULE = "a";

/** The names that the JavaScript has for the functions that the program imports, and for the program. */
const [IMPORTS, PROGRAM] = ["import0", "wasm"];

/**
 * Shortens the names in a program, and returns its JavaScript with the same names.
 * @param {string} wasm
 * @param {string} glue
 */
export async function withShortNames(wasm, glue) {
  const printed = await must("wasm-opt", [wasm, "--minify-imports-and-exports-and-modules", "-o", wasm, ...FLAGS]);
  return edited(glue, renamed(glue, JSON.parse(printed)));
}

/**
 * Returns what the new names change in the JavaScript.
 * @param {string} glue
 * @param {Names} names
 */
function renamed(glue, names) {
  const imports = new Map(names.imports.map(([, long, short]) => [long, short]));
  const exports = new Map(names.exports);
  /** @type {Edit[]} */
  const edits = [];
  simple(parse(glue, { ecmaVersion: "latest", sourceType: "module" }), {
    VariableDeclarator({ id, init }) {
      if (isNamed(id, IMPORTS) && init?.type === "ObjectExpression") {
        edits.push(...init.properties.flatMap((property, place) => imported(property, init.properties[place + 1]?.start ?? init.end - 1, imports)));
      }
    },
    Property({ key, value }) {
      if (isNamed(value, IMPORTS)) {
        edits.push({ start: key.start, end: key.end, text: JSON.stringify(MODULE) });
      }
    },
    MemberExpression({ object, property }) {
      if (isNamed(object, PROGRAM) && property.type === "Identifier") {
        edits.push({ start: property.start, end: property.end, text: exports.get(property.name) ?? property.name });
      }
    },
  });
  return edits;
}

/**
 * Returns what changes in a function that the program may import: its name, or everything if the optimized program does
 * not import it any more.
 * @param {import("acorn").Property | import("acorn").SpreadElement} property
 * @param {number} end Where the next one starts.
 * @param {Map<string, string>} names
 * @returns {Edit[]}
 */
function imported(property, end, names) {
  if (property.type !== "Property" || property.key.type !== "Identifier" || property.value.type !== "FunctionExpression") {
    return [];
  }
  const { key, start } = property;
  const text = names.get(key.name);
  return [text === undefined ? { start, end, text: "" } : { start: key.start, end: key.end, text }];
}

/** @param {import("acorn").AnyNode} node @param {string} name */
const isNamed = (node, name) => node.type === "Identifier" && node.name === name;

/**
 * @param {string} text
 * @param {Edit[]} edits
 */
function edited(text, edits) {
  const last = edits.toSorted((one, other) => other.start - one.start);
  return last.reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), text);
}
