// Optimizes WebAssembly for size or speed.

import binaryen from "binaryen";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../setup/setup.mjs";
import { COMPILED } from "./environment.mjs";

/** The folder of code that was made before: most chunks and programs are the same in the next build. */
const DONE = join(COMPILED, "binaryen");

/** What the results depend on apart from the code: binaryen's version and the scripts that use it. */
const OPTIMIZER = [join(ROOT, "node_modules", "binaryen", "package.json"), ...["wasm.mjs", "chunks.mjs"].map((name) => join(ROOT, "tools", "program", name))].map(
  (file) => readFileSync(file),
);

/** Features that compilers enable by default, but binaryen does not. */
const { BulkMemory, BulkMemoryOpt, Multivalue, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SIMD128, SignExt } = binaryen.Features;
const FEATURES = BulkMemory | BulkMemoryOpt | Multivalue | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SIMD128 | SignExt;

/** The same features for the programs of binaryen. */
export const FLAGS = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext", "simd"].map(
  (feature) => `--enable-${feature}`,
);

/** The levels of binaryen for speed and size. @typedef {{ speed: number, size: number }} How */

/** Small after compression. @type {How} */
export const SMALL = { speed: 2, size: 1 };

/** Fast. @type {How} */
export const FAST = { speed: 3, size: 0 };

/**
 * Returns what `make` makes of some inputs, or made of the same in an earlier build.
 * @param {(string | Uint8Array)[]} inputs
 * @param {() => string | Uint8Array | Promise<string | Uint8Array>} make
 */
export async function once(inputs, make) {
  const hash = createHash("sha256");
  [...OPTIMIZER, ...inputs].forEach((part) => hash.update(`${part.length}\0`).update(part));
  const file = join(DONE, hash.digest("hex"));
  if (!existsSync(file)) {
    const made = await make();
    mkdirSync(DONE, { recursive: true });
    writeFileSync(file, made);
  }
  return readFileSync(file);
}

/**
 * Optimizes code. We use binaryen as a library, because as a program it would be compiled again for each file, which
 * takes longer than its work.
 * @param {Uint8Array} code
 * @param {How} how
 */
export function optimized(code, how, isChunk = false) {
  return once([JSON.stringify([how, isChunk]), code], () => optimize(code, how, isChunk));
}

/**
 * @param {Uint8Array} code
 * @param {How} how
 * @param {boolean} isChunk
 */
function optimize(code, { speed, size }, isChunk) {
  binaryen.setOptimizeLevel(speed);
  binaryen.setShrinkLevel(size);
  binaryen.setDebugInfo(false);
  // Low memory holds only the stack, so binaryen may fold the sum of an address and a small number into one operation.
  binaryen.setLowMemoryUnused(true);
  const module = binaryen.readBinary(code);
  module.setFeatures(FEATURES);
  if (isChunk) {
    // The parts of a chunk call each other through the table. In one file, most of these calls can be direct.
    binaryen.setPassArgument("directize-initial-contents-immutable", "true");
    module.runPasses(["directize"]);
    binaryen.clearPassArguments();
  }
  module.optimize();
  // These sections are for tools; browsers do not need them.
  module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  const small = module.emitBinary();
  module.dispose();
  return small;
}
