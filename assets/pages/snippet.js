// The code with which a figure is put into a post, by the kind of host.

import { escaped, iframe } from "./markup.js";

const HERE = new URL(".", location.href).href;

/**
 * A figure as it was set up: `state` are its parameters and `attributes` what else differs from the defaults;
 * `properties` and `parts` are the host's rules, `width` the most CSS pixels of it, `height` those of it here.
 * @typedef {{
 *   name: string, alt: string, height: number, width: string, event: string,
 *   state: URLSearchParams, attributes: URLSearchParams, properties: [string, string][], parts: [string, string][],
 * }} Shown
 */

/** CSS pixels that a frame has below its figure, for the link to the whole page. */
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
 * @param {(key: string) => string} bare How the host writes what is there or not.
 */
function written({ name, state, attributes }, bare = (key) => key) {
  const pairs = [["name", name], ...state, ...attributes];
  return pairs.map(([key, value]) => ` ${value ? `${key}="${escaped(value)}"` : bare(key)}`).join("");
}

/**
 * The rules of a style sheet for the figure, if it wants any.
 * @param {Pick<Shown, "properties" | "parts" | "width">} shown
 */
export function rules({ properties, parts, width }) {
  const own = [...properties, ...(width ? [["max-width", `${width}px`]] : [])].map(([name, value]) => `  ${name}: ${value};\n`);
  const all = [own.length > 0 ? `phasor-figure {\n${own.join("")}}` : "", ...parts.map(([name, declarations]) => `phasor-figure::part(${name}) { ${declarations} }`)];
  // What a reader types must not end the element of the rules.
  return all.filter(Boolean).join("\n").replaceAll("<", "\\3c ");
}

/** @param {Shown} shown */
function tag(shown) {
  const style = rules(shown);
  const script = `<script type="module">
  document.querySelector("phasor-figure[name=${shown.name}]").addEventListener("${shown.event}", ({ detail }) => console.log(detail));
</script>`;
  return [
    `<script type="module" src="${HERE}embed/phasor.js"></script>`,
    ...(style ? [`<style>\n${style}\n</style>`] : []),
    `<phasor-figure${written(shown)}>`,
    // The attribute holds where there are no rules, and where rules in attributes are refused.
    `  <a href="${escaped(permalink(shown))}"><img src="${shown.name}.svg" alt="${escaped(shown.alt)}" width="100%"></a>`,
    "</phasor-figure>",
    ...(shown.event ? [script] : []),
  ].join("\n");
}

/** @param {Shown} shown */
function astro(shown) {
  const tag = `<phasor-figure${written(shown)}></phasor-figure>`;
  // In MDX, Astro drops the value of attributes that are switches elsewhere in HTML.
  const safe = shown.attributes.has("controls") ? `<Fragment set:html={${JSON.stringify(tag)}} />` : tag;
  return `{/* Once, in the layout: <script>import "phasor-figure";</script> */}\n\n${safe}`;
}

/**
 * What a host takes besides the state, as the groups of controls are called, and its code.
 * @type {Record<string, { takes: string[], code: (shown: Shown) => string }>}
 */
export const HOSTS = {
  tag: { takes: ["attributes", "properties", "parts", "events"], code: tag },
  iframe: {
    takes: ["attributes", "properties"],
    code: (shown) => `${iframe(frame(shown), shown.alt, shown.height + LINK, shown.width || "100%")}
<script type="module" src="${HERE}embed/phasor-frames.js"></script>`,
  },
  markdown: {
    takes: [],
    code: (shown) => `[![${shown.alt.replace(/[[\]]/g, "")}](${shown.name}.svg)](${permalink(shown)})`,
  },
  hugo: {
    takes: ["attributes", "properties", "parts"],
    // Beside named parameters Hugo takes no bare ones.
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

/** Hosts whose rules stand in a style sheet of their own. */
export const APART = ["hugo", "astro", "mdx"];
