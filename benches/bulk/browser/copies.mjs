// Straightforward copy kernels for the GPU: units of four numbers, buffers of any length.

import { lengthOf, numbers } from "./numbers.mjs";
import { timed } from "./subject.mjs";

/** @typedef {{ workgroup: number, units: number }} Way */

/** The variants of the kernel; which one is fastest depends on the adapter. */
const WAYS = [64, 128, 256].flatMap((workgroup) => [1, 4, 16, 64, 256].map((units) => ({ workgroup, units })));
const TRIALS = 3;

/** @param {{ workgroup: number, units: number, step: number }} sizes */
const shader = ({ workgroup, units, step }) => `
@group(0) @binding(0) var<storage, read> original: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> copied: array<vec4<f32>>;

@compute @workgroup_size(${workgroup})
fn copy(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var unit = 0u; unit < ${units}u; unit++) {
        let place = id.x + unit * ${step}u;
        if place < arrayLength(&original) {
            copied[place] = original[place];
        }
    }
}`;

async function device() {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) {
    throw new Error("There is no GPU.");
  }
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  return adapter.requestDevice({ requiredLimits: { maxBufferSize, maxStorageBufferBindingSize } });
}

/**
 * @param {GPUDevice} gpu
 * @param {GPUBuffer[]} buffers
 * @param {Way} way
 */
function kernel(gpu, buffers, { workgroup, units }) {
  const groups = Math.ceil(buffers[0].size / 16 / workgroup / units);
  const code = shader({ workgroup, units, step: groups * workgroup });
  const compute = { module: gpu.createShaderModule({ code }), entryPoint: "copy" };
  const pipeline = gpu.createComputePipeline({ layout: "auto", compute });
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = gpu.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  return async (/** @type {number} */ times) => {
    const encoder = gpu.createCommandEncoder();
    for (let time = 0; time < times; time += 1) {
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(groups);
      pass.end();
    }
    gpu.queue.submit([encoder.finish()]);
    await gpu.queue.onSubmittedWorkDone();
  };
}

/**
 * Opens the fastest of all variants.
 * @param {import("./numbers.mjs").Shape} shape
 */
async function open(shape) {
  const gpu = await device();
  const all = numbers(lengthOf(shape));
  const { STORAGE, COPY_DST } = /** @type {any} */ (window).GPUBufferUsage;
  const usage = STORAGE | COPY_DST;
  const buffers = [0, 1].map(() => gpu.createBuffer({ size: all.byteLength, usage }));
  gpu.queue.writeBuffer(buffers[0], 0, all);
  const most = gpu.limits.maxComputeWorkgroupsPerDimension;
  const ways = WAYS.filter(({ workgroup, units }) => all.length / 4 / workgroup / units <= most);
  let best = { millis: Infinity, run: kernel(gpu, buffers, ways[0]) };
  for (const run of ways.map((way) => kernel(gpu, buffers, way))) {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const start = performance.now();
      await run(1);
      const millis = performance.now() - start;
      best = millis < best.millis ? { millis, run } : best;
    }
  }
  return timed({ run: best.run });
}

/**
 * @param {import("./numbers.mjs").Shape} shape
 * @returns {import("./subject.mjs").Offer[]}
 */
export function copies(shape) {
  return [{ rows: [{ kind: "WebGPU", name: "copy: kernel of vec4" }], open: () => open(shape) }];
}
