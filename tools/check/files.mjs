// The files of the project.

import { execFileSync } from "node:child_process";
import { ROOT } from "../setup/setup.mjs";

/** @param {string[]} args */
const git = (...args) => execFileSync("git", ["ls-files", ...args], { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);

/** Returns the files of the project, with those that git does not track yet and without those that are deleted. */
export function files() {
  const deleted = new Set(git("--deleted"));
  return git("--cached", "--others", "--exclude-standard").filter((file) => !deleted.has(file));
}
