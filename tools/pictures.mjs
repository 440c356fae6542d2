// Pictures of figures for readers without scripts, for search and for print.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Draws a figure in a state and gives the image as HTML, or nothing where no pictures are made.
 * @typedef {(name: string, state?: [string, string][]) => string} Draw
 */

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
  return (name, state = []) => {
    const file = [name, ...state.flat()].join("-").replace(/[^a-z0-9.-]+/g, "-");
    const flags = state.flatMap(([key, value]) => [`--${key}`, value]);
    const draw = () => execFileSync(core, ["figure", name, ...flags, "--html", "-o", join(folder, `${file}.svg`)], { encoding: "utf8" });
    const image = drawn.get(file) ?? draw().trim().replace('src="', 'loading="lazy" src="pictures/');
    drawn.set(file, image);
    return image;
  };
}
