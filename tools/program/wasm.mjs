// Optimizes WebAssembly for size or speed.

import binaryen from "binaryen";

/** Features that compilers enable by default, but binaryen does not. */
const { BulkMemory, BulkMemoryOpt, Multivalue, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SIMD128, SignExt } = binaryen.Features;
const FEATURES = BulkMemory | BulkMemoryOpt | Multivalue | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SIMD128 | SignExt;

/**
 * Settings of binaryen: the levels for speed and size, the passes that run first, and the number of optimizations.
 * @typedef {{ speed: number, size: number, first: string[], times: number }} How
 */

/** Small after compression. @type {How} */
export const SMALL = { speed: 2, size: 1, first: [], times: 1 };

/** 1 % smaller, in twice the time, for code that every reader loads. @type {How} */
export const SMALLEST = { speed: 2, size: 1, first: ["generate-global-effects", "flatten", "rereloop"], times: 2 };

/** Fast. @type {How} */
export const FAST = { speed: 3, size: 0, first: [], times: 1 };

/**
 * Optimizes code. We use binaryen as a library, because as a program it would be compiled again for each file, which
 * takes longer than its work.
 * @param {Uint8Array} code
 * @param {How} how
 */
export function optimized(code, { speed, size, first, times }, isChunk = false) {
  binaryen.setOptimizeLevel(speed);
  binaryen.setShrinkLevel(size);
  binaryen.setDebugInfo(false);
  // Low memory holds only the stack, so binaryen may fold the sum of an address and a small number into one operation.
  binaryen.setLowMemoryUnused(true);
  const module = binaryen.readBinary(code);
  module.setFeatures(FEATURES);
  removeEmptySegments(module);
  if (isChunk) {
    // The parts of a chunk call each other through the table. In one file, most of these calls can be direct.
    binaryen.setPassArgument("directize-initial-contents-immutable", "true");
    module.runPasses(["directize"]);
    binaryen.clearPassArguments();
  }
  module.runPasses(first);
  for (let time = 0; time < times; time += 1) {
    module.optimize();
  }
  // These sections are for tools; browsers do not need them.
  module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  const small = module.emitBinary();
  module.dispose();
  return small;
}

/**
 * Removes segments that only set slots of the table to null. The splitter leaves one such segment for every gap, but
 * the slots are null anyway until a chunk fills them.
 * @param {binaryen.Module} module
 */
function removeEmptySegments(module) {
  const segments = Array.from({ length: module.getNumElementSegments() }, (_, place) => module.getElementSegmentByIndex(place));
  const empty = segments.map(binaryen.getElementSegmentInfo).filter(({ data }) => data.every((name) => !name));
  empty.forEach(({ name }) => module.removeElementSegment(name));
}
