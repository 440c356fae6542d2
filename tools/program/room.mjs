// Builds the program of the room of models. It is a separate program, because the room needs neither leptos nor
// figures. It is compiled and split as the page's main program.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { COMPILED, TARGET, environment, nativeEnvironment, pageEnvironment } from "./environment.mjs";
import { PARTS, filesOf, splitProgram } from "./program.mjs";
import { must } from "./run.mjs";

/** The name of the program. */
const NAME = "models";

/**
 * Builds the program into `folder`.
 * @param {string} folder
 * @param {{ isWhole?: boolean }} how With `isWhole`, it is built for development: neither small nor split.
 * @returns {Promise<import("./program.mjs").Program>}
 */
export async function buildRoom(folder, { isWhole = false } = {}) {
  const build = ["build", "--locked", "--quiet", "--target", TARGET, "--package", `phasor-${NAME}`, ...(isWhole ? [] : ["--release"])];
  await must("cargo", build, isWhole ? environment() : pageEnvironment());
  const wasm = join(COMPILED, TARGET, isWhole ? "debug" : "release", `${NAME}.wasm`);
  await must("wasm-bindgen", [wasm, "--target", "web", "--no-typescript", "--out-dir", folder, "--out-name", NAME], nativeEnvironment());
  if (isWhole) {
    const [glue, main] = filesOf(NAME);
    return { glue, main, chunks: {} };
  }
  const program = await splitProgram(folder, "", join(folder, PARTS), NAME);
  rmSync(join(folder, PARTS), { recursive: true });
  return program;
}
