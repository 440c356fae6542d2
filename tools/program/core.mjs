// Builds the command line for this machine, and reads its list of figures and parameters.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../setup/setup.mjs";
import { nativeEnvironment } from "./environment.mjs";
import { must } from "./run.mjs";

/** The file with the list during development, so that a change does not wait for the command line. */
export const LIST = join(ROOT, "target", "dev", "list.json");

/** @typedef {{ label: string, query: string }} Preset */
/** @typedef {{ name: string, chunk: string, vectors: string[], title: string, topics: string[], search_words: string, caption: string, parameters: string[], presets: Preset[], clock: string | null, in_lab: boolean }} Figure */
/** @typedef {{ name: string, label: string, unit: string, help: string, accepts: string, default: string | null, words: string[], is_number: boolean }} Parameter */

/**
 * A question about a model. Its options are words and their labels, none if it takes text or a number.
 * @typedef {{ name: string, label: string, unit: string, default: string, options: string[][], max: number | null }} Question
 */

/** A published model, with whether the revision of its file is known, the scheme of its positions, what the scheme does not name and, if it rotates, its scaling rule. @typedef {{ name: string, title: string, has_revision: boolean, scheme: string, features: string[], rule: string | null }} Model */

/** Builds the command line and returns its path. @returns {Promise<string>} */
export async function buildCore() {
  // A second build of the page draws its pictures with the program of the first.
  if (process.env.PHASOR_CORE) {
    return process.env.PHASOR_CORE;
  }
  const build = ["build", "--locked", "--quiet", "--package", "phasor-cli", "--message-format", "json"];
  const output = await must("cargo", build, nativeEnvironment());
  const messages = output.trim().split("\n").map((line) => JSON.parse(line));
  return messages.find(({ executable }) => executable).executable;
}

/** @typedef {{ name: string, label: string }} Topic */
/**
 * All figures, their topics, the names of the Lab's figures, the files of vectors that some figures need, relative to the folder
 * of the element, all parameters, the questions of the room of models, and the published models.
 * @typedef {{ figures: Figure[], topics: Topic[], lab: string[], vectors: string[], parameters: Parameter[], questions: Question[], models: Model[] }} List
 */

/**
 * @param {string} core
 * @returns {List}
 */
export function list(core) {
  return JSON.parse(execFileSync(core, ["list"], { encoding: "utf8" }));
}
