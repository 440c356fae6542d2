// Draws pictures of figures: whole ones for browsers without scripts, for search engines and for print, and parts of them
// for the gallery's cards.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { list } from "../program/core.mjs";
import { fail } from "../setup/setup.mjs";
import { ASPECT, DRAWN, motifOf } from "./motifs.mjs";
import { all, element, first, is, readSvg, removeElement, setFirst, writeHtml, writeSvg } from "./markup.mjs";

/** @typedef {import("./markup.mjs").Element} Element */
/** The colours, light by default, and the width in CSS pixels. @typedef {{ theme?: string, width?: string }} Looks */

/**
 * Draws a figure in a state and returns the image as HTML, or nothing during development.
 * @typedef {(name: string, state?: [string, string][], looks?: Looks) => string} Draw
 */

/**
 * Draws a figure in a state and returns the SVG, or nothing during development.
 * @typedef {(name: string, state: [string, string][], looks: Looks) => string} Drawing
 */

/** Fails if a figure refuses a state. @typedef {(name: string, state: [string, string][]) => void} Check */

/**
 * Draws the part of a figure that stands for it, in a theme, and returns the address of the picture, or nothing during
 * development.
 * @typedef {(name: string, theme: string) => string} DrawMotif
 */

/** Returns a state as flags of the command line. @param {string[][]} state */
export const flags = (state) => state.flatMap(([key, value]) => [`--${key}`, value]);

/**
 * Returns a function that divides a state into the parameters of a figure and those of other figures, which share the
 * state of a rung.
 * @param {string} core
 */
function divider(core) {
  const { figures } = list(core);
  return (/** @type {string} */ name, /** @type {[string, string][]} */ state) => {
    const own = new Set(figures.find((figure) => figure.name === name)?.parameters);
    // The integer of a counter has no control, so it is not in the list.
    if (own.has("bits")) {
      own.add("value");
    }
    const others = state.filter(([key]) => !own.has(key)).map(([key, value]) => {
      const other = figures.find(({ parameters }) => parameters.includes(key));
      return { name: other?.name ?? fail(`The text names the parameter ${key}, which no figure has.`), state: [[key, value]] };
    });
    return { own: state.filter(([key]) => own.has(key)), others };
  };
}

/**
 * Returns a function that draws into a folder of the site, each picture once.
 * @param {string} core
 * @param {string} folder
 * @returns {Draw}
 */
export function pictures(core, folder) {
  mkdirSync(folder, { recursive: true });
  /** @type {Map<string, string>} */
  const drawn = new Map();
  const divide = divider(core);
  return (name, state = [], looks = {}) => {
    const settings = [...divide(name, state).own, ...Object.entries(looks)];
    const file = [name, ...settings.flat()].join("-").replace(/[^a-z0-9.-]+/g, "-");
    const draw = () => lazy(execFileSync(core, ["figure", name, ...flags(settings), "--html", "-o", join(folder, `${file}.svg`)], { encoding: "utf8" }));
    const image = drawn.get(file) ?? draw();
    drawn.set(file, image);
    return image;
  };
}

/**
 * Returns an image of the command line as one that loads when it is near, from the folder of pictures.
 * @param {string} html
 */
function lazy(html) {
  const image = element(html.trim());
  image.attribs.src = `pictures/${image.attribs.src}`;
  setFirst(image, { loading: "lazy" });
  return writeHtml(image);
}

/** Returns a new folder that is removed at the end. */
function temporary() {
  const folder = mkdtempSync(join(tmpdir(), "phasor-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Returns a function that draws without leaving a file.
 * @param {string} core
 * @returns {Drawing}
 */
export function drawings(core) {
  const file = join(temporary(), "drawing.svg");
  const divide = divider(core);
  return (name, state, looks) => {
    execFileSync(core, ["figure", name, ...flags([...divide(name, state).own, ...Object.entries(looks)]), "-o", file]);
    return readFileSync(file, "utf8").trim();
  };
}

/**
 * Returns a function that fails if a figure refuses a state.
 * @param {string} core
 * @returns {Check}
 */
export function checks(core) {
  const folder = temporary();
  /** Figures in states that were accepted. @type {Set<string>} */
  const accepted = new Set();
  const divide = divider(core);
  /** @param {string} name @param {string[][]} state */
  const check = (name, state) => {
    const command = [name, ...flags(state)].join(" ");
    if (accepted.has(command)) {
      return;
    }
    const { status, stderr } = spawnSync(core, ["figure", name, ...flags(state), "-o", join(folder, "state.svg")], { encoding: "utf8" });
    if (status !== 0) {
      fail(`The text names a state that the figure ${name} refuses. ${stderr.trim()} Correct the link in assets/ladder.`);
    }
    accepted.add(command);
  };
  return (name, state) => {
    const { own, others } = divide(name, state);
    check(name, own);
    others.forEach((other) => check(other.name, other.state));
  };
}

/**
 * Returns a function that draws the motifs of figures into a folder of the site, each once.
 * @param {string} core
 * @param {string} folder
 * @returns {DrawMotif}
 */
export function motifs(core, folder) {
  mkdirSync(folder, { recursive: true });
  /** @type {Set<string>} */
  const drawn = new Set();
  return (name, theme) => {
    const file = `${name}-${theme}.svg`;
    const motif = motifOf(name);
    if (!drawn.has(file)) {
      execFileSync(core, ["figure", name, ...flags([...motif.state, ["width", `${DRAWN}`], ["theme", theme]]), "-o", join(folder, file)]);
      writeFileSync(join(folder, file), cut(readFileSync(join(folder, file), "utf8"), motif));
      drawn.add(file);
    }
    return `pictures/cards/${file}`;
  };
}

/**
 * Cuts a drawing to its motif. Texts would be too small there, and images elsewhere may be most of the bytes.
 * @param {string} svg
 * @param {import("./motifs.mjs").Motif} motif
 */
function cut(svg, motif) {
  const document = readSvg(svg);
  const picture = first(document, is("svg")) ?? fail("A figure of the command line is not an SVG.");
  const unit = Number(picture.attribs.viewBox.split(" ")[2]) / DRAWN;
  const [x, y, width, height] = [motif.x, motif.y, motif.width, motif.width / ASPECT].map((pixels) => Math.round(unit * pixels));
  picture.attribs.viewBox = `${x} ${y} ${width} ${height}`;
  delete picture.attribs.width;
  delete picture.attribs.height;
  const isOutside = (/** @type {Element} */ { attribs }) => Number(attribs.x) >= x + width || Number(attribs.y) >= y + height;
  [...all(picture, is("text")), ...all(picture, is("image")).filter(isOutside)].forEach(removeElement);
  return writeSvg(document);
}
