// Trains a model in WebAssembly, and prints the milliseconds and the loss of every timed step as a line of JSON. The
// arguments are the trainer, its file, the task, the number of steps that warm up, and the number that are timed.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * The settings of `Course` (`crates/figures/src/length/training_race/course.rs`) as numbers: the task's place, how many
 * letters back, the length of the texts, the width of a head, the base, the seed.
 * @type {Record<string, number[]>}
 */
const COURSES = { "three-back": [0, 3, 32, 12, 10_000, 1], "latest-value": [1, 0, 32, 12, 10_000, 1] };

/** The place of RoPE among the racers. */
const ROPE = 0;

/** Does one step and returns its milliseconds. @typedef {() => number} Step */
/** @typedef {{ step: Step, losses: number[] }} Trainer */

/**
 * Our trainer, as the page's worker runs it, without the tests and looks between the steps.
 * @param {string} glue
 * @param {string} task
 * @returns {Promise<Trainer>}
 */
async function ours(glue, task) {
  const { default: start, Worker: Racer } = await import(pathToFileURL(glue).href);
  await start({ module_or_path: readFileSync(glue.replace(/\.js$/, "_bg.wasm")) });
  const racer = new Racer(Float64Array.from(COURSES[task]), ROPE, undefined);
  /** @type {number[]} */
  const losses = [];
  const step = () => {
    const before = racer.step();
    for (;;) {
      const start = performance.now();
      const report = racer.advance();
      const millis = performance.now() - start;
      // The fourth number of a report says what it reports; 0 stands for losses.
      if (report?.[3] === 0) {
        losses.push(...report.subarray(4));
      }
      if (racer.step() > before) {
        return millis;
      }
    }
  };
  return { step, losses };
}

/**
 * @param {string} file
 * @param {string} task
 * @returns {Promise<Trainer>}
 */
async function candle(file, task) {
  const module = await WebAssembly.compile(readFileSync(file));
  /** @type {Record<string, Record<string, () => number>>} */
  const imports = {};
  // These imports are for random numbers, which the model draws itself.
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => 0;
  }
  const kernels = /** @type {any} */ ((await WebAssembly.instantiate(module, imports)).exports);
  if (!kernels.prepare(task === "latest-value")) {
    throw new Error("candle refuses this model.");
  }
  /** @type {number[]} */
  const losses = [];
  const step = () => {
    const start = performance.now();
    const loss = kernels.step();
    const millis = performance.now() - start;
    if (Number.isNaN(loss)) {
      throw new Error("candle failed in a step.");
    }
    losses.push(loss);
    return millis;
  };
  return { step, losses };
}

const [name, file, task, warmUp, timed] = process.argv.slice(2);
const { step, losses } = await (name === "ours" ? ours : candle)(file, task);
const times = (/** @type {string} */ count) => Array.from({ length: Number(count) }, step);
times(warmUp);
const millis = times(timed);
console.log(JSON.stringify({ millis, losses: losses.slice(Number(warmUp)) }));
