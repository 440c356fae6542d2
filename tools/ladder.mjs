// What stands on the page of the ladder: prose from assets/ladder, one file a rung, with a picture of each
// figure for those without scripts, for search and for print.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { read } from "../assets/pages/ladder/rung.js";
import { escaped } from "../assets/pages/markup.js";
import { checkGlossary, explained, glossary } from "./glossary.mjs";
import { ROOT, fail } from "./setup.mjs";

/** @typedef {import("./core.mjs").Figure} Figure */
/** @typedef {import("./pictures.mjs").Draw} Draw */
/** @typedef {import("./pictures.mjs").Check} Check */

const FROM = join(ROOT, "assets", "ladder");

/** A formula of its own line, which a narrow screen scrolls: by keys as well. */
const FORMULA = '<math display="block"';

/**
 * A rung of the ladder; `home` is the state of its figures that its text describes.
 * @typedef {{ number: number, id: string, title: string, home: [string, string][], html: string }} Rung
 */

/**
 * What rungs are dressed with: the figures that there are, how they are drawn, how a state is checked, and the
 * names of all rungs.
 * @typedef {{ figures: Figure[], draw: Draw, check: Check, ids: Set<string> }} Slots
 */

/** The rungs from the lowest, as they are written. @returns {Rung[]} */
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

/** The pairs of words such as `position=252 bits=8`. @param {string} words */
const state = (words) => Object.entries(read(words));

/** @param {[string, string][]} pairs */
function attributes(pairs) {
  return pairs.map(([key, value]) => ` ${key}="${escaped(value)}"`).join("");
}

/**
 * A figure with its picture. Those of a rung share its state, unless they have attributes of their own; they
 * can be linked to by their names or by the rungs of these names.
 * @param {string} written Its attributes.
 * @param {Rung} rung
 * @param {Slots} slots
 */
function illustrated(written, { id, home }, { draw, ids }) {
  /** @type {[string, string][]} */
  const own = [...written.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
  const name = own.find(([key]) => key === "name")?.[1] ?? "";
  const alone = own.filter(([key]) => key !== "name");
  if (alone.length > 0) {
    return `<phasor-figure${written}>${draw(name, alone)}</phasor-figure>`;
  }
  const anchor = ids.has(name) ? "" : ` id="${name}"`;
  return `<div class="sight">
    <phasor-figure${anchor} name="${name}" linked="${id}"${attributes(home)}>${draw(name, home)}</phasor-figure>
    <p class="differs empty"><span></span> <button type="button">Back to the text</button></p>
  </div>`;
}

/**
 * Words that set the figure beside them, as a link that opens that state where there are no scripts. Drawing that
 * state, and those that paragraphs bring, shows that the figure accepts them.
 * @param {string} html Of a scene, or of what is beside none.
 * @param {Rung} rung
 * @param {Slots} slots
 */
function linked(html, { id, home }, { check }) {
  const name = /<phasor-figure name="([a-z-]+)"><\/phasor-figure>/.exec(html)?.[1];
  for (const [, words] of html.matchAll(/<p(?: (?:class|id)="[^"]*")? data-set="([^"]*)">/g)) {
    check(name ?? "", [...new Map([...home, ...state(words)])]);
  }
  return html.replace(/<a((?: data-(?:set|play|keep)(?:="[^"]*")?)+)>/g, (_, written) => {
    const words = /data-set="([^"]*)"/.exec(written)?.[1];
    const wanted = [...new Map([...home, ...state(words ?? "")])];
    if (!name) {
      fail(`In the rung ${id} the link <a${written}> is in no scene with a figure; put it into one.`);
    }
    check(name, wanted);
    return `<a class="state" href="?${escaped(String(new URLSearchParams(wanted)))}#${name}"${written}>`;
  });
}

/**
 * A scene in three parts: the text above its figure, the figure, and the text below, which stand side by side
 * where there is room.
 * @param {string} html
 */
function staged(html) {
  return html.replace(/<div class="scene">([^]*?)(<phasor-figure[^>]*><\/phasor-figure>)([^]*?)<\/div>/, `<div class="scene">
    <div class="above">$1</div>
    $2
    <div class="below">$3</div>
  </div>`);
}

/** What brings the next step of a derivation. */
const NEXT = `<p class="next"><button type="button"></button></p>`;

/**
 * The figure at the top of the page, with a picture for each theme and width, so that it is there before the
 * program is: style sheets show one of them.
 * @param {Draw} draw
 */
function hero(draw) {
  /** @type {[string, string][]} */
  const state = [["sentence", "adam ate the apple"], ["arrangement", "17"], ["shuffle", "0"]];
  const images = ["light", "dark"].map((theme) => {
    const narrow = draw("order-blind", state, { theme, width: "358" }).replace(/<img loading="lazy" src=|alt="[^"]*"/g, "").trim();
    const wide = draw("order-blind", state, { theme, width: "620" }).replace("<img", '<img fetchpriority="high"');
    return `<picture class="${theme}"><source media="(max-width: 47.99rem)" srcset=${narrow}${wide}</picture>`;
  });
  return `<phasor-figure id="hero" name="order-blind"${attributes(state)} controls="none">${images.join("")}</phasor-figure>`;
}

/** The switch of a rung whose paragraphs bring states. */
const FOLLOW = `<label class="follow"><input type="checkbox" role="switch" checked> The figure follows the text</label>`;

/**
 * A rung with its links, pictures and number.
 * @param {Rung} rung
 * @param {Slots} slots
 */
function dressed(rung, slots) {
  const scenes = explained(rung.html).split(/(?=<div class="scene">)/).map((html) => staged(linked(html, rung, slots)));
  const follow = /<p[^>]* data-set=/.test(rung.html) ? FOLLOW : "";
  const figures = scenes.join("").replace(/<phasor-figure([^>]*)><\/phasor-figure>/g, (_, written) => illustrated(written, rung, slots));
  const isWorded = slots.figures.some(({ name, parameters }) => parameters.includes("sentence") && figures.includes(`name="${name}" linked`));
  return numbered(rung, figures)
    // The picture begins beside the heading.
    .replace(/(<h2>[^]*?<\/h2>)\s*(<div class="scene">\s*<div class="above">)/, "$2$1")
    .replace(/(<ol class="derivation" data-steps[^]*?<\/ol>)/, `$1\n${NEXT}`)
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
 * What stands in the slots of the page.
 * @param {Figure[]} figures
 * @param {Draw} draw
 * @param {Check} check
 */
export function ladderSlots(figures, draw, check) {
  const all = rungs();
  const contents = all.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join("");
  const ids = new Set(all.map(({ id }) => id));
  const sections = all.map((rung) => dressed(rung, { figures, draw, check, ids })).join("\n").replaceAll(FORMULA, `${FORMULA} tabindex="0"`);
  checkGlossary(sections);
  const words = readFileSync(join(ROOT, "assets", "words", "words.txt"), "utf8").trim().split("\n");
  const known = words.sort((one, other) => one.localeCompare(other)).join(" ");
  return { hero: hero(draw), contents, rungs: sections, words: known, glossary: glossary() };
}
