// Makes the folder `embed` of the page a package for npm: types, the list of elements, hashes, and the
// variant in one file.

import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, facts } from "./scripts.mjs";
import { ROOT } from "./setup.mjs";

/** @typedef {import("./core.mjs").Figure} Figure */
/** @typedef {import("./core.mjs").List} List */
/** @typedef {import("./program.mjs").Program} Program */
/** @typedef {import("./core.mjs").Parameter} Parameter */

/** Attributes that are no parameters. */
const OWN = [
  { name: "name", type: "PhasorFigureName", help: "Which figure it is." },
  { name: "linked", type: "string | null", help: "Figures of the same linked name on a page share one state." },
  { name: "autoplay", type: "boolean", help: "Plays from the start, unless the reader asked for less motion." },
  { name: "theme", type: '"auto" | "light" | "dark"', help: "Colours; auto follows color-scheme, else the system." },
  { name: "controls", type: '"full" | "minimal" | "none"', help: "How much stands around the figure." },
];

const EVENTS = [
  { name: "phasor-ready", detail: "PhasorFigureState", help: "The figure is live." },
  { name: "phasor-change", detail: "PhasorFigureState", help: "The figure shows something else." },
  { name: "phasor-error", detail: "{ message: string }", help: "Something was not accepted; the figure stays as it was." },
];

const METHODS = [
  { name: "exportPng", returns: "Promise<File>", help: "The picture in pixels." },
  { name: "exportSvg", returns: "Promise<File>", help: "The picture in lines." },
  { name: "exportCsv", returns: "Promise<File>", help: "The numbers in rows." },
  { name: "exportJson", returns: "Promise<File>", help: "The numbers with their names." },
  { name: "getState", returns: "PhasorFigureState", help: "What differs from the defaults." },
  { name: "setState", takes: "state: PhasorFigureState", returns: "void", help: "Shows that, and the defaults of the rest." },
];

const PARTS = {
  figure: "All of it.",
  canvas: "The drawing, which can be dragged.",
  control: "A slider, box or list with its name.",
  legend: "How to read the figure.",
  reading: "What it shows now, in a sentence.",
  error: "What was not accepted.",
};

const COLOURS = {
  surface: "The paper.",
  text: "Text and lines of weight.",
  muted: "Text of less weight, axes.",
  faint: "Grid lines and edges.",
  query: "The accent: the query, the first cursor, sliders, buttons in use.",
  key: "The key, the second cursor.",
  third: "The third cursor.",
  raised: "The ground of what is pressed, and of the heads of tables.",
  trouble: "What was not accepted.",
};
const FONTS = ["sans", "serif"];

/** @param {string} attribute */
const property = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** @param {Parameter} parameter */
function help({ help, accepts, default: standard }) {
  return `${help} Accepts ${accepts}${standard === null ? "" : `; ${standard} unless said`}.`;
}

/** @param {Parameter} parameter */
function type({ words, is_number }) {
  const plain = is_number ? "string | number" : words.map((word) => JSON.stringify(word)).join(" | ") || "string";
  return `${plain} | null`;
}

/** @param {{ name: string, help: string, type: string }} row */
const field = ({ name, help, type }) => `  /** ${help} */\n  ${name}: ${type};`;

/**
 * The types of the element, for TypeScript and for editors.
 * @param {Figure[]} figures
 * @param {Parameter[]} parameters
 */
function types(figures, parameters) {
  const rows = parameters.map((row) => ({ name: row.name, help: help(row), type: type(row) }));
  const all = [...OWN, ...rows];
  const quoted = all.map((row) => field({ ...row, name: `${JSON.stringify(row.name)}?` }));
  const properties = all.map((row) => field({ ...row, name: property(row.name) }));
  const methods = METHODS.map(({ name, takes = "", returns, help }) => `  /** ${help} */\n  ${name}(${takes}): ${returns};`);
  const events = EVENTS.map(({ name, detail, help }) => `    /** ${help} */\n    "${name}": CustomEvent<${detail}>;`);
  return `/** The figures. */
export type PhasorFigureName = ${figures.map(({ name }) => JSON.stringify(name)).join(" | ")};

/** Parameters that differ from their defaults. */
export type PhasorFigureState = Partial<Record<${parameters.map(({ name }) => JSON.stringify(name)).join(" | ")}, string | number>>;

/** What can be written in the tag. */
export interface PhasorFigureAttributes {
${quoted.join("\n")}
}

/** \`<phasor-figure>\`: a live figure. */
export interface PhasorFigureElement extends HTMLElement {
${[...properties, ...methods].join("\n")}
}

declare global {
  interface HTMLElementTagNameMap {
    "phasor-figure": PhasorFigureElement;
  }
  interface HTMLElementEventMap {
${events.join("\n")}
  }
}
`;
}

/**
 * The list of elements, as editors and documentation tools read it.
 * @param {Figure[]} figures
 * @param {Parameter[]} parameters
 */
function elements(figures, parameters) {
  const rows = [...OWN, ...parameters.map((row) => ({ name: row.name, help: help(row), type: type(row) }))];
  const text = (/** @type {string} */ type) => ({ text: type });
  const declaration = {
    kind: "class",
    customElement: true,
    name: "PhasorFigure",
    tagName: "phasor-figure",
    description: `A live figure of positional encodings: ${figures.map(({ name }) => name).join(", ")}.`,
    attributes: rows.map(({ name, help, type }) => ({ name, fieldName: property(name), description: help, type: text(type) })),
    members: [
      ...rows.map(({ name, help, type }) => ({ kind: "field", name: property(name), attribute: name, reflects: true, description: help, type: text(type) })),
      ...METHODS.map(({ name, returns, help }) => ({ kind: "method", name, description: help, return: { type: text(returns) } })),
    ],
    events: EVENTS.map(({ name, detail, help }) => ({ name, description: help, type: text(`CustomEvent<${detail}>`) })),
    slots: [
      { name: "", description: "What is seen until the figure is live, and where it cannot be." },
      { name: "caption", description: "A caption below the figure." },
    ],
    cssParts: Object.entries(PARTS).map(([name, description]) => ({ name, description })),
    cssProperties: [
      ...Object.entries(COLOURS).map(([name, description]) => ({ name: `--phasor-${name}`, syntax: "<color>", description })),
      ...FONTS.map((name) => ({ name: `--phasor-${name}`, description: `The ${name} font of the text around the drawing.` })),
      { name: "--phasor-radius", syntax: "<length>", description: "The radius of the corners." },
    ],
  };
  const path = "phasor.js";
  const exports = [{ kind: "custom-element-definition", name: "phasor-figure", declaration: { name: "PhasorFigure", module: path } }];
  return { schemaVersion: "2.1.0", readme: "README.md", modules: [{ kind: "javascript-module", path, declarations: [declaration], exports }] };
}

/**
 * The words for readers of the package, with the tables in their places.
 * @param {Figure[]} figures
 * @param {Parameter[]} parameters
 */
function readme(figures, parameters) {
  const cell = (/** @type {string} */ text) => text.replaceAll("|", "\\|");
  const row = (/** @type {string[]} */ ...cells) => `| ${cells.map(cell).join(" | ")} |`;
  const speed = parameters.filter(({ name }) => name === "speed").map(({ name }) => name);
  const tables = figures.map((figure) => {
    const own = [...figure.parameters, ...speed].flatMap((name) => parameters.filter((parameter) => parameter.name === name));
    const rows = own.map(({ name, help, accepts, default: standard }) => row(`\`${name}\``, help, accepts, standard ?? "the position"));
    return [`## \`name="${figure.name}"\``, "", figure.caption, "", row("attribute", "what it is", "accepts", "default"), "|---|---|---|---|", ...rows].join("\n");
  });
  const colours = Object.entries(COLOURS).map(([name, what]) => row(`\`--phasor-${name}\``, what));
  return readFileSync(join(ROOT, "assets", "package", "README.md"), "utf8")
    .replace("<!-- parameters -->", tables.join("\n\n"))
    .replace("<!-- colours -->", [row("property", "what it colours"), "|---|---|", ...colours].join("\n"));
}

function manifest() {
  const { version, license } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return {
    name: "phasor-figure",
    version,
    description: "Live figures of positional encodings, as one custom element.",
    keywords: ["transformer", "rope", "positional-encoding", "custom-element", "web-component", "wasm"],
    license,
    type: "module",
    exports: {
      ".": { types: "./phasor.d.ts", browser: "./phasor.js", node: "./server.js", default: "./phasor.js" },
      "./single": { types: "./phasor.d.ts", browser: "./phasor-single.js", node: "./server.js", default: "./phasor-single.js" },
      "./react": { types: "./react.d.ts" },
      "./*": "./*",
    },
    types: "./phasor.d.ts",
    sideEffects: ["./phasor.js", "./phasor-single.js", "./phasor-frames.js"],
    customElements: "custom-elements.json",
  };
}

/**
 * The element, the program and the figures of the Lab as one file, for hosts that take no more.
 * @param {string} folder
 * @param {List} list
 * @param {Program} program
 */
async function bundleSingle(folder, list, { glue, main, chunks }) {
  const kept = Object.keys(chunks).filter((chunk) => list.lab.includes(chunk) || chunk === "files");
  const path = (/** @type {string} */ name) => JSON.stringify(join(folder, name));
  const imports = kept.map((chunk, place) => `import chunk${place} from ${path(chunks[chunk])};`);
  const files = kept.map((chunk, place) => `${JSON.stringify(chunk)}: () => new Response(chunk${place})`);
  const absent = [...new Set(list.figures.map(({ chunk }) => chunk))].filter((chunk) => !kept.includes(chunk));
  const missing = absent.map((chunk) => `${JSON.stringify(chunk)}: () => { throw new Error("it is not in the variant in one file; take the folder"); }`);
  const built = `import init, * as program from ${path(glue)};
import main from ${path(main)};
${imports.join("\n")}
export const start = async () => { await init({ module_or_path: main }); return program; };
export const FILES = { ${[...files, ...missing].join(", ")} };
${facts(list)}`;
  await bundle(join(ROOT, "assets", "embed", "phasor.js"), join(folder, "phasor-single.js"), built);
}

/**
 * @param {string} folder
 * @param {List} list
 * @param {Program} program
 */
export async function pack(folder, list, program) {
  const { figures, parameters } = list;
  const write = (/** @type {string} */ name, /** @type {string | object} */ content) =>
    writeFileSync(join(folder, name), typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  await bundleSingle(folder, list, program);
  write("package.json", manifest());
  write("phasor.d.ts", types(figures, parameters));
  write("custom-elements.json", elements(figures, parameters));
  for (const name of ["react.d.ts", "server.js"]) {
    copyFileSync(join(ROOT, "assets", "package", name), join(folder, name));
  }
  write("README.md", readme(figures, parameters));
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    copyFileSync(join(ROOT, name), join(folder, name));
  }
  const code = readdirSync(folder).filter((name) => /\.(js|wasm)$/.test(name)).sort();
  const hash = (/** @type {string} */ name) => createHash("sha384").update(readFileSync(join(folder, name))).digest("base64");
  write("integrity.json", Object.fromEntries(code.map((name) => [name, `sha384-${hash(name)}`])));
}
