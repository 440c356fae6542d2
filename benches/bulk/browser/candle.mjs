// candle-nn, compiled to WebAssembly with 128-bit SIMD; see ../candle.

import { PAIRINGS, largestError, lengthOf } from "./numbers.mjs";
import { timed } from "./subject.mjs";

/**
 * The exports of ../candle/src/wasm.rs.
 * @typedef {object} Kernels
 * @property {WebAssembly.Memory} memory
 * @property {(nHeads: number, nPositions: number, headDim: number) => number} prepare
 * @property {(isInterleaved: boolean, times: number) => boolean} turn
 * @property {(isInterleaved: boolean) => number} turned
 */

/** @returns {Promise<Kernels>} */
async function load() {
  const response = await fetch(new URL("../candle.wasm", import.meta.url));
  const module = await WebAssembly.compile(await response.arrayBuffer());
  /** @type {Record<string, Record<string, () => number>>} */
  const imports = {};
  // These imports are for random numbers, which nothing here uses.
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => 0;
  }
  return /** @type {any} */ ((await WebAssembly.instantiate(module, imports)).exports);
}

/**
 * @param {import("./numbers.mjs").Shape} shape
 * @returns {import("./subject.mjs").Offer[]}
 */
export function candle(shape) {
  const length = lengthOf(shape);
  /** @type {Promise<[Kernels, number]> | undefined} */
  let prepared;
  const prepare = async () => {
    const kernels = await load();
    return /** @type {[Kernels, number]} */ ([kernels, kernels.prepare(shape.nHeads, shape.nPositions, shape.headDim)]);
  };
  return PAIRINGS.map((pairing) => {
    const isInterleaved = pairing === "interleaved";
    const open = async () => {
      const [kernels, original] = await (prepared ??= prepare());
      const numbers = (/** @type {number} */ at) => new Float32Array(kernels.memory.buffer, at, length);
      const run = (/** @type {number} */ times) => {
        if (!original || !kernels.turn(isInterleaved, times)) {
          throw new Error("candle refuses this shape.");
        }
      };
      const error = async () => {
        const turned = kernels.turned(isInterleaved);
        return turned ? largestError(numbers(original), numbers(turned), shape, pairing) : Infinity;
      };
      return timed({ run, error });
    };
    return { rows: [{ kind: "CPU", name: "candle-nn, WebAssembly with SIMD", pairing }], open };
  });
}
