// The figure at the top of the ladder. Its drawing is part of the page, so that readers see it with the first text, in
// the page's fonts, before the program has loaded.

/** @typedef {import("./pictures.mjs").Drawing} Drawing */

const NAME = "order-blind";

/** @type {[string, string][]} */
const STATE = [["sentence", "adam ate the apple"], ["arrangement", "17"], ["shuffle", "0"]];

/** The drawings for a phone and for wider windows, by the class that style sheets show, with their widths in CSS pixels. */
const WIDTHS = { narrow: "358", wide: "620" };

const COLOUR = /#[0-9a-f]{6}\b/gi;

/**
 * Returns the figure with its drawings. Both themes share a drawing: only colours differ, which become variables.
 * @param {Drawing} drawing
 */
export function hero(drawing) {
  /** The variable of each pair of a light and a dark colour. @type {Map<string, string>} */
  const variables = new Map();
  const drawings = Object.entries(WIDTHS).map(([name, width]) => {
    const dark = [...drawing(NAME, STATE, { theme: "dark", width }).matchAll(COLOUR)];
    let place = 0;
    return drawing(NAME, STATE, { theme: "light", width })
      .replace("<svg", `<svg class="${name}"`)
      .replaceAll(COLOUR, (light) => {
        const pair = `${light} ${dark[place++]}`;
        variables.set(pair, variables.get(pair) ?? `--c${variables.size}`);
        return `var(${variables.get(pair)})`;
      });
  });
  /** @param {number} theme */
  const rule = (theme) => [...variables].map(([pair, variable]) => `${variable}:${pair.split(" ")[theme]}`).join(";");
  const [light, dark] = [rule(0), rule(1)];
  const style = `<style>
#hero { ${light} }
[data-theme="dark"] #hero { ${dark} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) #hero { ${dark} } }
</style>`;
  const attributes = STATE.map(([key, value]) => ` ${key}="${value}"`).join("");
  return `${style}\n<phasor-figure id="hero" name="${NAME}"${attributes} controls="none">${drawings.join("")}</phasor-figure>`;
}
