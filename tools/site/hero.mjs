// The instrument at the top of the ladder. Its drawing is part of the page, so that readers see it with the first text, in
// the page's fonts, before the program has loaded.

import { all, append, is, readSvg, setFirst, writeSvg } from "./markup.mjs";

/** @typedef {import("./markup.mjs").Document} Document */
/** @typedef {import("./pictures.mjs").Drawing} Drawing */

export const NAME = "clockwork";

/** The state in which the first page opens. @type {[string, string][]} */
export const STATE = [
  ["base", "30"],
  ["dim", "20"],
  ["length", "96"],
  ["position", "38"],
  ["sentence", "adam ate the apple and the apple ate adam and"],
];

/** The drawings, by the class that style sheets show, with their widths in CSS pixels. */
const WIDTHS = { narrow: "358", middle: "944", wide: "1360" };

const COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * Returns the figure with its drawings. Both themes share a drawing: only colours differ, which become variables, and
 * images, of which a style sheet shows one.
 * @param {Drawing} drawing
 */
export function hero(drawing) {
  /** The variable of each pair of a light and a dark colour. @type {Map<string, string>} */
  const variables = new Map();
  /** @param {string} pair */
  const variable = (pair) => {
    variables.set(pair, variables.get(pair) ?? `--c${variables.size}`);
    return `var(${variables.get(pair)})`;
  };
  const drawings = Object.entries(WIDTHS).map(([name, width]) => {
    const [light, dark] = ["light", "dark"].map((theme) => readSvg(drawing(NAME, STATE, { theme, width })));
    merge(light, dark, variable);
    all(light, is("svg")).forEach((svg) => setFirst(svg, { class: name }));
    return writeSvg(light);
  });
  /** @param {number} theme */
  const rule = (theme) => [...variables].map(([pair, variable]) => `${variable}:${pair.split(" ")[theme]}`).join(";");
  const [light, dark] = [rule(0), rule(1)];
  /** @param {string} within @param {string} colours @param {string} hidden */
  const theme = (within, colours, hidden) => `${within}#hero { ${colours} } ${within}#hero :is(.light, .dark) { display: revert } ${within}#hero .${hidden} { display: none }`;
  const style = `<style>
${theme("", light, "dark")}
${theme('[data-theme="dark"] ', dark, "light")}
@media (prefers-color-scheme: dark) { ${theme(':root:not([data-theme="light"]) ', dark, "light")} }
</style>`;
  const attributes = STATE.map(([key, value]) => ` ${key}="${value}"`).join("");
  return `${style}\n<phasor-figure id="hero" name="${NAME}"${attributes} speed="3" controls="leading" autoplay>${drawings.join("")}</phasor-figure>`;
}

/**
 * Makes a drawing in light colours one in both, with the images of both.
 * @param {Document} light
 * @param {Document} dark The same drawing in dark colours.
 * @param {(pair: string) => string} variable Returns the variable of a light and a dark colour.
 */
function merge(light, dark, variable) {
  const [ours, others] = [light, dark].map((drawing) => all(drawing, () => true));
  ours.forEach((element, place) => {
    const other = others[place];
    for (const [key, colour] of Object.entries(element.attribs)) {
      if (COLOUR.test(colour)) {
        element.attribs[key] = variable(`${colour} ${other.attribs[key]}`);
      }
    }
    if (element.name === "image") {
      append(element, other);
      setFirst(element, { class: "light" });
      setFirst(other, { class: "dark" });
    }
  });
}
