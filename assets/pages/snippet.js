// The code that puts a figure into a post, by the kind of host.

import { FRAMES, loaded, loader } from "../embed/loader.js";
import { escaped, iframe } from "./markup.js";

const HERE = new URL(".", location.href).href;

/** The folder of the element. */
const EMBED = `${HERE}embed/`;

/**
 * A figure as the reader has set it up. `state` holds its parameters, and `attributes` the other attributes that
 * differ from the defaults. `properties` and `parts` are the host's rules. If `isPinned`, browsers shall accept only the
 * scripts of this build. `width` is the greatest width and `height`
 * the current height, both in CSS pixels.
 * @typedef {{
 *   name: string, alt: string, height: number, width: string, event: string, isPinned: boolean,
 *   state: URLSearchParams, attributes: URLSearchParams, properties: [string, string][], parts: [string, string][],
 * }} Shown
 */

/** The height of the link to the whole page below a figure in a frame, in CSS pixels. */
const LINK = 28;

/** @param {Shown} shown */
function permalink({ name, state }) {
  return `${HERE}${state.size ? `?${state}` : ""}#${name}`;
}

/** @param {Shown} shown */
function frame({ name, state, attributes, properties }) {
  return `${HERE}embed.html?${new URLSearchParams([["name", name], ...state, ...attributes, ...properties])}`;
}

/**
 * @param {Shown} shown
 * @param {(key: string) => string} bare Writes an attribute without a value for this host.
 */
function written({ name, state, attributes }, bare = (key) => key) {
  const pairs = [["name", name], ...state, ...attributes];
  return pairs.map(([key, value]) => ` ${value ? `${key}="${escaped(value)}"` : bare(key)}`).join("");
}

/**
 * Returns the rules of a style sheet for the figure, which may be empty.
 * @param {Pick<Shown, "properties" | "parts" | "width">} shown
 */
export function rules({ properties, parts, width }) {
  const own = [...properties, ...(width ? [["max-width", `${width}px`]] : [])].map(([name, value]) => `  ${name}: ${value};\n`);
  const all = [own.length > 0 ? `phasor-figure {\n${own.join("")}}` : "", ...parts.map(([name, declarations]) => `phasor-figure::part(${name}) { ${declarations} }`)];
  // The reader's text must not be able to close the style element.
  return all.filter(Boolean).join("\n").replaceAll("<", "\\3c ");
}

/** @param {Shown} shown */
function tag(shown) {
  const style = rules(shown);
  const script = `<script type="module">
  document.querySelector("phasor-figure[name=${shown.name}]").addEventListener("${shown.event}", ({ detail }) => console.log(detail));
</script>`;
  return [
    loader(EMBED, shown.isPinned),
    ...(style ? [`<style>\n${style}\n</style>`] : []),
    `<phasor-figure${written(shown)}>`,
    // The attribute works without style sheets, and where a security policy refuses style attributes.
    `  <a href="${escaped(permalink(shown))}"><img src="${shown.name}.svg" alt="${escaped(shown.alt)}" width="100%"></a>`,
    "</phasor-figure>",
    ...(shown.event ? [script] : []),
  ].join("\n");
}

/** @param {Shown} shown */
function astro(shown) {
  const tag = `<phasor-figure${written(shown)}></phasor-figure>`;
  // In MDX, Astro drops the value of attributes such as `controls`, which are boolean on other HTML elements.
  const safe = shown.attributes.has("controls") ? `<Fragment set:html={${JSON.stringify(tag)}} />` : tag;
  return `{/* Once, in the layout: <script>import "phasor-figure";</script> */}\n\n${safe}`;
}

/**
 * The groups of controls that a host can use in addition to the state, and its code.
 * @type {Record<string, { takes: string[], code: (shown: Shown) => string }>}
 */
export const HOSTS = {
  tag: { takes: ["attributes", "properties", "parts", "events", "integrity"], code: tag },
  iframe: {
    takes: ["attributes", "properties", "integrity"],
    code: (shown) => `${iframe(frame(shown), shown.alt, shown.height + LINK, shown.width || "100%")}
${loaded(EMBED, shown.isPinned, FRAMES)}`,
  },
  markdown: {
    takes: [],
    code: (shown) => `[![${shown.alt.replace(/[[\]]/g, "")}](${shown.name}.svg)](${permalink(shown)})`,
  },
  hugo: {
    takes: ["attributes", "properties", "parts"],
    // Hugo does not accept bare parameters next to named ones.
    code: (shown) => `{{< phasor-figure${written(shown, (key) => `${key}="true"`)} >}}`,
  },
  astro: {
    takes: ["attributes", "properties", "parts"],
    code: astro,
  },
  mdx: {
    takes: ["attributes", "properties", "parts"],
    code: (shown) => `import "phasor-figure";

<phasor-figure${written(shown)}></phasor-figure>`,
  },
  jupyter: {
    takes: ["attributes", "properties"],
    code: (shown) => `from IPython.display import IFrame
IFrame(${JSON.stringify(frame(shown))}, width="${shown.width || "100%"}", height=${shown.height + LINK})`,
  },
  link: { takes: [], code: permalink },
};

/** Hosts that need the rules in a separate style sheet. */
export const APART = ["hugo", "astro", "mdx"];
