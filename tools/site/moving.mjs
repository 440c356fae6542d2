// Joins pictures of one figure in several states into one SVG that moves through them and back, without end.

import { all, is, isTag, readSvg, writeSvg } from "./markup.mjs";

/** @typedef {import("./markup.mjs").Element} Element */

/** What says in words what a picture shows. */
const isText = (/** @type {Element} */ { name }) => name === "title" || name === "desc";

/** The font of all texts. */
const FONT = "Inter, system-ui, sans-serif";

/** Attributes that a picture need not have, with their values. @type {[string, string][]} */
const DEFAULTS = [["opacity", "1"], ["stroke", "none"], ["font-family", FONT]];

/** Attributes that two decimals are enough for. */
const ROUNDED = ["opacity", "stroke-opacity", "fill-opacity", "font-size"];

/**
 * Returns a line as the data of a path. The points after the first are relative, which takes fewer bytes.
 * @param {string} points
 */
function path(points) {
  const all = points.trim().split(" ").map((point) => point.split(",").map(Number));
  const steps = all.slice(1).map(([x, y], place) => `${x - all[place][0]},${y - all[place][1]}`);
  return `M${all[0]}l${steps.join(" ")}`;
}

/**
 * Makes an element shorter: without defaults, with rounded numbers and relative points.
 * @param {Element} element
 */
function shorten(element) {
  const { attribs } = element;
  if (attribs.stroke === "none") {
    delete attribs["stroke-width"];
  }
  DEFAULTS.filter(([key, value]) => attribs[key] === value).forEach(([key]) => delete attribs[key]);
  if (element.name === "polyline") {
    const { points, ...rest } = attribs;
    element.name = "path";
    element.attribs = { ...rest, d: path(points) };
  }
  ROUNDED.filter((key) => key in element.attribs).forEach((key) => (element.attribs[key] = `${Number(Number(element.attribs[key]).toFixed(2))}`));
}

/** Returns a dot as a line without length, whose ends are round. @param {Element} mark @returns {[string, Record<string, string>]} */
function dot({ attribs: { cx, cy, r, fill, ...rest } }) {
  return [`M${cx},${cy}h0`, { ...rest, fill: "none", stroke: fill, "stroke-width": `${2 * Number(r)}`, "stroke-linecap": "round" }];
}

/**
 * Returns the marks of a picture in their order, as text. Lines and dots of one look that follow each other are one mark.
 * @param {Element} svg
 */
function marks(svg) {
  /** @type {string[]} */
  const written = [];
  let last = "";
  for (const mark of svg.children.filter(isTag).filter((child) => !isText(child))) {
    if (mark.name === "circle" && mark.attribs.fill !== "none" && !mark.attribs.stroke) {
      const [d, look] = dot(mark);
      mark.name = "path";
      mark.attribs = { ...look, d };
    }
    const { d, ...look } = mark.attribs;
    const name = mark.name === "path" && look.fill === "none" ? JSON.stringify(look) : "";
    if (name && name === last) {
      written.push(`${written.pop()?.replace(/"\/>$/, "")}${d}"/>`);
    } else {
      written.push(writeSvg(mark));
    }
    last = name;
  }
  return written;
}

/**
 * Returns the longest list of texts that both lists have in the same order.
 * @param {string[]} one
 * @param {string[]} other
 */
function shared(one, other) {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      lengths[row][column] = one[row] === other[column] ? lengths[row + 1][column + 1] + 1 : Math.max(lengths[row + 1][column], lengths[row][column + 1]);
    }
  }
  const both = [];
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    if (one[row] === other[column]) {
      both.push(one[row]);
      row += 1;
      column += 1;
    } else if (lengths[row + 1][column] >= lengths[row][column + 1]) {
      row += 1;
    } else {
      column += 1;
    }
  }
  return both;
}

/**
 * Returns what stands in a picture before, between and after the marks that all pictures share.
 * @param {string[]} picture
 * @param {string[]} still
 */
function gaps(picture, still) {
  const gaps = [""];
  for (const mark of picture) {
    if (mark === still[gaps.length - 1]) {
      gaps.push("");
    } else {
      gaps[gaps.length - 1] += mark;
    }
  }
  return gaps;
}

/**
 * The rules that show one picture after the other, and then backwards. A reader who asks for reduced motion sees the
 * first one.
 * @param {number} n_pictures
 * @param {number} seconds From the first picture to the last one and back.
 */
function rules(n_pictures, seconds) {
  const steps = 2 * (n_pictures - 1);
  const part = (/** @type {number} */ step) => `${Number(((100 * step) / steps).toFixed(3))}%`;
  const rule = (/** @type {number} */ place) => {
    const times = [...new Set([place, steps - place])].filter((step) => step < steps);
    const visible = times.map((step) => `${part(step)}{visibility:visible}${part(step + 1)}{visibility:hidden}`).join("");
    return `@keyframes p${place}{${place ? "0%{visibility:hidden}" : ""}${visible}}.p${place}{animation-name:p${place}}`;
  };
  const each = Array.from({ length: n_pictures }, (_, place) => rule(place)).join("\n");
  return `.p{visibility:hidden;animation:${seconds}s step-end infinite}.p0{visibility:visible}
@media(prefers-reduced-motion:reduce){.p{animation:none}}
${each}`;
}

/**
 * Joins pictures of the same size into one that moves.
 * @param {string[]} pictures SVG, as the command line draws it.
 * @param {number} seconds From the first picture to the last one and back.
 */
export function moving(pictures, seconds) {
  const svgs = pictures.map((picture) => all(readSvg(picture), is("svg"))[0]);
  svgs.forEach((svg) => all(svg, () => true).forEach(shorten));
  const drawn = svgs.map(marks);
  const still = drawn.reduce(shared);
  const parts = drawn.map((marks) => gaps(marks, still));
  const between = still.concat("").map((mark, place) => {
    const changing = parts.map((gaps, picture) => (gaps[place] ? `<g class="p p${picture}">${gaps[place]}</g>` : "")).join("\n");
    return changing + mark;
  });
  const [first] = svgs;
  first.attribs["font-family"] = FONT;
  first.children = first.children.filter((child) => isTag(child) && isText(child));
  const style = `<style>${rules(pictures.length, seconds)}</style>`;
  // Lines that are empty take bytes and show nothing.
  return writeSvg(first).replace(/<\/svg>$/, `\n${style}\n${between.join("\n")}</svg>\n`).replaceAll(/\n{2,}/g, "\n");
}
