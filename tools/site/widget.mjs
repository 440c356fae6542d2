// Bundles the element for notebooks, where no address leads to its files: a function of the page reads them.

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle, facts, modelFacts } from "../program/scripts.mjs";
import { ROOT } from "../setup/setup.mjs";

/** @typedef {import("../program/core.mjs").List} List */
/** @typedef {import("../program/program.mjs").Program} Program */

const ASSETS = join(ROOT, "assets", "embed");

/** The address that scripts take for that of the folder of the element; `assets/embed/widget/files.js` reads it. */
const HERE = "phasor://embed/";

/** @param {string} path */
const fetched = (path) => `fetch(${JSON.stringify(HERE + path)})`;

/**
 * Returns the module that scripts import from the build. The program is part of the script, its WebAssembly is not.
 * @param {string} folder
 * @param {List} list
 * @param {Program} program
 */
function built(folder, list, { glue, main, chunks }) {
  const files = [...Object.entries(chunks), ...list.vectors.map((path) => [path, path])];
  return `import init, * as program from ${JSON.stringify(join(folder, glue))};
export const start = async () => { await init({ module_or_path: await ${fetched(main)} }); return program; };
export const FILES = { ${files.map(([name, file]) => `${JSON.stringify(name)}: () => ${fetched(file)}`).join(", ")} };
export const INTEGRITY = {};
${facts(list)}`;
}

/**
 * Writes the script of the page, `phasor-widget.js`, and beside it those of its workers.
 * @param {string} folder The folder of the element.
 * @param {List} list
 * @param {Program} program
 */
export async function bundleWidget(folder, list, program) {
  const modules = built(folder, list, program);
  /** @type {[from: string, name: string, built: string][]} */
  const workers = [
    [join(ASSETS, "background-worker.js"), "background-worker.js", modules],
    [join(folder, "race", "runner.js"), "race/runner.js", ""],
    [join(folder, "language-model", "worker.js"), "language-model/worker.js", modelFacts()],
  ];
  const supplied = (/** @type {string} */ script, /** @type {string} */ name) => ({
    isWhole: true,
    inject: [join(ASSETS, "widget", script)],
    define: { "import.meta.url": JSON.stringify(HERE + name) },
  });
  await bundle(join(ASSETS, "widget", "index.js"), join(folder, "phasor-widget.js"), modules, supplied("page.js", "phasor-widget.js"));
  for (const [from, name, built] of workers) {
    const to = join(folder, "phasor-widget", name);
    mkdirSync(dirname(to), { recursive: true });
    // A worker without an origin can only run a script that is not a module.
    await bundle(from, to, built, { ...supplied("worker.js", name), format: "iife" });
  }
}
