// Draws the picture at the top of README.md: three figures side by side, once in light and once in dark colours.
// The command line draws the figures, so the picture is what readers get. With --check, compares the stored picture with
// a new one instead.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCore } from "../program/core.mjs";
import { ROOT, fail, setUpCore } from "../setup/setup.mjs";
import { print, step } from "../setup/steps.mjs";
import { all, first, inside, is, readSvg, setFirst, writeSvg } from "./markup.mjs";
import { flags } from "./pictures.mjs";

/** @typedef {import("./markup.mjs").Document} Document */
/** @typedef {import("./markup.mjs").Element} Element */

/** The figures from left to right, each with its state. @type {[string, [string, string][]][]} */
const FIGURES = [
  ["sine-waves", [["length", "64"], ["far-offset", "36"], ["pairs", "0,2,4,7,10,14"]]],
  ["distance-heatmap", []],
  ["rotation-angles", [["dim", "56"]]],
];

/** The themes, with the colour of a title in each. */
const THEMES = { light: "#1f1d1a", dark: "#ece9e2" };

/** CSS pixels: the width of a figure, the height of the row, the space around figures, the height of a title. */
const [WIDTH, HEIGHT, SPACE, TITLE] = [340, 428, 24, 32];

/** The most bytes of the two pictures together. */
const BUDGET = 150_000;

const FONT = "Inter, system-ui, sans-serif";

/** Attributes that a figure's picture need not have, with their values. A stroke that is not drawn needs no width. @type {[string, string][]} */
const DEFAULTS = [["font-family", FONT], ["opacity", "1"], ["stroke", "none"]];

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
 * Makes an element of a drawing shorter: without defaults and without the font, with rounded numbers.
 * @param {Element} element
 */
function shorten(element) {
  const { attribs } = element;
  if (attribs.stroke === "none" && attribs["stroke-width"] === "1") {
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

/**
 * A figure with its title above it.
 * @param {Document} drawing
 * @param {number} place Counted from 0, from the left.
 * @param {string} color
 */
function panel(drawing, place, color) {
  const x = `${SPACE + place * (WIDTH + SPACE)}`;
  all(drawing, () => true).forEach(shorten);
  all(drawing, is("svg")).forEach((svg) => setFirst(svg, { x, y: `${SPACE + TITLE}` }));
  const title = `<text x="${x}" y="${SPACE + 16}" font-size="17" font-weight="600" fill="${color}">${inside(part(drawing, "title"))}</text>`;
  // An empty line would end the drawing in the documentation of the crate, which is Markdown.
  return `${title}\n${writeSvg(drawing)}`.replaceAll(/\n{2,}/g, "\n");
}

/**
 * Returns the first part of a drawing with a name.
 * @param {Document} drawing
 * @param {string} name
 */
const part = (drawing, name) => first(drawing, is(name)) ?? fail(`A figure of the command line has no ${name}.`);

/**
 * The whole picture. Its ground is that of the figures.
 * @param {Document[]} figures
 * @param {string} color
 */
function row(figures, color) {
  const width = SPACE + figures.length * (WIDTH + SPACE);
  const height = HEIGHT + TITLE + 2 * SPACE;
  const surface = part(figures[0], "rect").attribs.fill;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" rx="12" fill="${surface}"/>
<g font-family="${FONT}">
${figures.map((drawing, place) => panel(drawing, place, color)).join("")}</g>
</svg>
`;
}

const isCheck = process.argv.includes("--check");
await setUpCore();
const core = await step({ title: "Compiling the command line, which draws pictures", seconds: 40 }, buildCore);
const out = join(ROOT, "assets", "readme");
mkdirSync(out, { recursive: true });
const drafts = mkdtempSync(join(tmpdir(), "phasor-readme-"));
let bytes = 0;
for (const [theme, color] of Object.entries(THEMES)) {
  const figures = FIGURES.map(([name, state]) => {
    const file = join(drafts, `${name}.svg`);
    execFileSync(core, ["figure", name, ...flags(state), "--theme", theme, "--width", `${WIDTH}`, "-o", file]);
    return readSvg(readFileSync(file, "utf8"));
  });
  const picture = row(figures, color);
  bytes += Buffer.byteLength(picture);
  const file = join(out, `figures-${theme}.svg`);
  if (!isCheck) {
    writeFileSync(file, picture);
  } else if (readFileSync(file, "utf8") !== picture) {
    fail(`${file} is not what the command line draws; run npm run readme, and look at the result.`);
  }
}
rmSync(drafts, { recursive: true });
if (bytes > BUDGET) {
  fail(`The pictures of the README have ${bytes} bytes, ${BUDGET} at most; show fewer pairs or positions in tools/site/readme.mjs.`);
}
print(`${isCheck ? "Compared" : "Wrote"} assets/readme/figures-light.svg and figures-dark.svg, ${bytes} bytes.`);
