// Compares the speed of our decoder with its peers on one thread, and prints tables. Times depend on the machine and the
// moment, so a missed target is printed but is not an error.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { build, needsNoBuild } from "../../tools/site/build.mjs";
import { ROOT, fail, setUpBuild, setUpCore, setUpLanguageModel, setUpNode, setUpPeers } from "../../tools/setup/setup.mjs";
import { answerOf, chosenRounds, compile } from "../programs.mjs";

/** What is timed: a text that is read at once, or tokens that are added one by one to a text of 64. */
const TASKS = [
  { task: "read", tokens: 64, title: "64 tokens, read at once" },
  { task: "read", tokens: 256, title: "256 tokens, read at once" },
  { task: "add", tokens: 16, title: "16 tokens, added one by one" },
];

/** A peer is as fast as ours from this ratio on; the times of one program differ by as much. */
const EQUAL = 0.95;

const HERE = join(ROOT, "benches", "decoder");
/** @typedef {{ name: string, run?: (args: string[]) => { millis: number[] }, trouble?: string }} Contender */
/** @typedef {{ title: string, name: string, millis: number[] }} Line */

/** @returns {Contender[]} */
function contenders() {
  console.log("Compiling our decoder and candle (about ten minutes, once).");
  const ours = compile(["bench", "--package", "phasor-decoder", "--bench", "decoder", "--no-run"], "decoder", ROOT);
  if (!ours) {
    fail("crates/decoder/benches/decoder.rs could not be compiled; see the output of cargo above.");
  }
  const candle = compile(["build", "--release"], "candle-decoder", join(HERE, "candle"));
  const python = process.env.PYTHON ?? "python3";
  const hasLlama = spawnSync(python, ["-c", "import xllamacpp"]).status === 0;
  const noCandle = { trouble: "benches/decoder/candle could not be compiled; see the output of cargo above." };
  return [
    { name: "ours", run: (args) => answerOf(ours, args) },
    { name: "ours, as WebAssembly in Node", run: (args) => answerOf(process.execPath, [join(HERE, "wasm.mjs"), ...args]) },
    { name: "candle, quantized", ...(candle ? { run: (/** @type {string[]} */ args) => answerOf(candle, args) } : noCandle) },
    { name: "candle, f32", ...(candle ? { run: (/** @type {string[]} */ args) => answerOf(candle, args, { CANDLE_DEQUANTIZE_ALL: "1" }) } : noCandle) },
    {
      name: "llama.cpp",
      ...(hasLlama
        ? { run: (/** @type {string[]} */ args) => answerOf(python, [join(HERE, "llama_peer.py"), ...args]) }
        : { trouble: `${python} does not have xllamacpp; set PYTHON to an interpreter that does (version as in tools/golden/requirements.txt).` }),
    },
  ];
}

/** @param {string} title @param {Line[]} lines */
function table(title, lines) {
  const best = (/** @type {Line} */ { millis }) => Math.min(...millis);
  const ours = lines.find(({ name }) => name === "ours") ?? fail("Our decoder was not measured.");
  const rows = lines.map((line) => [line.name, best(line).toFixed(0), Math.max(...line.millis).toFixed(0), `${(best(line) / best(ours)).toFixed(2)} x`]);
  const head = ["decoder", "ms", "slowest", "relative speed of ours"];
  return `${title}\n\n${[head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`;
}

if (!needsNoBuild()) {
  await setUpBuild();
  await build();
}
const { rounds, json } = chosenRounds("bench:decoder", 3);
await setUpCore();
await setUpNode();
await setUpPeers("xllamacpp");
const model = await setUpLanguageModel();
const all = contenders();
console.log(`${cpus()[0].model}, ${availableParallelism()} processors. SmolLM2-135M in Q4_1, one thread, best of ${rounds} alternating rounds of 3 runs.
candle's quantized product rounds the other factor to 8 bits, as llama.cpp's does; ours and candle with weights in f32 do not.`);
/** @type {Line[]} */
const lines = [];
for (let round = 1; round <= rounds; round += 1) {
  for (const { task, tokens, title } of TASKS) {
    for (const { name, run } of all) {
      const millis = run?.([model, task, String(tokens), "1", "3"]).millis;
      const line = lines.find((line) => line.title === title && line.name === name);
      if (millis?.length) {
        line ? line.millis.push(...millis) : lines.push({ title, name, millis });
      }
    }
  }
  console.log(`round ${round} of ${rounds}`);
}
if (json) {
  writeFileSync(json, `${JSON.stringify({ rounds, lines }, null, 1)}\n`);
}
for (const { title } of TASKS) {
  console.log(`\n## ${table(title, lines.filter((line) => line.title === title))}`);
}
all.forEach(({ name, trouble }) => trouble && console.log(`Absent: ${name}. ${trouble}`));
const bestOf = (/** @type {string} */ title, /** @type {string} */ wanted) => Math.min(...lines.filter((line) => line.title === title && line.name.startsWith(wanted) && (wanted !== "ours" || line.name === wanted)).flatMap(({ millis }) => millis));
for (const { title } of TASKS.filter(({ task }) => task === "read")) {
  const ours = bestOf(title, "ours");
  const ratio = bestOf(title, "candle") / ours;
  console.log(`${title}: ours is ${ratio.toFixed(2)} times as fast as the faster candle (target: at least 1, ${ratio >= EQUAL ? "met" : "MISSED"}).`);
  const share = ours / bestOf(title, "ours, as WebAssembly");
  console.log(`${title}: our WebAssembly has ${share.toFixed(2)} of the speed of our native program (target: at least 0.5, ${share >= 0.5 ? "met" : "MISSED"}).`);
}
