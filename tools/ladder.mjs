// What stands on the page of the ladder: prose from assets/ladder, one file a rung, with a picture of each
// figure for those without scripts, for search and for print.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, fail } from "./setup.mjs";

const FROM = join(ROOT, "assets", "ladder");

/** Attributes of the element that are no parameters. */
const OWN = new Set(["name", "linked", "theme", "controls", "autoplay", "loading"]);

/** A formula of its own line, which a narrow screen scrolls: by keys as well. */
const FORMULA = '<math display="block"';

/** A rung of the ladder. @typedef {{ number: number, id: string, title: string, html: string }} Rung */

/** The rungs from the lowest, as they are written. @returns {Rung[]} */
export function rungs() {
  const files = readdirSync(FROM).filter((name) => /^\d\d-/.test(name)).sort();
  return files.map((name) => {
    const html = readFileSync(join(FROM, name), "utf8");
    const id = /<section class="rung" id="([a-z-]+)">/.exec(html)?.[1];
    const title = /<h2>([^]*?)<\/h2>/.exec(html)?.[1];
    if (!id || !title) {
      fail(`assets/ladder/${name} must begin with <section class="rung" id="..."> and have an <h2>.`);
    }
    return { number: Number(name.slice(0, 2)), id, title, html };
  });
}

/**
 * The figures with a picture in each. Those on the shared state can be linked to, by their names or by the
 * rungs of these names.
 * @param {string} html
 * @param {import("./pictures.mjs").Draw} draw
 * @param {Set<string>} ids Of rungs.
 */
function illustrated(html, draw, ids) {
  return html.replace(/<phasor-figure([^>]*)><\/phasor-figure>/g, (_, written) => {
    /** @type {[string, string][]} */
    const attributes = [...written.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
    const name = attributes.find(([key]) => key === "name")?.[1] ?? "";
    const id = attributes.some(([key]) => key === "linked") && !ids.has(name) ? ` id="${name}"` : "";
    const image = draw(name, attributes.filter(([key]) => !OWN.has(key)));
    return `<phasor-figure${id}${written}>${image}</phasor-figure>`;
  });
}

/** @param {Rung} rung */
function numbered({ number, id, title, html }) {
  const heading = `<h2><a href="#${id}"><span class="number">${number}</span>${title}</a></h2>`;
  return html.replace(/<h2>[^]*?<\/h2>/, heading);
}

/**
 * What stands in the slots of the page.
 * @param {import("./pictures.mjs").Draw} draw
 */
export function ladderSlots(draw) {
  const all = rungs();
  const contents = all.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join("");
  const ids = new Set(all.map(({ id }) => id));
  const sections = all.map((rung) => illustrated(numbered(rung), draw, ids)).join("\n").replaceAll(FORMULA, `${FORMULA} tabindex="0"`);
  const words = readFileSync(join(ROOT, "assets", "words", "words.txt"), "utf8").trim().split("\n");
  const known = words.sort((one, other) => one.localeCompare(other)).join(" ");
  return { contents, rungs: sections, words: known };
}
