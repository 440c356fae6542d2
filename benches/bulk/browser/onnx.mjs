// ONNX Runtime Web: the fused operator that transformers.js uses, on the CPU and on the GPU.

import { rotaryModel } from "./model.mjs";
import { PAIRINGS, largestError, lengthOf, numbers, tables } from "./numbers.mjs";
import { repeat, timed } from "./subject.mjs";

/** @typedef {import("./numbers.mjs").Pairing} Pairing */
/** @typedef {import("./numbers.mjs").Shape} Shape */

/** TypeScript has no types for these. */
const { GPUBufferUsage: Usage, GPUMapMode: Mode } = /** @type {any} */ (window);

/**
 * Loads the build for one kind of device, because the build for the GPU is slower on the CPU.
 * @param {"wasm" | "webgpu"} device
 */
async function load(device) {
  const folder = new URL("node_modules/onnxruntime-web/dist/", import.meta.url);
  const runtime = await import(new URL(`ort.${device}.min.mjs`, folder).href);
  runtime.env.wasm.wasmPaths = folder.href;
  runtime.env.wasm.numThreads = 1;
  runtime.env.logLevel = "error";
  return runtime;
}

/**
 * Returns the inputs of the model as host arrays.
 * @param {Shape} shape
 */
function inputs({ nHeads, nPositions, headDim }) {
  const { cos, sin } = tables({ nHeads, nPositions, headDim });
  const positions = BigInt64Array.from({ length: nPositions }, (_, position) => BigInt(position));
  const dims = [1, nHeads, nPositions, headDim];
  return {
    x: { data: numbers(lengthOf({ nHeads, nPositions, headDim })), type: "float32", dims },
    p: { data: positions, type: "int64", dims: [1, nPositions] },
    c: { data: cos, type: "float32", dims: [nPositions, headDim / 2] },
    s: { data: sin, type: "float32", dims: [nPositions, headDim / 2] },
  };
}

/**
 * @param {any} runtime
 * @param {ReturnType<typeof inputs>} given
 * @param {Shape} shape
 * @param {Pairing} pairing
 */
async function onCpu(runtime, given, shape, pairing) {
  const model = rotaryModel(pairing === "interleaved");
  const session = await runtime.InferenceSession.create(model, { executionProviders: ["wasm"] });
  const feeds = Object.fromEntries(
    Object.entries(given).map(([name, { data, type, dims }]) => [name, new runtime.Tensor(type, data, dims)]),
  );
  const run = (/** @type {number} */ times) => repeat(times, () => session.run(feeds));
  const error = async () => largestError(given.x.data, (await session.run(feeds)).y.data, shape, pairing);
  return timed({ run, error });
}

/**
 * Runs the model on the GPU, where all numbers stay.
 * @param {any} runtime
 * @param {ReturnType<typeof inputs>} given
 * @param {Shape} shape
 * @param {Pairing} pairing
 */
async function onGpu(runtime, given, shape, pairing) {
  const settings = { executionProviders: ["webgpu"], preferredOutputLocation: "gpu-buffer" };
  const session = await runtime.InferenceSession.create(rotaryModel(pairing === "interleaved"), settings);
  /** @type {GPUDevice} */
  const device = await runtime.env.webgpu.device;
  const usage = Usage.STORAGE | Usage.COPY_SRC | Usage.COPY_DST;
  const tensor = (/** @type {typeof given.x | typeof given.p} */ { data, type, dims }) => {
    const buffer = device.createBuffer({ size: data.byteLength, usage });
    device.queue.writeBuffer(buffer, 0, data);
    return runtime.Tensor.fromGpuBuffer(buffer, { dataType: type, dims });
  };
  const feeds = Object.fromEntries(Object.entries(given).map(([name, input]) => [name, tensor(input)]));
  const y = tensor({ ...given.x, data: new Float32Array(given.x.data.length) });
  const run = async (/** @type {number} */ times) => {
    await repeat(times, () => session.run(feeds, { y }));
    await device.queue.onSubmittedWorkDone();
  };
  const error = async () => {
    await run(1);
    return largestError(given.x.data, await read(device, y.gpuBuffer, given.x.data.byteLength), shape, pairing);
  };
  return timed({ run, error });
}

/**
 * @param {GPUDevice} device
 * @param {GPUBuffer} buffer
 * @param {number} size
 */
async function read(device, buffer, size) {
  const host = device.createBuffer({ size, usage: Usage.COPY_DST | Usage.MAP_READ });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, host, 0, size);
  device.queue.submit([encoder.finish()]);
  await host.mapAsync(Mode.READ);
  const numbers = new Float32Array(host.getMappedRange().slice(0));
  host.destroy();
  return numbers;
}

/**
 * @param {Shape} shape
 * @returns {import("./subject.mjs").Offer[]}
 */
export function onnx(shape) {
  const given = inputs(shape);
  /** @type {Record<string, Promise<any>>} */
  const runtimes = {};
  const runtime = (/** @type {"wasm" | "webgpu"} */ device) => (runtimes[device] ??= load(device));
  return PAIRINGS.flatMap((pairing) => [
    {
      rows: [{ kind: "CPU", name: "ONNX Runtime Web, WebAssembly", pairing }],
      open: async () => onCpu(await runtime("wasm"), given, shape, pairing),
    },
    {
      rows: [{ kind: "WebGPU", name: "ONNX Runtime Web, WebGPU", pairing }],
      open: async () => onGpu(await runtime("webgpu"), given, shape, pairing),
    },
  ]);
}
