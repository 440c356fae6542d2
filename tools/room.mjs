// Builds the program of the room of models. It is a program of its own, because the room needs neither leptos nor
// figures, and it compiles with the same settings as the page's.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILED, TARGET, environment, nativeEnvironment, pageEnvironment } from "./environment.mjs";
import { shortenGlue } from "./program.mjs";
import { must } from "./run.mjs";
import { SMALLEST, optimized } from "./wasm.mjs";

/** The name of the program's files. */
const NAME = "models";

/** The files of the program in its folder: its JavaScript and its code. */
export const [ROOM_GLUE, ROOM_MAIN] = [`${NAME}.js`, `${NAME}_bg.wasm`];

/**
 * @param {string} folder
 * @param {{ isFast?: boolean }} how With `isFast`, the program is built for development: not small.
 */
export async function buildRoom(folder, { isFast = false } = {}) {
  const profile = isFast ? [] : ["--release"];
  const build = ["build", "--locked", "--quiet", "--target", TARGET, "--bin", NAME, "--features", NAME, ...profile];
  await must("cargo", build, isFast ? environment() : pageEnvironment());
  const wasm = join(COMPILED, TARGET, isFast ? "debug" : "release", `${NAME}.wasm`);
  await must("wasm-bindgen", [wasm, "--target", "web", "--no-typescript", "--out-dir", folder, "--out-name", NAME], nativeEnvironment());
  if (!isFast) {
    const main = join(folder, ROOM_MAIN);
    writeFileSync(main, optimized(readFileSync(main), SMALLEST));
    await shortenGlue(main, join(folder, ROOM_GLUE));
  }
}
