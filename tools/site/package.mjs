// Turns the folder `embed` of the page into an npm package: adds types, the list of elements, hashes, and the variant
// in one file.

import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, facts, hashes } from "../program/scripts.mjs";
import { ROOT } from "../setup/setup.mjs";
import { ATTRIBUTES, EVENTS, HEADERS, METHODS, PARTS, PROPERTIES, SLOTS, help, property, type } from "./element.mjs";
import { filled } from "./pages.mjs";
import { bundleWidget } from "./widget.mjs";

/** @typedef {import("../program/core.mjs").Figure} Figure */
/** @typedef {import("../program/core.mjs").List} List */
/** @typedef {import("../program/program.mjs").Program} Program */
/** @typedef {import("../program/core.mjs").Parameter} Parameter */

/** @param {{ name: string, help: string, type: string }} row */
const field = ({ name, help, type }) => `  /** ${help} */\n  ${name}: ${type};`;

/**
 * Returns the types of the element, for TypeScript and for editors.
 * @param {Figure[]} figures
 * @param {Parameter[]} parameters
 */
function types(figures, parameters) {
  const rows = parameters.map((row) => ({ name: row.name, help: help(row), type: type(row) }));
  const all = [...ATTRIBUTES, ...rows];
  const quoted = all.map((row) => field({ ...row, name: `${JSON.stringify(row.name)}?` }));
  const properties = all.map((row) => field({ ...row, name: property(row.name) }));
  const methods = METHODS.map(({ name, takes = "", returns, help }) => `  /** ${help} */\n  ${name}(${takes}): ${returns};`);
  const events = EVENTS.map(({ name, detail, help }) => `    /** ${help} */\n    "${name}": CustomEvent<${detail}>;`);
  return `/** The figures. */
export type PhasorFigureName = ${figures.map(({ name }) => JSON.stringify(name)).join(" | ")};

/** Parameters that differ from their defaults. */
export type PhasorFigureState = Partial<Record<${parameters.map(({ name }) => JSON.stringify(name)).join(" | ")}, string | number>>;

/** The attributes of the tag. */
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
 * Returns the list of elements in the format of editors and documentation tools.
 * @param {Figure[]} figures
 * @param {Parameter[]} parameters
 */
function elements(figures, parameters) {
  const rows = [...ATTRIBUTES, ...parameters.map((row) => ({ name: row.name, help: help(row), type: type(row) }))];
  const text = (/** @type {string} */ type) => ({ text: type });
  const described = (/** @type {{ name: string, help: string }} */ { name, help }) => ({ name, description: help });
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
    slots: SLOTS.map(described),
    cssParts: PARTS.map(described),
    cssProperties: PROPERTIES.map((row) => ({ ...described(row), syntax: row.syntax })),
  };
  const path = "phasor.js";
  const exports = [{ kind: "custom-element-definition", name: "phasor-figure", declaration: { name: "PhasorFigure", module: path } }];
  return { schemaVersion: "2.1.0", readme: "README.md", modules: [{ kind: "javascript-module", path, declarations: [declaration], exports }] };
}

/** @param {string[]} cells */
const row = (...cells) => `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;

/**
 * @param {string[]} heads
 * @param {string[][]} rows
 */
const sheet = (heads, rows) => [row(...heads), `|${"---|".repeat(heads.length)}`, ...rows.map((cells) => row(...cells))].join("\n");

/** @param {string} text */
const code = (text) => `\`${text}\``;

/**
 * Returns tables of the parameters of every figure.
 * @param {Figure[]} figures
 * @param {Parameter[]} parameters
 */
function figureSheets(figures, parameters) {
  const heads = ["attribute", "what it is", "accepts", "default"];
  const tables = figures.map(({ name, caption, parameters: keys }) => {
    const own = [...keys, "speed"].flatMap((key) => parameters.filter((parameter) => parameter.name === key));
    const rows = own.map((parameter) => [code(parameter.name), parameter.help, parameter.accepts, parameter.default ?? "the position"]);
    return `## \`name="${name}"\`\n\n${caption}\n\n${sheet(heads, rows)}`;
  });
  return tables.join("\n\n");
}

/**
 * Returns the README of the package, with the tables in their places.
 * @param {Figure[]} figures
 * @param {Parameter[]} parameters
 */
function readme(figures, parameters) {
  const named = (/** @type {{ name: string, help: string }} */ { name, help }) => [code(name), help];
  const sheets = {
    attributes: sheet(["attribute", "accepts", "what it is"], ATTRIBUTES.map(({ name, accepts, help }) => [code(name), accepts, help])),
    methods: sheet(["method", "returns", "what it does"], METHODS.map(({ name, takes = "", returns, help }) => [code(`${name}(${takes})`), code(returns), help])),
    events: sheet(["event", "detail", "when"], EVENTS.map(({ name, detail, help }) => [code(name), code(detail), help])),
    properties: sheet(["property", "what it sets"], PROPERTIES.map(named)),
    parts: sheet(["part", "what it is"], PARTS.map(named)),
    headers: sheet(["header", "who sends it"], HEADERS.map(named)),
    parameters: figureSheets(figures, parameters),
  };
  const words = readFileSync(join(ROOT, "assets", "package", "README.md"), "utf8");
  return Object.entries(sheets).reduce((text, [slot, table]) => filled(text, slot, table), words);
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
 * Writes the element, the program and the figures of the Lab as one file, for hosts that accept only one.
 * @param {string} folder
 * @param {List} list
 * @param {Program} program
 */
async function bundleSingle(folder, list, { glue, main, chunks }) {
  const included = Object.keys(chunks).filter((chunk) => [...list.lab, "files", "panel"].includes(chunk));
  const path = (/** @type {string} */ name) => JSON.stringify(join(folder, name));
  const imports = included.map((chunk, place) => `import chunk${place} from ${path(chunks[chunk])};`);
  const files = included.map((chunk, place) => `${JSON.stringify(chunk)}: () => new Response(chunk${place})`);
  const all = [...list.figures.map(({ chunk }) => chunk), ...list.vectors];
  const absent = [...new Set(all)].filter((name) => !included.includes(name));
  const missing = absent.map((name) => `${JSON.stringify(name)}: () => { throw new Error("the variant in one file does not contain it; use the folder instead"); }`);
  const built = `import init, * as program from ${path(glue)};
import main from ${path(main)};
${imports.join("\n")}
export const start = async () => { await init({ module_or_path: main }); return program; };
export const FILES = { ${[...files, ...missing].join(", ")} };
export const INTEGRITY = {};
${facts(list)}`;
  await bundle(join(ROOT, "assets", "embed", "phasor.js"), join(folder, "phasor-single.js"), built, { isWhole: true });
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
  await bundleWidget(folder, list, program);
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
  write("integrity.json", hashes(folder, code));
}
