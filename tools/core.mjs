// The command line, built for this machine, and what it lists.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { nativeEnvironment } from "./environment.mjs";
import { must } from "./run.mjs";
import { ROOT } from "./setup.mjs";

/** Where the list is kept while developing, so that a change need not wait for the command line. */
export const LIST = join(ROOT, "target", "dev", "list.json");

/** @typedef {{ label: string, query: string }} Preset */
/** @typedef {{ name: string, chunk: string, title: string, caption: string, parameters: string[], presets: Preset[], clock: string | null }} Figure */
/** @typedef {{ name: string, label: string, unit: string, help: string, accepts: string, default: string | null, words: string[], is_number: boolean }} Parameter */

/** Builds the command line and says where it is. @returns {Promise<string>} */
export async function buildCore() {
  const build = ["build", "--locked", "--quiet", "--features", "cli", "--bin", "phasor", "--message-format", "json"];
  const said = await must("cargo", build, nativeEnvironment());
  const messages = said.trim().split("\n").map((line) => JSON.parse(line));
  return messages.find(({ executable }) => executable).executable;
}

/**
 * All figures, the names of those of the Lab, the files of vectors that some need, from the folder of the
 * element, and parameters.
 * @typedef {{ figures: Figure[], lab: string[], vectors: string[], parameters: Parameter[] }} List
 */

/**
 * @param {string} core
 * @returns {List}
 */
export function list(core) {
  return JSON.parse(execFileSync(core, ["list"], { encoding: "utf8" }));
}
