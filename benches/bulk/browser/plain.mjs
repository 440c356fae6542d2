// Straightforward loops in JavaScript, and the copy with which they are compared.

import { PAIRINGS, largestError, lengthOf, numbers, tables } from "./numbers.mjs";
import { timed } from "./subject.mjs";

/** @typedef {import("./numbers.mjs").Tables} Tables */
/** @typedef {(from: Float32Array, to: Float32Array, tables: Tables, headDim: number) => void} Loop */

/** @type {Loop} */
function turnHalves(from, to, { cos, sin }, headDim) {
  const half = headDim / 2;
  for (let start = 0, at = 0; start < from.length; start += headDim) {
    if (at === cos.length) {
      at = 0;
    }
    for (let first = start; first < start + half; first += 1, at += 1) {
      const a = from[first];
      const b = from[first + half];
      to[first] = a * cos[at] - b * sin[at];
      to[first + half] = a * sin[at] + b * cos[at];
    }
  }
}

/** @type {Loop} */
function turnNeighbours(from, to, { cos, sin }) {
  for (let first = 0, at = 0; first < from.length; first += 2, at += 1) {
    if (at === cos.length) {
      at = 0;
    }
    const a = from[first];
    const b = from[first + 1];
    to[first] = a * cos[at] - b * sin[at];
    to[first + 1] = a * sin[at] + b * cos[at];
  }
}

/** @type {Record<import("./numbers.mjs").Pairing, Loop>} */
const LOOPS = { "half-split": turnHalves, interleaved: turnNeighbours };

/**
 * @param {import("./numbers.mjs").Shape} shape
 * @returns {import("./subject.mjs").Offer[]}
 */
export function plain(shape) {
  const from = numbers(lengthOf(shape));
  const to = new Float32Array(from.length);
  const both = tables(shape);
  const repeated = (/** @type {() => void} */ work) => (/** @type {number} */ times) => {
    for (let time = 0; time < times; time += 1) {
      work();
    }
  };
  const loops = PAIRINGS.map((pairing) => {
    const run = repeated(() => LOOPS[pairing](from, to, both, shape.headDim));
    const error = async () => {
      to.fill(NaN);
      run(1);
      return largestError(from, to, shape, pairing);
    };
    /** @type {import("./subject.mjs").Row} */
    const row = { kind: "CPU", name: "JavaScript loop, tables", pairing };
    return { rows: [row], open: async () => timed({ run, error }) };
  });
  const copy = timed({ run: repeated(() => to.set(from)) });
  return [{ rows: [{ kind: "CPU", name: "copy: Float32Array.set" }], open: async () => copy }, ...loops];
}
