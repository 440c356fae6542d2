// What the pages of the site have in common: the bar above them, style sheets, scripts.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";
import { shortened } from "./wasm.mjs";

/** Pages, and what the bar calls them. */
const PAGES = [
  ["./", "Ladder"],
  ["lab.html", "Lab"],
  ["gallery.html", "Gallery"],
];

/**
 * The bar of the page at `here`: where one is, where one can go, and the colours.
 * @param {string} here
 */
export function bar(here) {
  const links = PAGES.map(([at, name]) => `<a href="${at}"${at === here ? ' aria-current="page"' : ""}>${name}</a>`).join(" ");
  return `<div class="bar">
        <a class="brand" href="./">Phasor</a>
        <nav aria-label="Pages">${links}</nav>
        <div class="scheme" role="group" aria-label="Colours"></div>
      </div>`;
}

/**
 * The style sheets of `names` as one.
 * @param {string[]} names
 */
export function rules(names) {
  return names.map((name) => readFileSync(join(ROOT, "style", `${name}.css`), "utf8")).join("\n");
}

/**
 * Writes the style sheet of a page into its folder: those of `names` after what all pages have.
 * @param {string} path
 * @param {string[]} names
 */
export async function writeSheet(path, ...names) {
  const all = rules(["fonts", "tokens", "base", "page", "controls", ...names]).replaceAll('url("fonts/', 'url("../fonts/');
  writeFileSync(path, await shortened(all, "css"));
}

/**
 * Writes the scripts `names` of the folder `from` into the folder `to`, made small.
 * @param {string} from
 * @param {string} to
 * @param {string[]} names
 */
export async function writeScripts(from, to, ...names) {
  for (const name of names) {
    writeFileSync(join(to, name), await shortened(readFileSync(join(from, name), "utf8")));
  }
}
