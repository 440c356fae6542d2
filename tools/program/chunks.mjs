// Joins the parts of the page's program into one file for each chunk.
//
// The splitter writes a file for every combination of chunks that share some code, so a figure would need twenty to
// sixty files. wasm-merge joins the files of a chunk, which copies the shared code into each chunk.

import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";
import { fail } from "../setup/setup.mjs";
import { must } from "./run.mjs";
import { FLAGS, SMALL, once, optimized } from "./wasm.mjs";

/** The splitter's name for the main part, from which the other parts import. */
const MAIN = "__wasm_split";

/** The module from which a chunk imports everything that its parts import from the main part. */
const SHARED = "main";

/**
 * Writes the chunks of the program whose parts are in the folder `parts` into the folder `to`.
 * @param {string} parts
 * @param {string} to
 * @returns {Promise<{ chunks: string[], shared: string[] }>} Their names, and what they import.
 */
export async function joinParts(parts, to) {
  /** @type {Record<string, string[]>} */
  const needs = JSON.parse(readFileSync(join(parts, "needs.json"), "utf8"));
  const chunks = Object.keys(needs).sort();
  const first = join(parts, `split_${chunks[0]}.wasm`);
  const text = await once(["text", readFileSync(first)], () => must("wasm-dis", [first]));
  const imports = importsOf(text.toString());
  const hub = join(parts, "shared.wat");
  writeFileSync(hub, sharing(imports));
  const limit = pLimit(availableParallelism());
  const merge = (/** @type {string} */ chunk) => {
    const names = needs[chunk].toSorted();
    const files = names.map((part) => join(parts, `${part}.wasm`));
    return once([readFileSync(hub), names.join(), ...files.map((file) => readFileSync(file))], async () => {
      const merged = join(parts, `${chunk}.wasm`);
      await must("wasm-merge", [hub, MAIN, ...files.flatMap((file, place) => [file, names[place]]), "-o", merged, ...FLAGS]);
      return readFileSync(merged);
    });
  };
  const merged = await Promise.all(chunks.map((chunk) => limit(merge, chunk)));
  for (const [place, chunk] of chunks.entries()) {
    writeFileSync(join(to, `${chunk}.wasm`), await optimized(merged[place], SMALL, true));
    // This gives the progress display a chance to run.
    await setImmediate();
  }
  return { chunks, shared: imports.map(({ name }) => name) };
}

/**
 * Returns the imports of a part from the main part: memory, table and stack pointer.
 * @param {string} text The part as text.
 */
function importsOf(text) {
  const found = [...text.matchAll(/\(import "__wasm_split" "(\w+)" \((\w+) \$\S+ (.*)\)\)\n/g)];
  const imports = found.map(([, name, kind, type]) => ({ name, kind, type }));
  const kinds = imports.map(({ kind }) => kind).sort().join();
  if (kinds !== "global,memory,table") {
    fail(`The parts of the program import ${kinds}, but tools/program/chunks.mjs expects a global, a memory and a table. Check what a new version of the splitter has changed.`);
  }
  return imports;
}

/**
 * Returns a module that re-exports these imports.
 * @param {ReturnType<typeof importsOf>} imports
 */
function sharing(imports) {
  const rows = imports.map(({ name, kind, type }) => `(import "${SHARED}" "${name}" (${kind} $${kind} ${type})) (export "${name}" (${kind} $${kind}))`);
  return `(module ${rows.join("\n")})\n`;
}
