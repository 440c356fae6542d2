// Bundles and minifies JavaScript and style sheets, and adds facts that only the build has.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";
import { MODEL } from "../setup/language_model.mjs";

/** @typedef {import("./core.mjs").List} List */
/** @typedef {import("./program.mjs").Program} Program */

/** The module that scripts import from the build; `assets/built.d.ts` declares its contents. */
const BUILT = "phasor:built";

/**
 * Returns JavaScript that fetches a file from the folder of the element. Bundlers of hosts recognise addresses of this
 * form and include the files.
 * @param {string} path
 */
const fetched = (path) => `() => fetch(new URL(${JSON.stringify(path)}, import.meta.url))`;

/**
 * @param {Record<string, string>} rows JavaScript expressions by names.
 */
const object = (rows) => `{ ${Object.entries(rows).map(([name, code]) => `${JSON.stringify(name)}: ${code}`).join(", ")} }`;

/**
 * Returns the module that scripts import from the build.
 * @param {List} list
 * @param {Program} program
 * @param {{ isStatic?: boolean, from?: string }} how With `isStatic`, the program loads together with the script.
 * `from` is the path from the script to the program.
 */
export function built(list, { glue, main, chunks }, { isStatic = false, from = "./" } = {}) {
  const path = JSON.stringify(`${from}${glue}`);
  const start = isStatic
    ? `import init, * as program from ${path};\nexport const start = async () => { await init(); return program; };`
    : `const main = ${fetched(`${from}${main}`)};
export const start = async () => {
  // Both files load at the same time.
  const [program, module_or_path] = await Promise.all([import(${path}), main()]);
  await program.default({ module_or_path });
  return program;
};`;
  const files = [...Object.entries(chunks), ...list.vectors.map((path) => [path, path])];
  return `${start}
export const FILES = ${object(Object.fromEntries(files.map(([name, file]) => [name, fetched(`${from}${file}`)])))};
${facts(list)}`;
}

/**
 * Returns the hashes of files by their names, as browsers compare them.
 * @param {string} folder
 * @param {string[]} names
 */
export function hashes(folder, names) {
  const hash = (/** @type {string} */ name) => createHash("sha384").update(readFileSync(join(folder, name))).digest("base64");
  return Object.fromEntries(names.map((name) => [name, `sha384-${hash(name)}`]));
}

/**
 * Returns JavaScript with the hashes of scripts, for code that is printed for other pages.
 * @param {string} folder
 * @param {string[]} names
 */
export const integrity = (folder, ...names) => `export const INTEGRITY = ${JSON.stringify(hashes(folder, names))};`;

/**
 * Returns JavaScript with facts about the figures.
 * @param {List} list
 */
export function facts({ figures, lab, parameters }) {
  return `export const CHUNKS = ${JSON.stringify(Object.fromEntries(figures.filter(({ name, chunk }) => name !== chunk).map(({ name, chunk }) => [name, chunk])))};
export const NEEDS = ${JSON.stringify(Object.fromEntries(figures.filter(({ vectors }) => vectors.length > 0).map(({ name, vectors }) => [name, vectors])))};
export const LAB = ${JSON.stringify(lab)};
export const KEYS = ${JSON.stringify(parameters.map(({ name }) => name))};
${modelFacts()}`;
}

/** Returns JavaScript with the file of the language model. */
export const modelFacts = () => `export const MODEL = ${JSON.stringify(MODEL)};`;

/**
 * Writes a script together with its imports, except the program and scripts that are separate files.
 * @param {string} from
 * @param {string} to
 * @param {string} built The module of the build.
 * @param {{ isWhole?: boolean } & Pick<import("esbuild").BuildOptions, "define" | "format" | "inject">} how `isWhole` includes
 * these scripts too.
 */
export async function bundle(from, to, built, { isWhole = false, format = "esm", ...options } = {}) {
  await build({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    format,
    ...options,
    minify: true,
    charset: "utf8",
    target: "es2022",
    loader: { ".wasm": "binary" },
    logLevel: "warning",
    plugins: [
      {
        name: "built",
        setup(plugin) {
          plugin.onResolve({ filter: /^phasor:built$/ }, () => ({ path: BUILT, namespace: BUILT }));
          plugin.onLoad({ filter: /.*/, namespace: BUILT }, () => ({ contents: built, resolveDir: join(to, "..") }));
          plugin.onResolve({ filter: /\/(share|background|race|language-model|offline)\.js$/ }, ({ path, kind }) => (kind !== "entry-point" && !isWhole ? { path, external: true } : undefined));
          // The script of a page shares the program with the element, which is in the folder beside it.
          plugin.onResolve({ filter: /\/embed\/phasor\.js$/ }, ({ kind }) => (kind === "entry-point" ? undefined : { path: "../embed/phasor.js", external: true }));
          plugin.onResolve({ filter: /page(-[0-9a-f]+)?\.js$/ }, ({ path, namespace }) => (namespace === BUILT && !path.startsWith("/") ? { path, external: true } : undefined));
        },
      },
    ],
  });
}

/**
 * Minifies scripts without imports, from the folder `from` into the folder `to`.
 * @param {string} from
 * @param {string} to
 * @param {string[]} names
 */
export async function writeScripts(from, to, ...names) {
  for (const name of names) {
    writeFileSync(join(to, name), await shortened(readFileSync(join(from, name), "utf8")));
  }
}

/**
 * Minifies JavaScript or a style sheet.
 * @param {string} code
 * @param {"js" | "css"} loader
 */
export async function shortened(code, loader = "js") {
  const format = loader === "js" ? /** @type {const} */ ("esm") : undefined;
  const options = { loader, format, minify: true, treeShaking: true, charset: /** @type {const} */ ("utf8"), target: "es2022" };
  return (await transform(code, options)).code;
}
