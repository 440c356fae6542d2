// Finishes the page's program, which Trunk has compiled: makes the code small, joins the chunks, and gives the files
// names that change with their contents.

import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { joinParts } from "./chunks.mjs";
import { COMPILED } from "./environment.mjs";
import { withShortNames } from "./names.mjs";
import { shortened } from "./scripts.mjs";
import { SMALLEST, optimized } from "./wasm.mjs";

/** The name of the page's main program. */
const PAGE = "page";

/** Returns the names of a program's files before they get the number of the build. */
export const filesOf = (/** @type {string} */ name) => [`${name}.js`, `${name}_bg.wasm`];

export const [GLUE, MAIN] = filesOf(PAGE);

/** The folder of the program's parts, beside the other output of wasm-bindgen. */
export const PARTS = "parts";

/**
 * The finished program: its JavaScript, its main part, and the files of its chunks by their names.
 * @typedef {{ glue: string, main: string, chunks: Record<string, string> }} Program
 */

/**
 * Returns the program during development, which is not split.
 * @param {string} folder
 * @param {string} style
 * @returns {Program}
 */
export function wholeProgram(folder, style) {
  writeFileSync(join(folder, GLUE), withStyle(readFileSync(join(folder, GLUE), "utf8"), style));
  return { glue: GLUE, main: MAIN, chunks: {} };
}

/**
 * Splits the program in the folder `folder` into chunks. All files of a build have the same number in their names,
 * because a main part works only with its own chunks.
 * @param {string} folder
 * @param {string} style The rules of figures, which become part of the JavaScript.
 * @param {string} parts The folder of the program's parts.
 * @param {string} name The name of the program.
 * @returns {Promise<Program>}
 */
export async function splitProgram(folder, style, parts = join(COMPILED, "wasm-bindgen", "release", PARTS), name = PAGE) {
  const { chunks, shared } = await joinParts(parts, folder);
  const [script, code] = filesOf(name);
  const main = join(folder, code);
  writeFileSync(main, optimized(readFileSync(main), SMALLEST));
  const accessor = `export const shared = () => ({ main: { ${shared.map((name) => `${name}: wasm.${name}`).join(", ")} } });\n`;
  writeFileSync(join(folder, script), readFileSync(join(folder, script), "utf8") + accessor);
  await shortenGlue(main, join(folder, script));
  const glue = withStyle(readFileSync(join(folder, script), "utf8"), style);
  const hash = createHash("sha256").update(readFileSync(main)).update(glue);
  chunks.forEach((chunk) => hash.update(readFileSync(join(folder, `${chunk}.wasm`))));
  const number = hash.digest("hex").slice(0, 8);
  const named = (/** @type {string} */ part, /** @type {string} */ ending) => `${part}-${number}.${ending}`;
  chunks.forEach((chunk) => renameSync(join(folder, `${chunk}.wasm`), join(folder, named(chunk, "wasm"))));
  const program = { glue: named(name, "js"), main: named(name, "wasm"), chunks: Object.fromEntries(chunks.map((chunk) => [chunk, named(chunk, "wasm")])) };
  renameSync(main, join(folder, program.main));
  rmSync(join(folder, script));
  writeFileSync(join(folder, program.glue), glue.replaceAll(code, program.main));
  return program;
}

/** Classes of leptos for streams from servers. tools/program/wasm-ld.mjs removes the code that they call. */
const STREAM_CLASSES = /^export class (IntoUnderlying\w+) \{[^]*?^\}\nif \(Symbol\.dispose\).*\n/gm;

/**
 * Shortens the JavaScript around a program.
 * @param {string} wasm
 * @param {string} glue
 */
export async function shortenGlue(wasm, glue) {
  const code = readFileSync(glue, "utf8").replace(STREAM_CLASSES, "");
  const short = withShortNames(readFileSync(wasm), code);
  writeFileSync(wasm, short.wasm);
  writeFileSync(glue, await shortened(short.glue));
}

/**
 * @param {string} glue
 * @param {string} style
 */
function withStyle(glue, style) {
  return `${glue.trim()}\nexport const style=${JSON.stringify(style)};\n`;
}
