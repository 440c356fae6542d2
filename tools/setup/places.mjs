// Finds folders and programs on this machine.

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The folder of tools that all checkouts on this machine share, with one folder for each version. */
export const TOOLS =
  process.env.PHASOR_TOOLS ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "phasor", "tools");

export const WINDOWS = process.platform === "win32";

/**
 * Returns the path of a program on the PATH.
 * @param {string} name
 * @returns {string | undefined}
 */
export function onPath(name) {
  const endings = WINDOWS ? [".exe", ".cmd"] : [""];
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const files = folders.flatMap((folder) => endings.map((end) => join(folder, name + end)));
  return files.find(existsSync);
}
