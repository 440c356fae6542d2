// Compares the speed of our trainer with its peers, natively and in WebAssembly, and prints tables. Times depend on the
// machine and the moment, so a missed target is printed but is not an error.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fail, setUpBuild, setUpPeers } from "../../tools/setup/setup.mjs";
import { chosenRounds } from "../programs.mjs";
import { contenders } from "./contenders.mjs";
import { DIM, LENGTH, MODELS, N_HEADS, N_TEXTS } from "./models.mjs";
import { median, sizeOf, table, troubles, verdicts } from "./report.mjs";

/** @typedef {import("./report.mjs").Line} Line */

/** The compiler of WebAssembly replaces its first, slow code while the program runs, so there are many steps that do not count. */
const STEPS = { warmUp: 60, timed: 100 };

const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * @param {import("./contenders.mjs").Contender[]} all
 * @param {number} rounds
 * @returns {Line[]}
 */
function measure(all, rounds) {
  const lines = MODELS.flatMap(({ task }) => all.map(({ name, version, trouble }) => ({ task, name, version, trouble, millis: /** @type {number[]} */ ([]), loss: NaN })));
  for (let round = 1; round <= rounds; round += 1) {
    for (const line of lines.filter(({ trouble }) => !trouble)) {
      const { millis, losses } = all.find(({ name }) => name === line.name)?.run(line.task, STEPS) ?? fail(`${line.name} is lost.`);
      line.millis.push(median(millis));
      line.loss = mean(losses.slice(-10));
    }
    console.log(`round ${round} of ${rounds}`);
  }
  return lines;
}

const { rounds, json } = chosenRounds("bench:race", 5);
await setUpBuild();
await setUpPeers("numpy", "torch");
const folder = mkdtempSync(join(tmpdir(), "phasor-race-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const all = await contenders(folder);
const [processor, processors] = [cpus()[0].model, availableParallelism()];
console.log(`${processor}, ${processors} processors, Node ${process.versions.node}.
Training with RoPE, one thread, f32: ${N_TEXTS} texts of ${LENGTH} tokens, ${DIM} components, ${N_HEADS} heads. Median of ${STEPS.timed} steps after ${STEPS.warmUp} that do
not count; best of ${rounds} alternating rounds, each with a new process. The ratios are of times in the same run, first of the
best rounds, then the median and the range within each round. The loss is the mean of the last ten steps.`);
const lines = measure(all, rounds);
if (json) {
  writeFileSync(json, `${JSON.stringify({ processor, processors, rounds, lines }, null, 1)}\n`);
}
for (const model of MODELS) {
  console.log(`\n## ${table(lines, model)}`);
}
troubles(lines).forEach((trouble) => console.log(trouble));
console.log("candle has no helper that clips gradients, so its steps leave that out, to its advantage.");
verdicts(lines, MODELS).forEach((verdict) => console.log(verdict));
console.log(`All times are of this machine and this Node; elsewhere, only ratios of one run mean something. The ratio to native code also
depends on how wide the processor's vectors are, as those of WebAssembly have 128 bits everywhere, and on how often the
native allocator asks the system for memory.`);
for (const { name, wasm } of all) {
  if (wasm) {
    console.log(`${sizeOf(name, wasm)}.`);
  }
}
