// The vectors that all subjects in the page rotate, and the exact results.

const BASE = 10_000;

/** @typedef {"half-split" | "interleaved"} Pairing */
/** @typedef {{ nHeads: number, nPositions: number, headDim: number }} Shape */
/** @typedef {{ cos: Float32Array<ArrayBuffer>, sin: Float32Array<ArrayBuffer> }} Tables */

/** @type {Pairing[]} */
export const PAIRINGS = ["half-split", "interleaved"];

/** @param {Shape} shape */
export const lengthOf = ({ nHeads, nPositions, headDim }) => nHeads * nPositions * headDim;

/**
 * Returns numbers from -1 to 1.
 * @param {number} length
 */
export function numbers(length) {
  const all = new Float32Array(length);
  for (let place = 0; place < length; place += 1) {
    all[place] = Math.sin(place * 0.37);
  }
  return all;
}

/**
 * @param {number} position
 * @param {number} pair
 * @param {number} headDim
 */
const angle = (position, pair, headDim) => position * BASE ** ((-2 * pair) / headDim);

/**
 * Returns cosines and sines for `[positions, pairs]`, computed in doubles and rounded once.
 * @param {Shape} shape
 * @returns {Tables}
 */
export function tables({ nPositions, headDim }) {
  const half = headDim / 2;
  const cos = new Float32Array(nPositions * half);
  const sin = new Float32Array(nPositions * half);
  for (let place = 0; place < cos.length; place += 1) {
    const turned = angle(Math.floor(place / half), place % half, headDim);
    cos[place] = Math.cos(turned);
    sin[place] = Math.sin(turned);
  }
  return { cos, sin };
}

/**
 * Returns the largest difference between a component of one vector and the result in doubles.
 * @param {ArrayLike<number>} before
 * @param {ArrayLike<number>} after
 * @param {number} position
 * @param {Pairing} pairing
 */
export function errorOfVector(before, after, position, pairing) {
  const half = before.length / 2;
  let largest = 0;
  for (let pair = 0; pair < half; pair += 1) {
    const [first, second] = pairing === "half-split" ? [pair, pair + half] : [2 * pair, 2 * pair + 1];
    const turned = angle(position, pair, before.length);
    const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
    const errors = [
      Math.abs(after[first] - (before[first] * cos - before[second] * sin)),
      Math.abs(after[second] - (before[first] * sin + before[second] * cos)),
    ];
    // This also catches NaN, for which every comparison is false.
    largest = errors.every((error) => error <= 2) ? Math.max(largest, ...errors) : Infinity;
    if (largest === Infinity) {
      break;
    }
  }
  return largest;
}

/**
 * Returns the largest error over all vectors of the first, the middle and the last head.
 * @param {Float32Array} before
 * @param {Float32Array} after
 * @param {Shape} shape
 * @param {Pairing} pairing
 */
export function largestError(before, after, { nHeads, nPositions, headDim }, pairing) {
  if (after.length !== before.length) {
    return Infinity;
  }
  let largest = 0;
  for (const head of new Set([0, nHeads >> 1, nHeads - 1])) {
    for (let position = 0; position < nPositions; position += 1) {
      const start = (head * nPositions + position) * headDim;
      const vector = (/** @type {Float32Array} */ all) => all.subarray(start, start + headDim);
      largest = Math.max(largest, errorOfVector(vector(before), vector(after), position, pairing));
    }
  }
  return largest;
}
