// Python environments: each has only what it is made for, and its own pip, since Debian's Python has none outside of one.

import { join } from "node:path";
import { WINDOWS } from "./places.mjs";

/** @typedef {import("./steps.mjs").Command} Command */

/** Returns the folder of programs in an environment. @param {string} environment */
export const programsIn = (environment) => join(environment, WINDOWS ? "Scripts" : "bin");

/** Returns the path of a program in an environment. @param {string} environment @param {string} name */
export const programIn = (environment, name) => join(programsIn(environment), WINDOWS ? `${name}.exe` : name);

/** Returns the command that makes an empty environment. @param {string} environment @returns {Command} */
export const create = (environment) => [WINDOWS ? "python" : "python3", "-m", "venv", environment];

/**
 * Returns a command of the environment's pip.
 * @param {string} environment
 * @param {...string} args
 * @returns {Command}
 */
export const pip = (environment, ...args) => [programIn(environment, "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", ...args];

/** The options by which pip takes wheels only, which need no compiler here. */
export const WHEELS_ONLY = ["--only-binary", ":all:"];

/** Returns the options by which pip takes packages from a folder, and nothing from the network. @param {string} folder */
export const fromFolder = (folder) => ["--no-index", "--find-links", folder];
