// Joins the parts into which the splitter cuts the page's program: one file for each chunk.
//
// The splitter makes a file of whatever a set of chunks has in common, so a figure would need twenty to
// sixty of them. wasm-merge puts those of one chunk together, with a copy of what it shares with others.

import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";
import { must } from "./run.mjs";
import { fail } from "./setup.mjs";
import { SMALL, optimized } from "./wasm.mjs";

/** What parts import from the main part, by the splitter's name for it. */
const MAIN = "__wasm_split";

/** The module from which a chunk imports, once, what its parts import from the main part. */
const SHARED = "main";

/** What compilers enable by themselves and wasm-merge must be told. */
const FLAGS = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"].map(
  (feature) => `--enable-${feature}`,
);

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
  const imports = importsOf(await must("wasm-dis", [join(parts, `split_${chunks[0]}.wasm`)]));
  const hub = join(parts, "shared.wat");
  writeFileSync(hub, sharing(imports));
  const limit = pLimit(availableParallelism());
  const merged = (/** @type {string} */ chunk) => join(parts, `${chunk}.wasm`);
  const merge = async (/** @type {string} */ chunk) => {
    const files = needs[chunk].toSorted().flatMap((part) => [join(parts, `${part}.wasm`), part]);
    await must("wasm-merge", [hub, MAIN, ...files, "-o", merged(chunk), ...FLAGS]);
  };
  await Promise.all(chunks.map((chunk) => limit(merge, chunk)));
  for (const chunk of chunks) {
    writeFileSync(join(to, `${chunk}.wasm`), optimized(readFileSync(merged(chunk)), SMALL, true));
    // What says how far the build is has its turn.
    await setImmediate();
  }
  return { chunks, shared: imports.map(({ name }) => name) };
}

/**
 * What a part imports from the main part: memory, table and stack pointer.
 * @param {string} text The part as text.
 */
function importsOf(text) {
  const found = [...text.matchAll(/\(import "__wasm_split" "(\w+)" \((\w+) \$\S+ (.*)\)\)\n/g)];
  const imports = found.map(([, name, kind, type]) => ({ name, kind, type }));
  const kinds = imports.map(({ kind }) => kind).sort().join();
  if (kinds !== "global,memory,table") {
    fail(`Parts of the program import ${kinds} where tools/chunks.mjs expects a global, a memory and a table; see what a new version of the splitter changed.`);
  }
  return imports;
}

/**
 * A module that imports these and hands them on.
 * @param {ReturnType<typeof importsOf>} imports
 */
function sharing(imports) {
  const rows = imports.map(({ name, kind, type }) => `(import "${SHARED}" "${name}" (${kind} $${kind} ${type})) (export "${name}" (${kind} $${kind}))`);
  return `(module ${rows.join("\n")})\n`;
}
