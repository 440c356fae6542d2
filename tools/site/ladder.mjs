// The contents of the ladder's page: the text of assets/ladder, one file for each rung, with a picture of each figure
// for browsers without scripts, for search engines and for print.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { escaped } from "../../assets/pages/markup.js";
import { ROOT, fail } from "../setup/setup.mjs";
import { checkGlossary, explained, glossary } from "./glossary.mjs";
import { withModels } from "./models.mjs";

/** @typedef {import("../program/core.mjs").Figure} Figure */
/** @typedef {import("../program/core.mjs").Model} Model */
/** @typedef {import("./pictures.mjs").Draw} Draw */
/** @typedef {import("./pictures.mjs").Check} Check */

const FROM = join(ROOT, "assets", "ladder");

/** The tag of a displayed formula. It gets a tabindex, so that keys can also scroll it on a narrow screen. */
const FORMULA = '<math display="block"';

/**
 * A rung of the ladder. `home` is the state of its figures that its text describes.
 * @typedef {{ number: number, id: string, title: string, home: [string, string][], html: string }} Rung
 */

/**
 * Everything that the rungs need: the figures, the published models, functions that draw a figure and check a state, and
 * the names of all rungs.
 * @typedef {{ figures: Figure[], models: Model[], draw: Draw, check: Check, ids: Set<string> }} Slots
 */

/** Reads the rungs, the lowest first. @returns {Rung[]} */
export function rungs() {
  const files = readdirSync(FROM).filter((name) => /^\d\d-/.test(name)).sort();
  return files.map((name) => {
    const html = readFileSync(join(FROM, name), "utf8");
    const [, id, words = ""] = /<section class="rung" id="([a-z-]+)"(?: data-state="([^"]*)")?>/.exec(html) ?? [];
    const title = /<h2>([^]*?)<\/h2>/.exec(html)?.[1];
    if (!id || !title) {
      fail(`assets/ladder/${name} must begin with <section class="rung" id="..."> and have an <h2>.`);
    }
    return { number: Number(name.slice(0, 2)), id, title, home: state(words), html };
  });
}

/** Returns the pairs of a state such as `position=252 bits=8`. @param {string} words */
const state = (words) => [...new URLSearchParams(words.trim().replaceAll(/\s+/g, "&"))];

/** @param {[string, string][]} pairs */
function attributes(pairs) {
  return pairs.map(([key, value]) => ` ${key}="${escaped(value)}"`).join("");
}

/**
 * Returns a figure with its picture. The figures of a rung share its state, unless they have their own attributes.
 * Links can name a figure, or the rung with the same name.
 * @param {string} written Its attributes.
 * @param {Rung} rung
 * @param {Slots} slots
 */
function illustrated(written, { id, home }, { figures, draw, ids }) {
  /** @type {[string, string][]} */
  const own = [...written.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
  const name = own.find(([key]) => key === "name")?.[1] ?? "";
  const alone = own.filter(([key]) => key !== "name");
  if (alone.length > 0) {
    return `<phasor-figure${written}>${draw(name, alone)}</phasor-figure>`;
  }
  const anchor = ids.has(name) ? "" : ` id="${name}"`;
  const keys = figures.find((figure) => figure.name === name)?.parameters.join(" ");
  return `<div class="sight">
    <phasor-figure${anchor} name="${name}" linked="${id}"${attributes(home)}>${draw(name, home)}</phasor-figure>
    <p class="differs empty" data-keys="${keys}"><span></span> <button type="button">Restore</button></p>
  </div>`;
}

/**
 * Completes the links that set the figure beside them: without scripts, each opens its state as an address. Also
 * checks that the figure accepts the states of links and paragraphs.
 * @param {string} html The HTML of a scene, or of the text outside of scenes.
 * @param {Rung} rung
 * @param {Slots} slots
 */
function linked(html, { id, home }, { check }) {
  const name = /<phasor-figure name="([a-z-]+)"><\/phasor-figure>/.exec(html)?.[1];
  for (const [, words] of html.matchAll(/<(?:p|div)(?: (?:class|id)="[^"]*")? data-set="([^"]*)">/g)) {
    check(name ?? "", [...new Map([...home, ...state(words)])]);
  }
  return html.replace(/<a((?: data-(?:set|play|keep)(?:="[^"]*")?)+)>/g, (_, written) => {
    const words = /data-set="([^"]*)"/.exec(written)?.[1];
    const wanted = [...new Map([...home, ...state(words ?? "")])];
    if (!name) {
      fail(`The link <a${written}> of the rung ${id} must be in a scene with a figure; move it into one.`);
    }
    check(name, wanted);
    return `<a class="state" href="?${escaped(String(new URLSearchParams(wanted)))}#${name}"${written}>`;
  });
}

/**
 * Divides a scene into the text above its figure, the figure, and the text below. On a wide screen, text and figure
 * are side by side.
 * @param {string} html
 */
function staged(html) {
  return html.replace(/(<div class="scene"[^>]*>)([^]*?)(<phasor-figure[^>]*><\/phasor-figure>)([^]*?)<\/div>/, `$1
    <div class="above">$2</div>
    $3
    <div class="below">$4</div>
  </div>`);
}

/**
 * Returns a derivation that shows the steps up to that of the rung, with a button for the next one.
 * @param {string} list
 * @param {Rung} rung
 */
function derivation(list, { home }) {
  const key = /data-steps="([a-z-]+)"/.exec(list)?.[1] ?? "";
  const reached = Number(new Map(home).get(key));
  const [start, ...steps] = list.split("<li>");
  const rows = steps.map((step, place) => `<li${place >= reached ? ' class="later"' : ""}>${step}`);
  return `${start}${rows.join("")}\n<p class="next"><button type="button"></button></p>`;
}

/** The switch of a rung whose paragraphs set states. */
const FOLLOW = `<label class="follow"><input type="checkbox" role="switch" checked> The figure follows the text</label>`;

/**
 * Returns the HTML of a rung with its links, pictures and number.
 * @param {Rung} rung
 * @param {Slots} slots
 */
function dressed(rung, slots) {
  const scenes = withModels(explained(rung.html), slots.models).split(/(?=<div class="scene"[ >])/).map((html) => staged(linked(html, rung, slots)));
  const follow = /<p[^>]* data-set=/.test(rung.html) ? FOLLOW : "";
  const figures = scenes.join("").replace(/<phasor-figure([^>]*)><\/phasor-figure>/g, (_, written) => illustrated(written, rung, slots));
  const isWorded = slots.figures.some(({ name, parameters }) => parameters.includes("sentence") && figures.includes(`name="${name}" linked`));
  return numbered(rung, figures)
    // The heading moves into the scene, so that the picture begins beside it.
    .replace(/(<h2>[^]*?<\/h2>)\s*(<div class="scene">\s*<div class="above">)/, "$2$1")
    .replace(/<ol class="derivation" data-steps[^]*?<\/ol>/, (list) => derivation(list, rung))
    .replace("</h2>", `</h2>${follow}`)
    .replace("<section", `<section${isWorded ? " data-worded" : ""}`);
}

/**
 * @param {Rung} rung
 * @param {string} html
 */
function numbered({ number, id, title }, html) {
  const heading = `<h2><a href="#${id}"><span class="number">${number}</span>${title}</a></h2>`;
  return html.replace(/<h2>[^]*?<\/h2>/, heading);
}

/**
 * Returns the contents of the page's slots.
 * @param {{ figures: Figure[], models: Model[] }} known
 * @param {Draw} draw
 * @param {Check} check
 */
export function ladderSlots({ figures, models }, draw, check) {
  const all = rungs();
  const contents = all.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join("");
  const ids = new Set(all.map(({ id }) => id));
  const sections = all.map((rung) => dressed(rung, { figures, models, draw, check, ids })).join("\n").replaceAll(FORMULA, `${FORMULA} tabindex="0"`);
  checkGlossary(all.map(({ html }) => html).join(""));
  const words = readFileSync(join(ROOT, "assets", "words", "words.txt"), "utf8").trim().split("\n");
  const known = words.sort((one, other) => one.localeCompare(other)).join(" ");
  return { contents, rungs: sections, words: known, glossary: glossary() };
}
