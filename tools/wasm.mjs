// How code is made small or fast.

import binaryen from "binaryen";

/** What compilers enable by themselves and binaryen must be told. */
const { BulkMemory, BulkMemoryOpt, Multivalue, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SIMD128, SignExt } = binaryen.Features;
const FEATURES = BulkMemory | BulkMemoryOpt | Multivalue | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SIMD128 | SignExt;

/**
 * How binaryen makes code: levels of speed and of size, what it does first, and how many times it optimizes.
 * @typedef {{ speed: number, size: number, first: string[], times: number }} How
 */

/** Small, after compression. @type {How} */
export const SMALL = { speed: 2, size: 1, first: [], times: 1 };

/** Smaller by a hundredth, in twice the time: for what every reader loads. @type {How} */
export const SMALLEST = { speed: 2, size: 1, first: ["generate-global-effects", "flatten", "rereloop"], times: 2 };

/** Fast. @type {How} */
export const FAST = { speed: 3, size: 0, first: [], times: 1 };

/**
 * Makes code small or fast. As a library binaryen is compiled once for all files, as a program once for each,
 * which takes longer than its work.
 * @param {Uint8Array} code
 * @param {How} how
 */
export function optimized(code, { speed, size, first, times }, isChunk = false) {
  binaryen.setOptimizeLevel(speed);
  binaryen.setShrinkLevel(size);
  binaryen.setDebugInfo(false);
  // The stack begins there, so that a sum of an address and a small number can be one operation.
  binaryen.setLowMemoryUnused(true);
  const module = binaryen.readBinary(code);
  module.setFeatures(FEATURES);
  removeEmptySegments(module);
  if (isChunk) {
    // Its parts call each other through the table; now that they are in one file most of these calls can be direct.
    binaryen.setPassArgument("directize-initial-contents-immutable", "true");
    module.runPasses(["directize"]);
    binaryen.clearPassArguments();
  }
  module.runPasses(first);
  for (let time = 0; time < times; time += 1) {
    module.optimize();
  }
  // Notes of tools for tools, which no browser reads.
  module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  const small = module.emitBinary();
  module.dispose();
  return small;
}

/**
 * Takes out what only empties slots of the table, which are empty anyway until a chunk fills them. The splitter
 * leaves one such segment for every gap.
 * @param {binaryen.Module} module
 */
function removeEmptySegments(module) {
  const segments = Array.from({ length: module.getNumElementSegments() }, (_, place) => module.getElementSegmentByIndex(place));
  const empty = segments.map(binaryen.getElementSegmentInfo).filter(({ data }) => data.every((name) => !name));
  empty.forEach(({ name }) => module.removeElementSegment(name));
}
