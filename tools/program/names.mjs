// Gives short names to the imports and exports between a program and its JavaScript. The names of wasm-bindgen are
// long and end in numbers that do not compress, which is 4 % of a figure's bytes.

import { must } from "./run.mjs";
import { FLAGS } from "./wasm.mjs";

/** What binaryen prints: each name with the one that replaces it. @typedef {{ imports: [string, string, string][], exports: [string, string][] }} Names */

/** The name that binaryen gives the one module from which a program imports. */
const MODULE = "a";

/**
 * Shortens the names in a program, and returns its JavaScript with the same names.
 * @param {string} wasm
 * @param {string} glue
 */
export async function withShortNames(wasm, glue) {
  const printed = await must("wasm-opt", [wasm, "--minify-imports-and-exports-and-modules", "-o", wasm, ...FLAGS]);
  /** @type {Names} */
  const names = JSON.parse(printed);
  const imports = new Map(names.imports.map(([, long, short]) => [long, short]));
  const exports = new Map(names.exports);
  return glue
    // The optimized program does not import these functions any more.
    .replace(/^ {8}(\w+): function[^]*?^ {8}\},\n/gm, (whole, long) => (imports.has(long) ? whole : ""))
    .replace(/(?<=^ {8})\w+(?=: function)/gm, (long) => imports.get(long) ?? long)
    .replace(/(?<=^ {8})"[^"]+"(?=: import0)/gm, `"${MODULE}"`)
    .replace(/(?<=\bwasm\.)\w+/g, (long) => exports.get(long) ?? long);
}
