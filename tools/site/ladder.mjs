// The contents of the ladder's page: the text of assets/ladder, one file for each rung, with a picture of each figure
// for browsers without scripts, for search engines and for print.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { escaped } from "../../assets/pages/markup.js";
import { ROOT, fail } from "../setup/setup.mjs";
import { checkGlossary, explain, glossary } from "./glossary.mjs";
import { all, append, appendAll, appendChild, element, first, inside, is, isTag, nextElementSibling, prependChild, readHtml, removeElement, replaceElement, setFirst, writeHtml } from "./markup.mjs";
import { fillModels } from "./models.mjs";
import { routeSlots } from "./routes.mjs";

/** @typedef {import("../program/core.mjs").Figure} Figure */
/** @typedef {import("../program/core.mjs").Model} Model */
/** @typedef {import("./markup.mjs").Document} Document */
/** @typedef {import("./markup.mjs").Element} Element */
/** @typedef {import("./markup.mjs").Node} Node */
/** @typedef {import("./pictures.mjs").Draw} Draw */
/** @typedef {import("./pictures.mjs").Check} Check */

const FROM = join(ROOT, "assets", "ladder");

const isFigure = is("phasor-figure");
const isScene = is("div", { class: "scene" });

/** A figure that shares the state of its rung. @param {Element} figure */
export const isLinked = (figure) => isFigure(figure) && Object.keys(figure.attribs).join() === "name";

/** A link that sets the figure beside it. @param {Element} link */
const isState = ({ name, attribs }) => name === "a" && ["data-set", "data-play", "data-keep"].some((key) => key in attribs);

/** A displayed formula. It gets a tabindex, so that keys can also scroll it on a narrow screen. */
const isFormula = is("math", { display: "block" });

/**
 * A rung of the ladder. `home` is the state of its figures that its text describes. `takeaway` and `still` are its last
 * two lines, as HTML; `label` says whether the second is an objection or a question. `isShort` says whether the rung is on
 * the short route, where `stillShort` may replace the last line, since it leads to another rung.
 * @typedef {{ number: number, id: string, title: string, home: [string, string][], html: string, takeaway: string, label: string, still: string, stillShort: string | undefined, isShort: boolean }} Rung
 */

/** The rungs that follow a rung on the two routes, if any does. @typedef {{ long: Rung | undefined, short: Rung | undefined }} Next */

/** The labels of a rung's last line, by its class. @type {Record<string, string>} */
const LABELS = { "still-wrong": "Still wrong", "still-open": "Still open" };

/** The last line of a rung. @type {import("./markup.mjs").Test} */
const isStill = ({ name, attribs }) => name === "p" && attribs.class in LABELS;

const isTakeaway = is("p", { class: "takeaway" });

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
    const tree = readHtml(html);
    const [section, heading] = [first(tree, is("section", { class: "rung" })), first(tree, is("h2"))];
    if (!section?.attribs.id || !heading) {
      fail(`assets/ladder/${name} must begin with <section class="rung" id="..."> and have an <h2>.`);
    }
    const [takeaway, still] = [first(tree, isTakeaway), first(tree, isStill)];
    if (!takeaway || !still) {
      fail(`assets/ladder/${name} must end with <p class="takeaway"> and <p class="still-wrong"> or <p class="still-open">.`);
    }
    const { id, "data-state": home = "" } = section.attribs;
    const [label, lines] = [LABELS[still.attribs.class], [takeaway, still].map(inside)];
    const isShort = "data-short" in section.attribs;
    return { number: Number(name.slice(0, 2)), id, title: inside(heading), home: state(home), html, takeaway: lines[0], label, still: lines[1], stillShort: still.attribs["data-short"], isShort };
  });
}

/** Returns the pairs of a state such as `position=252 bits=8`. @param {string} words */
const state = (words) => [...new URLSearchParams(words.trim().replaceAll(/\s+/g, "&"))];

/** @param {[string, string][]} pairs */
const attributes = (pairs) => pairs.map(([key, value]) => ` ${key}="${escaped(value)}"`).join("");

/**
 * Gives a figure whose attributes are its state its picture.
 * @param {Element} figure
 * @param {Draw} draw
 */
function drawAlone(figure, draw) {
  const { name, ...state } = figure.attribs;
  appendAll(figure, readHtml(draw(name, Object.entries(state))).children);
}

/**
 * Gives a figure its picture. The figures of a rung share its state, unless they have their own attributes. Links can
 * name a figure, or the rung with the same name.
 * @param {Element} figure
 * @param {Rung} rung
 * @param {Slots} slots
 */
function illustrate(figure, { id, home }, { figures, draw, ids }) {
  const { name } = figure.attribs;
  if (!isLinked(figure)) {
    drawAlone(figure, draw);
    return;
  }
  const anchor = ids.has(name) ? "" : ` id="${name}"`;
  const keys = figures.find((figure) => figure.name === name)?.parameters.join(" ");
  replaceElement(figure, element(`<div class="sight">
    <phasor-figure${anchor} name="${name}" linked="${id}"${attributes(home)}>${draw(name, home)}</phasor-figure>
    <p class="differs empty" data-keys="${keys}"><span></span> <button type="button">Restore</button></p>
  </div>`));
}

/**
 * Completes the links that set the figure of their scene, or of the scene before them: without scripts, each opens its
 * state as an address. Also checks that the figure accepts the states of links and paragraphs.
 * @param {Document} tree
 * @param {Rung} rung
 * @param {Slots} slots
 */
function link(tree, { id, home }, { check }) {
  /** The figure of the current scene. @type {string | undefined} */
  let name;
  for (const element of all(tree, (element) => isScene(element) || isState(element) || "data-set" in element.attribs)) {
    name = isScene(element) ? first(element, isLinked)?.attribs.name : name;
    const { "data-set": words } = element.attribs;
    const wanted = [...new Map([...home, ...state(words ?? "")])];
    if (isState(element) || words !== undefined) {
      check(name ?? fail(`The state "${words}" of the rung ${id} must be in a scene with a figure; move it into one.`), wanted);
    }
    if (isState(element)) {
      setFirst(element, { class: "state", href: `?${escaped(String(new URLSearchParams(wanted)))}#${name}` });
    }
  }
}

/**
 * Divides a scene into the text above its figure, the figure, and the text below. On a wide screen, text and figure
 * are side by side. The figure's caption is between text and figure, or at the end of the text beside it.
 * @param {Element} scene
 * @param {Figure[]} figures
 */
function stage(scene, figures) {
  const place = scene.children.findIndex((child) => isTag(child) && isFigure(child));
  const figure = scene.children[place];
  if (!figure || !isTag(figure)) {
    return;
  }
  const [above, below] = [scene.children.slice(0, place), scene.children.slice(place + 1)];
  const caption = figures.find(({ name }) => name === figure.attribs.name)?.caption ?? fail(`There is no figure ${figure.attribs.name}.`);
  prependChild(scene, element(`<p class="caption">${escaped(caption)}</p>`));
  prependChild(scene, part("above", above));
  appendChild(scene, part("below", below));
}

/**
 * Moves the models and the sources that follow the last scene of a rung into it, so that they are beside its figure.
 * @param {Document} tree
 */
function close(tree) {
  const scene = all(tree, isScene).at(-1);
  /** @type {Element[]} */
  const closing = [];
  for (let next = scene && nextElementSibling(scene); next && ["models", "sources"].includes(next.attribs.class); next = nextElementSibling(next)) {
    closing.push(next);
  }
  if (scene && closing.length > 0) {
    appendChild(scene, part("closing", closing));
  }
}

/**
 * @param {string} name
 * @param {Node[]} children
 */
function part(name, children) {
  const whole = element(`<div class="${name}"></div>`);
  appendAll(whole, children);
  return whole;
}

/**
 * Makes a derivation show the steps up to that of the rung, with a button for the next one.
 * @param {Element} list
 * @param {Rung} rung
 */
function derive(list, { home }) {
  const reached = Number(new Map(home).get(list.attribs["data-steps"]));
  all(list, is("li")).slice(reached).forEach((step) => setFirst(step, { class: "later" }));
  append(list, element('<p class="next"><button type="button"></button></p>'));
}

/** The switch of a rung whose paragraphs set states. */
const FOLLOW = '<label class="follow"><input type="checkbox" role="switch" checked> The figure follows the text</label>';

/**
 * Numbers the heading of a rung, and moves it into the scene that it begins, so that the picture begins beside it.
 * @param {Element} heading
 * @param {Rung} rung
 * @param {boolean} follows Whether paragraphs set states.
 */
function head(heading, { number, id, title }, follows) {
  const numbered = element(`<h2><a href="#${id}"><span class="number">${number}</span>${title}</a></h2>`);
  replaceElement(heading, numbered);
  const next = nextElementSibling(numbered);
  const scene = next && isScene(next) && !("data-set" in next.attribs) ? first(next, is("div", { class: "above" })) : undefined;
  if (scene) {
    prependChild(scene, numbered);
  }
  if (follows) {
    append(numbered, element(FOLLOW));
  }
}

/**
 * Puts the last two lines of a rung into a frame, with a link to what comes next.
 * @param {Document} tree
 * @param {Rung} rung
 * @param {Next} next
 */
function conclude(tree, { takeaway, label, still, stillShort, isShort }, next) {
  const open = stillShort ? `<span class="on-long">${still}</span><span class="on-short">${stillShort}</span>` : still;
  const onShort = isShort ? `<span class="on-short">${onward(next.short)} <button type="button" data-route="long">Show all of this rung</button></span>` : "";
  all(tree, isStill).forEach(removeElement);
  all(tree, isTakeaway).forEach((line) => replaceElement(line, element(`<footer class="conclusion">
    <p class="takeaway"><span class="label">Take away</span> <span class="line">${takeaway}</span></p>
    <p class="still"><span class="label">${label}</span> ${open}</p>
    <p class="next-rung"><span class="on-long">${onward(next.long)}</span>${onShort}</p>
  </footer>`)));
}

/** Returns the link to a rung, or to what comes after the last one. @param {Rung | undefined} rung */
const onward = (rung) => rung
  ? `<a href="#${rung.id}"><span class="place">${rung.number}</span> ${rung.title}</a>`
  : '<a href="#ending">What next?</a>';

/**
 * Returns the HTML of a rung with its links, pictures and number.
 * @param {Rung} rung
 * @param {Next} next
 * @param {Slots} slots
 */
function dressed(rung, next, slots) {
  const tree = readHtml(rung.html);
  explain(tree);
  fillModels(tree, slots.models);
  link(tree, rung, slots);
  all(tree, isScene).forEach((scene) => stage(scene, slots.figures));
  close(tree);
  conclude(tree, rung, next);
  // Of two pictures of one figure, links lead to the first.
  const ids = new Set(slots.ids);
  all(tree, isFigure).forEach((figure) => {
    illustrate(figure, rung, { ...slots, ids });
    ids.add(figure.attribs.name);
  });
  all(tree, is("ol", { class: "derivation", "data-steps": true })).forEach((list) => derive(list, rung));
  all(tree, is("h2")).slice(0, 1).forEach((heading) => head(heading, rung, all(tree, is("p", { "data-set": true })).length > 0));
  all(tree, isFormula).forEach((formula) => setFirst(formula, { tabindex: "0" }));
  const worded = new Set(slots.figures.filter(({ parameters }) => parameters.includes("sentence")).map(({ name }) => name));
  if (all(tree, is("phasor-figure", { linked: true })).some(({ attribs }) => worded.has(attribs.name))) {
    all(tree, is("section", { class: "rung" })).forEach((section) => setFirst(section, { "data-worded": "" }));
  }
  return writeHtml(tree);
}

/**
 * Returns the HTML of the section before the rungs, with its picture. No rung's state sets its figure.
 * @param {Figure[]} figures
 * @param {Draw} draw
 */
function introduction(figures, draw) {
  const tree = readHtml(readFileSync(join(FROM, "why.html"), "utf8"));
  all(tree, isScene).forEach((scene) => stage(scene, figures));
  all(tree, isFigure).forEach((figure) => {
    drawAlone(figure, draw);
    replaceElement(figure, element(`<div class="sight">${writeHtml(figure)}</div>`));
  });
  return writeHtml(tree);
}

/**
 * Returns the contents of the page's slots.
 * @param {{ figures: Figure[], models: Model[] }} known
 * @param {Draw} draw
 * @param {Check} check
 */
export function ladderSlots({ figures, models }, draw, check) {
  const all = rungs();
  const contents = all.map(({ number, id, title, isShort }) => `<li value="${number}"${isShort ? " data-short" : ""}><a href="#${id}">${title}</a></li>`).join("");
  const ids = new Set(all.map(({ id }) => id));
  const sections = all.map((rung, place) => {
    const later = all.slice(place + 1);
    return dressed(rung, { long: later[0], short: later.find(({ isShort }) => isShort) }, { figures, models, draw, check, ids });
  });
  checkGlossary(all.map(({ html }) => html).join(""));
  const words = readFileSync(join(ROOT, "assets", "words", "words.txt"), "utf8").trim().split("\n");
  const known = words.sort((one, other) => one.localeCompare(other)).join(" ");
  return { contents, ...routeSlots(all), why: introduction(figures, draw), rungs: sections.join("\n"), words: known, glossary: glossary() };
}
