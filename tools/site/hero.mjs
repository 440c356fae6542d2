// The instrument at the top of the ladder. Its drawing is part of the page, so that readers see it with the first text, in
// the page's fonts, before the program has loaded.

/** @typedef {import("./pictures.mjs").Drawing} Drawing */

const NAME = "clockwork";

/** @type {[string, string][]} */
const STATE = [
  ["base", "30"],
  ["dim", "20"],
  ["length", "96"],
  ["position", "38"],
  ["sentence", "adam ate the apple and the apple ate adam and"],
];

/** The drawings, by the class that style sheets show, with their widths in CSS pixels. */
const WIDTHS = { narrow: "358", middle: "944", wide: "1360" };

const COLOUR = /#[0-9a-f]{6}\b/gi;
const IMAGE = /<image [^>]*>/g;

/**
 * Returns the figure with its drawings. Both themes share a drawing: only colours differ, which become variables, and
 * images, of which a style sheet shows one.
 * @param {Drawing} drawing
 */
export function hero(drawing) {
  /** The variable of each pair of a light and a dark colour. @type {Map<string, string>} */
  const variables = new Map();
  const drawings = Object.entries(WIDTHS).map(([name, width]) => {
    const dark = drawing(NAME, STATE, { theme: "dark", width });
    const [colours, images] = [dark.matchAll(COLOUR), dark.matchAll(IMAGE)].map((all) => [...all].map(([match]) => match));
    let place = 0;
    return drawing(NAME, STATE, { theme: "light", width })
      .replace("<svg", `<svg class="${name}"`)
      .replaceAll(COLOUR, (light) => {
        const pair = `${light} ${colours[place++]}`;
        variables.set(pair, variables.get(pair) ?? `--c${variables.size}`);
        return `var(${variables.get(pair)})`;
      })
      .replaceAll(IMAGE, (light) => [light, images.shift()].map((image, theme) => image?.replace("<image", `<image class="${["light", "dark"][theme]}"`)).join(""));
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
