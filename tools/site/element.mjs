// The attributes, events, methods, parts and properties of <phasor-figure>. The types, the list of elements, the
// package's README and the gallery are generated from these rows.

/** @typedef {import("../program/core.mjs").Parameter} Parameter */

/** Attributes that are not parameters. */
export const ATTRIBUTES = [
  { name: "name", type: "PhasorFigureName", accepts: "the name of a figure", help: "The figure to show." },
  { name: "linked", type: "string | null", accepts: "any name", help: "Figures on a page that have the same linked name share one state." },
  { name: "autoplay", type: "boolean", accepts: "present or absent", help: "Plays from the start, unless the reader asked for reduced motion. The reader can always stop it, even if controls is none." },
  { name: "theme", type: '"auto" | "light" | "dark"', accepts: "auto, light or dark", help: "The colour theme: auto follows color-scheme, or else the system." },
  { name: "controls", type: '"full" | "leading" | "minimal" | "none"', accepts: "full, leading, minimal or none", help: "How many controls the figure has; leading keeps the clock and the most important ones, without title and presets." },
];

export const EVENTS = [
  { name: "phasor-ready", detail: "PhasorFigureState", help: "The figure is live. This event is sent again after you change name or linked. The detail is the state." },
  { name: "phasor-change", detail: "PhasorFigureState", help: "The reader, your script or a linked figure has changed the state; sent at most ten times a second while the figure plays. The detail is the state." },
  { name: "phasor-share", detail: "{ name: string, state: PhasorFigureState, link: string }", help: "The reader has opened Share, or the figure has changed since. To share your own page, write its address in this state into link. Otherwise the link leads to the figure alone, on the page embed.html of the site that the script is from." },
  { name: "phasor-error", detail: "{ message: string }", help: "A value was not accepted, a file did not load, or the figure stopped. The figure shows the message; after a value that was not accepted, it keeps its state." },
];

export const METHODS = [
  { name: "getState", returns: "PhasorFigureState", help: "Returns the parameters that differ from their defaults." },
  { name: "setState", takes: "state: PhasorFigureState", returns: "void", help: "Shows the given state, with every other parameter at its default." },
  { name: "glideTo", takes: "state: PhasorFigureState", returns: "void", help: "Moves to the given state within a moment, or shows it at once if the reader asked for reduced motion." },
  { name: "play", returns: "void", help: "Starts the clock, unless the reader asked for reduced motion, or the race of a figure that has one." },
  { name: "pause", returns: "void", help: "Stops the clock." },
  { name: "exportPng", returns: "Promise<File>", help: "Returns the picture as a PNG file." },
  { name: "exportSvg", returns: "Promise<File>", help: "Returns the picture as an SVG file." },
  { name: "exportCsv", returns: "Promise<File>", help: "Returns the numbers as a CSV file, in rows." },
  { name: "exportJson", returns: "Promise<File>", help: "Returns the numbers as a JSON file, under their names." },
];

export const PARTS = [
  { name: "figure", help: "The whole figure." },
  { name: "canvas", help: "The drawing, which can be dragged." },
  { name: "control", help: "A slider, field or list, with its label." },
  { name: "legend", help: "The caption that explains how to read the figure." },
  { name: "reading", help: "The reading: what the figure shows now, in a sentence." },
  { name: "presets", help: "The buttons that show examples." },
  { name: "error", help: "The error message." },
];

export const SLOTS = [
  { name: "", help: "The content that readers see until the figure is live, or where it cannot be live." },
  { name: "caption", help: "A caption below the figure." },
];

/** Custom properties. A colour applies to text and drawing; light-dark() sets two colours. */
export const PROPERTIES = [
  { name: "--phasor-surface", syntax: "<color>", help: "The background." },
  { name: "--phasor-text", syntax: "<color>", help: "Text and main lines." },
  { name: "--phasor-muted", syntax: "<color>", help: "Secondary text and axes." },
  { name: "--phasor-faint", syntax: "<color>", help: "Grid lines and edges." },
  { name: "--phasor-query", syntax: "<color>", help: "The accent: the query, the first cursor, sliders, chosen options and the focus ring." },
  { name: "--phasor-key", syntax: "<color>", help: "The key and the second cursor." },
  { name: "--phasor-third", syntax: "<color>", help: "The third cursor." },
  { name: "--phasor-raised", syntax: "<color>", help: "The background of pressed buttons, chosen options and table headings." },
  { name: "--phasor-trouble", syntax: "<color>", help: "Error messages." },
  { name: "--phasor-sans", syntax: "<font-family>", help: "The font of the text around the drawing." },
  { name: "--phasor-serif", syntax: "<font-family>", help: "The font of the title." },
  { name: "--phasor-heading-size", syntax: "<length>", help: "The size of the title." },
  { name: "--phasor-radius", syntax: "<length>", help: "The radius of the corners." },
];

/** Response headers, and the host that must send each. */
export const HEADERS = [
  {
    name: "Access-Control-Allow-Origin: *",
    help: "The host of the files sends it if your page has another origin. Without it, browsers refuse scripts and programs from other origins. A frame does not need it.",
  },
  {
    name: "Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    help: "Your page sends it, if it has such a policy at all. Replace 'self' with the host of the files if that is another one. Nothing inline is needed. A frame needs its host in frame-src instead.",
  },
];

/** Returns the name of the property for an attribute. @param {string} attribute */
export const property = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** Returns what a parameter means, accepts and is by default, in a sentence or two. @param {Parameter} parameter */
export function help({ help, accepts, default: standard }) {
  return `${help} Accepts ${accepts}${standard === null ? "" : `; the default is ${standard}`}.`;
}

/** Returns the TypeScript type of a parameter. @param {Parameter} parameter */
export function type({ words, is_number }) {
  const plain = is_number ? "string | number" : words.map((word) => JSON.stringify(word)).join(" | ") || "string";
  return `${plain} | null`;
}
