// TensorFlow.js. It has no operator for RoPE, so the rotation is composed of several operators.

import { PAIRINGS, largestError, lengthOf, numbers, tables } from "./numbers.mjs";
import { repeat, timed } from "./subject.mjs";

/** @typedef {import("./numbers.mjs").Pairing} Pairing */
/** @typedef {import("./numbers.mjs").Shape} Shape */
/** @typedef {"wasm" | "webgpu"} Backend */

/** @param {string} file */
function addScript(file) {
  const script = document.createElement("script");
  script.src = new URL(`node_modules/@tensorflow/${file}`, import.meta.url).href;
  document.head.append(script);
  return new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${file} could not be loaded.`));
  });
}

/** @returns {Promise<any>} the library, which the whole page shares */
async function load() {
  await addScript("tfjs-core/dist/tf-core.min.js");
  await addScript("tfjs-backend-wasm/dist/tf-backend-wasm.min.js");
  await addScript("tfjs-backend-webgpu/dist/tf-backend-webgpu.min.js");
  const { tf } = /** @type {any} */ (window);
  tf.wasm.setWasmPaths(new URL("node_modules/@tensorflow/tfjs-backend-wasm/dist/", import.meta.url).href);
  tf.wasm.setThreadsCount(1);
  return tf;
}

/**
 * Returns two ways to rotate; which one is faster depends on the backend and the pairing. Halves are the two parts of
 * `[heads, positions, 2, pairs]`, neighbours the two parts of `[heads, positions, pairs, 2]`.
 * @param {any} tf
 * @param {Float32Array} from
 * @param {Shape} shape
 * @param {Pairing} pairing
 */
function rotations(tf, from, { nHeads, nPositions, headDim }, pairing) {
  const half = headDim / 2;
  const isHalfSplit = pairing === "half-split";
  const axis = isHalfSplit ? 2 : 3;
  const { cos, sin } = tables({ nHeads, nPositions, headDim });
  const x = tf.tensor(from, [nHeads, nPositions, ...(isHalfSplit ? [2, half] : [half, 2])]);
  const [c, s] = [cos, sin].map((table) => tf.tensor(table, [1, nPositions, ...(isHalfSplit ? [1, half] : [half, 1])]));
  const [c2, s2] = tf.tidy(() => [tf.concat([c, c], axis), tf.concat([tf.neg(s), s], axis)]);
  const splitting = () => {
    const [a, b] = tf.split(x, 2, axis);
    return tf.concat([tf.sub(tf.mul(a, c), tf.mul(b, s)), tf.add(tf.mul(a, s), tf.mul(b, c))], axis);
  };
  const swapping = () => tf.add(tf.mul(x, c2), tf.mul(tf.reverse(x, axis), s2));
  return [splitting, swapping].map((turn) => () => tf.tidy(turn));
}

/**
 * Submits all work for the GPU, which TensorFlow.js otherwise does only when numbers are read, and waits until it is
 * done.
 * @param {any} tf
 */
async function finish(tf) {
  if (tf.getBackend() === "webgpu") {
    const { device } = tf.backend();
    tf.backend().endComputePassEncoder();
    tf.backend().submitQueue();
    await device.queue.onSubmittedWorkDone();
  }
}

/**
 * Returns the fastest of several ways; each runs once to warm up and once to be timed.
 * @param {any} tf
 * @param {(() => any)[]} ways
 */
async function fastest(tf, ways) {
  const tried = [];
  for (const way of ways) {
    let start = 0;
    await repeat(2, async () => {
      start = performance.now();
      way().dispose();
      await finish(tf);
    });
    tried.push({ way, millis: performance.now() - start });
  }
  return tried.sort((one, other) => one.millis - other.millis)[0].way;
}

/**
 * @param {any} tf
 * @param {Backend} backend
 * @param {Float32Array} from
 * @param {Shape} shape
 * @param {Pairing} pairing
 */
async function open(tf, backend, from, shape, pairing) {
  const ready = async () => {
    if (!(await tf.setBackend(backend))) {
      throw new Error(`TensorFlow.js has no ${backend} here.`);
    }
  };
  await ready();
  const turn = await fastest(tf, rotations(tf, from, shape, pairing));
  const run = async (/** @type {number} */ times) => {
    await repeat(times, () => turn().dispose());
    await finish(tf);
  };
  const error = async () => {
    await ready();
    const turned = turn();
    const numbers = await turned.data();
    turned.dispose();
    return largestError(from, numbers, shape, pairing);
  };
  return timed({ ready, run, error });
}

/**
 * @param {Shape} shape
 * @returns {import("./subject.mjs").Offer[]}
 */
export function tensorflow(shape) {
  const from = numbers(lengthOf(shape));
  /** @type {Promise<any> | undefined} */
  let loaded;
  /** @type {(kind: "CPU" | "WebGPU", backend: Backend, label: string) => import("./subject.mjs").Offer[]} */
  const offers = (kind, backend, label) =>
    PAIRINGS.map((pairing) => ({
      rows: [{ kind, name: `TensorFlow.js, ${label}`, pairing }],
      open: async () => open(await (loaded ??= load()), backend, from, shape, pairing),
    }));
  return [...offers("CPU", "wasm", "WebAssembly"), ...offers("WebGPU", "webgpu", "WebGPU")];
}
