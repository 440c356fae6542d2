// What a host can set on <phasor-figure> and hear from it. Types, the list of elements, the package's README
// and the gallery are written from these rows.

/** @typedef {import("./core.mjs").Parameter} Parameter */

/** Attributes that are no parameters. */
export const ATTRIBUTES = [
  { name: "name", type: "PhasorFigureName", accepts: "the name of a figure", help: "Which figure it is." },
  { name: "linked", type: "string | null", accepts: "any name", help: "Figures of the same linked name on a page share one state." },
  { name: "autoplay", type: "boolean", accepts: "there or not", help: "Plays from the start, unless the reader asked for less motion. The reader can stop it whatever controls says." },
  { name: "theme", type: '"auto" | "light" | "dark"', accepts: "auto, light or dark", help: "Colours; auto follows color-scheme, else the system." },
  { name: "controls", type: '"full" | "minimal" | "none"', accepts: "full, minimal or none", help: "How much stands around the figure." },
];

export const EVENTS = [
  { name: "phasor-ready", detail: "PhasorFigureState", help: "The figure is live, also after another name or linked. The detail is its state." },
  { name: "phasor-change", detail: "PhasorFigureState", help: "The figure shows something else, by the reader, by you or by a linked figure; ten times a second while it plays. The detail is its state." },
  { name: "phasor-share", detail: "{ name: string, state: PhasorFigureState, link: string }", help: "The reader opens Share, or the figure has changed since. Write the address of your own page in this state into link; else readers get the figure alone, on the page embed.html of the site that the script is from." },
  { name: "phasor-error", detail: "{ message: string }", help: "Something was not accepted; the figure stays as it was and shows the message." },
];

export const METHODS = [
  { name: "getState", returns: "PhasorFigureState", help: "What differs from the defaults." },
  { name: "setState", takes: "state: PhasorFigureState", returns: "void", help: "Shows that, and the defaults of the rest." },
  { name: "glideTo", takes: "state: PhasorFigureState", returns: "void", help: "As setState, in a moment of motion unless the reader asked for less." },
  { name: "play", returns: "void", help: "Starts the clock, unless the reader asked for less motion." },
  { name: "pause", returns: "void", help: "Stops the clock." },
  { name: "exportPng", returns: "Promise<File>", help: "The picture in pixels." },
  { name: "exportSvg", returns: "Promise<File>", help: "The picture in lines." },
  { name: "exportCsv", returns: "Promise<File>", help: "The numbers in rows." },
  { name: "exportJson", returns: "Promise<File>", help: "The numbers with their names." },
];

export const PARTS = [
  { name: "figure", help: "All of it." },
  { name: "canvas", help: "The drawing, which can be dragged." },
  { name: "control", help: "A slider, box or list with its name." },
  { name: "legend", help: "How to read the figure." },
  { name: "reading", help: "What it shows now, in a sentence." },
  { name: "error", help: "What was not accepted." },
];

export const SLOTS = [
  { name: "", help: "What is seen until the figure is live, and where it cannot be." },
  { name: "caption", help: "A caption below the figure." },
];

/** Custom properties. A colour goes to text and drawing alike; light-dark() gives two of them. */
export const PROPERTIES = [
  { name: "--phasor-surface", syntax: "<color>", help: "The paper." },
  { name: "--phasor-text", syntax: "<color>", help: "Text and lines of weight." },
  { name: "--phasor-muted", syntax: "<color>", help: "Text of less weight, axes." },
  { name: "--phasor-faint", syntax: "<color>", help: "Grid lines and edges." },
  { name: "--phasor-query", syntax: "<color>", help: "The accent: the query, the first cursor, sliders, buttons in use." },
  { name: "--phasor-key", syntax: "<color>", help: "The key, the second cursor." },
  { name: "--phasor-third", syntax: "<color>", help: "The third cursor." },
  { name: "--phasor-raised", syntax: "<color>", help: "The ground of what is pressed, and of the heads of tables." },
  { name: "--phasor-trouble", syntax: "<color>", help: "What was not accepted." },
  { name: "--phasor-sans", syntax: "<font-family>", help: "The font of text around the drawing." },
  { name: "--phasor-serif", syntax: "<font-family>", help: "The font of the title." },
  { name: "--phasor-heading-size", syntax: "<length>", help: "The size of the title." },
  { name: "--phasor-radius", syntax: "<length>", help: "The radius of the corners." },
];

/** Headers of answers, with who must send them. */
export const HEADERS = [
  {
    name: "Access-Control-Allow-Origin: *",
    help: "From the host of the files, when the page is another one: browsers refuse scripts and programs of other origins without it. A frame does without.",
  },
  {
    name: "Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    help: "From the page, if it sends such a policy at all; the host of the files takes the place of 'self' when it is another one. Nothing inline is needed. A frame wants its host in frame-src instead.",
  },
];

/** The name of the property of an attribute. @param {string} attribute */
export const property = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** What a parameter is, accepts and is by default, in a sentence or two. @param {Parameter} parameter */
export function help({ help, accepts, default: standard }) {
  return `${help} Accepts ${accepts}${standard === null ? "" : `; ${standard} unless said`}.`;
}

/** What TypeScript makes of a parameter. @param {Parameter} parameter */
export function type({ words, is_number }) {
  const plain = is_number ? "string | number" : words.map((word) => JSON.stringify(word)).join(" | ") || "string";
  return `${plain} | null`;
}
