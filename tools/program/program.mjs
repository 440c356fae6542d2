// Builds the programs that are split into chunks, that of the page and that of the room of models: makes the code small,
// joins the chunks, and gives the files names that change with their contents.

import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { joinParts } from "./chunks.mjs";
import { compiledFile, compiling, environment, nativeEnvironment } from "./environment.mjs";
import { cached } from "./cached.mjs";
import { withShortNames } from "./names.mjs";
import { must } from "./run.mjs";
import { shortened } from "./scripts.mjs";
import { SMALL, optimized } from "./wasm.mjs";

/** The names of the page's main program, and of that of the room of models. */
const [PAGE, ROOM] = ["page", "models"];

/** Returns the names of a program's files before they get the number of the build. */
const filesOf = (/** @type {string} */ name) => [`${name}.js`, `${name}_bg.wasm`];

const [GLUE, MAIN] = filesOf(PAGE);

/** The folder of a program's parts, beside the other output of wasm-bindgen. */
const PARTS = "parts";

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
 * Writes the page's program, which must be compiled, into `folder`.
 * @param {string} folder
 * @param {string} style The rules of figures, which become part of the JavaScript.
 */
export const writePageProgram = (folder, style) => cached({ name: PAGE, compiled: compiledFile("release", PAGE), text: style }, folder, (files) => splitProgram(files, PAGE, style));

/**
 * Writes the program of the room of models, which must be compiled, into `folder`. It is a separate program, because the room
 * needs neither leptos nor figures.
 * @param {string} folder
 * @returns {Promise<Program>}
 */
export const writeRoom = (folder) => cached({ name: ROOM, compiled: compiledFile("release", ROOM) }, folder, (files) => splitProgram(files, ROOM, ""));

/**
 * Builds the program of the room during development: neither small nor split.
 * @param {string} folder
 * @returns {Promise<Program>}
 */
export async function buildWholeRoom(folder) {
  const [cargo, ...args] = compiling(["phasor-models"], "dev");
  await must(cargo, args, environment());
  await bind(compiledFile("debug", ROOM), folder, ROOM);
  const [glue, main] = filesOf(ROOM);
  return { glue, main, chunks: {} };
}

/**
 * Writes the JavaScript around a program, and its parts if it has any.
 * @param {string} wasm
 * @param {string} folder
 * @param {string} name
 */
const bind = (wasm, folder, name) => must("wasm-bindgen", [wasm, "--target", "web", "--no-typescript", "--out-dir", folder, "--out-name", name], nativeEnvironment());

/**
 * Splits a compiled program into chunks. All files of a build have the same number in their names, because a main part
 * works only with its own chunks.
 * @param {string} folder
 * @param {string} name
 * @param {string} style
 * @returns {Promise<Program>}
 */
async function splitProgram(folder, name, style) {
  await bind(compiledFile("release", name), folder, name);
  const parts = join(folder, PARTS);
  const { chunks, shared } = await joinParts(parts, folder);
  const [script, code] = filesOf(name);
  const main = join(folder, code);
  writeFileSync(main, await optimized(readFileSync(main), SMALL));
  const accessor = `export const shared = () => ({ main: { ${shared.map((name) => `${name}: wasm.${name}`).join(", ")} } });\n`;
  writeFileSync(join(folder, script), readFileSync(join(folder, script), "utf8") + accessor);
  await shortenGlue(main, join(folder, script));
  const glue = withStyle(readFileSync(join(folder, script), "utf8"), style);
  const hash = createHash("sha256").update(readFileSync(main)).update(glue);
  chunks.forEach((chunk) => hash.update(readFileSync(join(folder, `${chunk}.wasm`))));
  const number = hash.digest("hex").slice(0, 8);
  const named = (/** @type {string} */ part, /** @type {string} */ ending) => `${part}-${number}.${ending}`;
  rmSync(parts, { recursive: true });
  chunks.forEach((chunk) => renameSync(join(folder, `${chunk}.wasm`), join(folder, named(chunk, "wasm"))));
  const program = { glue: named(name, "js"), main: named(name, "wasm"), chunks: Object.fromEntries(chunks.map((chunk) => [chunk, named(chunk, "wasm")])) };
  renameSync(main, join(folder, program.main));
  rmSync(join(folder, script));
  writeFileSync(join(folder, program.glue), glue.replaceAll(code, program.main));
  return program;
}

/**
 * Shortens the JavaScript around a program.
 * @param {string} wasm
 * @param {string} glue
 */
export async function shortenGlue(wasm, glue) {
  const short = await withShortNames(wasm, readFileSync(glue, "utf8"));
  writeFileSync(glue, await shortened(short));
}

/**
 * @param {string} glue
 * @param {string} style
 */
function withStyle(glue, style) {
  return `${glue.trim()}\nexport const style=${JSON.stringify(style)};\n`;
}
