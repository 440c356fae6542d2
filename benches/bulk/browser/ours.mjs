// Our kernels, used in the same way as on the page: in the built web worker.

import { PAIRINGS, errorOfVector } from "./numbers.mjs";

/** @typedef {import("./numbers.mjs").Pairing} Pairing */
/** @typedef {{ path: string, build: string, kind: "CPU" | "WebGPU", name: string, copy: string }} Path */

/** @type {Path[]} */
const PATHS = [
  { path: "simd", build: "simd", kind: "CPU", name: "ours: WebAssembly with SIMD", copy: "copy: within WebAssembly" },
  { path: "scalar", build: "scalar", kind: "CPU", name: "ours: WebAssembly without SIMD", copy: "copy: within WebAssembly" },
  { path: "webgpu", build: "simd", kind: "WebGPU", name: "ours: WebGPU", copy: "copy: our fastest kernel" },
];

/** The most rounds in which the worker finds out how often it must repeat. */
const WARM_UP = 8;

/**
 * Starts a worker, and returns a function that sends it one request at a time.
 * @param {string} build
 */
function openWorker(build) {
  const worker = new Worker(new URL(`../dist/bulk/worker.js?build=${build}`, import.meta.url), { type: "module" });
  let id = 0;
  /** @type {(ask: string, given?: unknown) => Promise<any>} */
  const ask = (what, given) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.sentence ? reject(new Error(data.sentence)) : resolve(data.answer));
      worker.onerror = () => reject(new Error("The worker could not be loaded."));
      worker.postMessage({ id: (id += 1), ask: what, given });
    });
  return ask;
}

/**
 * Returns the name of the GPU and whether it is emulated in software, or nothing if there is none.
 * @returns {Promise<[string, boolean] | undefined>}
 */
export async function adapter() {
  const answer = await openWorker("simd")("adapter").catch(() => undefined);
  const found = answer && (await navigator.gpu?.requestAdapter());
  const { vendor = "", architecture = "" } = found?.info ?? {};
  return answer && [answer[0] || `${vendor} ${architecture}`, answer[1]];
}

/**
 * @param {Path} path
 * @param {Pairing} pairing
 * @param {import("./numbers.mjs").Shape} shape
 */
async function open({ path, build }, pairing, { nHeads, nPositions, headDim }) {
  const ask = openWorker(build);
  if ((await ask("build")) !== build) {
    throw new Error("This browser's WebAssembly has no SIMD.");
  }
  const size = { n_heads: nHeads, n_positions: nPositions, head_dim: headDim, rotary_dim: headDim };
  await ask("prepare", { ...size, base: 10_000, position: 0, pairing, layout: "heads-first", path });
  const seconds = async () => ask("round");
  // A round that was too short to measure returns NaN, and the next one repeats more often.
  for (let round = 0; round < WARM_UP && (await seconds()).some(Number.isNaN); round += 1);
  const error = async () => {
    let largest = await ask("check");
    for (const position of [0, 1, nPositions >> 1, nPositions - 1]) {
      const both = await ask("sample", position);
      const [before, after] = [both.slice(0, headDim), both.slice(headDim)];
      largest = Math.max(largest, errorOfVector(before, after, position, pairing));
    }
    return largest;
  };
  return { seconds, error };
}

/**
 * @param {import("./numbers.mjs").Shape} shape
 * @returns {import("./subject.mjs").Offer[]}
 */
export function ours(shape) {
  return PATHS.flatMap((path) =>
    PAIRINGS.map((pairing) => ({
      rows: [
        { kind: path.kind, name: path.copy },
        { kind: path.kind, name: path.name, pairing, isOurs: true },
      ],
      open: () => open(path, pairing, shape),
    })),
  );
}
