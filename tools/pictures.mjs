// Pictures of figures for readers without scripts, for search and for print.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail } from "./setup.mjs";

/** Colours, light unless said, and CSS pixels of the width. @typedef {{ theme?: string, width?: string }} Looks */

/**
 * Draws a figure in a state and gives the image as HTML, or nothing where no pictures are made.
 * @typedef {(name: string, state?: [string, string][], looks?: Looks) => string} Draw
 */

/** Fails where a figure refuses a state. @typedef {(name: string, state: [string, string][]) => void} Check */

/**
 * Draws into a folder of the site; each picture once.
 * @param {string} core
 * @param {string} folder
 * @returns {Draw}
 */
export function pictures(core, folder) {
  mkdirSync(folder, { recursive: true });
  /** @type {Map<string, string>} */
  const drawn = new Map();
  return (name, state = [], looks = {}) => {
    const said = [...state, ...Object.entries(looks)];
    const file = [name, ...said.flat()].join("-").replace(/[^a-z0-9.-]+/g, "-");
    const flags = said.flatMap(([key, value]) => [`--${key}`, value]);
    const draw = () => execFileSync(core, ["figure", name, ...flags, "--html", "-o", join(folder, `${file}.svg`)], { encoding: "utf8" });
    const image = drawn.get(file) ?? draw().trim().replace('src="', 'loading="lazy" src="pictures/');
    drawn.set(file, image);
    return image;
  };
}

/**
 * Fails where a figure refuses a state.
 * @param {string} core
 * @returns {Check}
 */
export function checks(core) {
  const folder = mkdtempSync(join(tmpdir(), "phasor-states-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return (name, state) => {
    const flags = state.flatMap(([key, value]) => [`--${key}`, value]);
    const { status, stderr } = spawnSync(core, ["figure", name, ...flags, "-o", join(folder, "state.svg")], { encoding: "utf8" });
    if (status !== 0) {
      fail(`The text names a state that the figure ${name} refuses. ${stderr.trim()} Mend the link in assets/ladder.`);
    }
  };
}
