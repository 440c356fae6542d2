// The code that puts a figure into a post, by the kind of host.

import { FRAMES, loaded, loader } from "../embed/loader.js";
import { escaped, iframe } from "./markup.js";

const HERE = new URL(".", location.href).href;

/** The folder of the element. */
const EMBED = `${HERE}embed/`;

/**
 * A figure as the reader has set it up. `keys` are the names of its parameters, `state` those that are set, also by the
 * address for other figures, and `attributes` the other attributes that differ from the defaults. `properties` and `parts` are the host's rules. If `isPinned`, browsers shall accept only the
 * scripts of this build. `width` is the greatest width and `height`
 * the current height, both in CSS pixels.
 * @typedef {{
 *   name: string, keys: string[], alt: string, height: number, width: string, event: string, isPinned: boolean,
 *   state: URLSearchParams, attributes: URLSearchParams, properties: [string, string][], parts: [string, string][],
 * }} Offered
 */

/** The height of the link to the whole page below a figure in a frame, in CSS pixels. */
const LINK = 28;

/** @param {Offered} offered */
function permalink({ name, state }) {
  return `${HERE}${state.size ? `?${state}` : ""}#${name}`;
}

/** @param {Offered} offered */
function frame({ name, state, attributes, properties }) {
  return `${HERE}embed.html?${new URLSearchParams([["name", name], ...state, ...attributes, ...properties])}`;
}

/**
 * @param {Offered} offered
 * @param {(key: string) => string} bare Writes an attribute without a value for this host.
 */
function written({ name, state, attributes }, bare = (key) => key) {
  const pairs = [["name", name], ...state, ...attributes];
  return pairs.map(([key, value]) => ` ${value ? `${key}="${escaped(value)}"` : bare(key)}`).join("");
}

/**
 * Returns the rules of a style sheet for the figure, which may be empty.
 * @param {Pick<Offered, "properties" | "parts" | "width">} offered
 */
export function rules({ properties, parts, width }) {
  const own = [...properties, ...(width ? [["max-width", `${width}px`]] : [])].map(([name, value]) => `  ${name}: ${value};\n`);
  const all = [own.length > 0 ? `phasor-figure {\n${own.join("")}}` : "", ...parts.map(([name, declarations]) => `phasor-figure::part(${name}) { ${declarations} }`)];
  // The reader's text must not be able to close the style element.
  return all.filter(Boolean).join("\n").replaceAll("<", "\\3c ");
}

/** @param {Offered} offered */
function tag(offered) {
  const style = rules(offered);
  const script = `<script type="module">
  document.querySelector("phasor-figure[name=${offered.name}]").addEventListener("${offered.event}", ({ detail }) => console.log(detail));
</script>`;
  return [
    loader(EMBED, offered.isPinned),
    ...(style ? [`<style>\n${style}\n</style>`] : []),
    `<phasor-figure${written(offered)}>`,
    // The attribute works without style sheets, and where a security policy refuses style attributes.
    `  <a href="${escaped(permalink(offered))}"><img src="${offered.name}.svg" alt="${escaped(offered.alt)}" width="100%"></a>`,
    "</phasor-figure>",
    ...(offered.event ? [script] : []),
  ].join("\n");
}

/** @param {Offered} offered */
function astro(offered) {
  const tag = `<phasor-figure${written(offered)}></phasor-figure>`;
  // In MDX, Astro drops the value of attributes such as `controls`, which are boolean on other HTML elements.
  const safe = offered.attributes.has("controls") ? `<Fragment set:html={${JSON.stringify(tag)}} />` : tag;
  return `{/* Once, in the layout: <script>import "phasor-figure";</script> */}\n\n${safe}`;
}

/** A whole or decimal number that Python writes alike. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** @param {Offered} offered */
function notebook({ name, keys, state, attributes }) {
  // Python refuses what the figure does not have. The integer of the binary figures has no control, and no name among the keys.
  const own = [...state].filter(([key]) => key === "value" || keys.includes(key));
  const parameters = own.map(([key, value]) => [key.replaceAll("-", "_"), NUMBER.test(value) ? value : JSON.stringify(value)]);
  const others = [...attributes].map(([key, value]) => [key, key === "autoplay" ? "True" : JSON.stringify(value)]);
  const named = [...parameters, ...others].map(([key, value]) => `, ${key}=${value}`);
  return `import phasor  # pip install "phasor[widget]"
phasor.Figure(${JSON.stringify(name)}${named.join("")})`;
}

/**
 * The groups of controls that a host can use in addition to the state, and its code.
 * @type {Record<string, { takes: string[], code: (offered: Offered) => string }>}
 */
export const HOSTS = {
  tag: { takes: ["attributes", "properties", "parts", "events", "integrity"], code: tag },
  iframe: {
    takes: ["attributes", "properties", "integrity"],
    code: (offered) => `${iframe(frame(offered), offered.alt, offered.height + LINK, offered.width || "100%")}
${loaded(EMBED, offered.isPinned, FRAMES)}`,
  },
  markdown: {
    takes: [],
    code: (offered) => `[![${offered.alt.replace(/[[\]]/g, "")}](${offered.name}.svg)](${permalink(offered)})`,
  },
  hugo: {
    takes: ["attributes", "properties", "parts"],
    // Hugo does not accept bare parameters next to named ones.
    code: (offered) => `{{< phasor-figure${written(offered, (key) => `${key}="true"`)} >}}`,
  },
  astro: {
    takes: ["attributes", "properties", "parts"],
    code: astro,
  },
  mdx: {
    takes: ["attributes", "properties", "parts"],
    code: (offered) => `import "phasor-figure";

<phasor-figure${written(offered)}></phasor-figure>`,
  },
  jupyter: {
    takes: ["attributes"],
    code: notebook,
  },
  link: { takes: [], code: permalink },
};

/** Hosts that need the rules in a separate style sheet. */
export const APART = ["hugo", "astro", "mdx"];
