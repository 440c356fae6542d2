// Measures how long the page's program takes to read tokens, in Node, as a line of JSON for `npm run bench:decoder`. The
// arguments are the model, `read`, the number of tokens, and the numbers of runs that warm up and that are timed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DIST } from "../../tools/program/stamp.mjs";

const [path, task, n, warmUp, timed] = process.argv.slice(2);

/** The bytes that a file gives at a time, as in a browser. */
const PIECE = 1 << 20;

/** Loads the model into the program. */
async function load() {
  const folder = join(DIST, "embed", "language-model");
  const program = await import(pathToFileURL(join(folder, "runner.js")).href);
  await program.default({ module_or_path: readFileSync(join(folder, "runner_bg.wasm")) });
  const files = new program.Files();
  const bytes = readFileSync(path);
  files.begin("model.gguf", bytes.length);
  for (let start = 0; start < bytes.length; start += PIECE) {
    files.append(bytes.subarray(start, start + PIECE));
  }
  return files.read();
}

/**
 * Asks for the word after a text, and returns the milliseconds until the answer.
 * @param {any} answerer
 * @param {string} options
 */
function ask(answerer, options) {
  const start = performance.now();
  // Each of these words is a token.
  answerer.begin("next-word", "the".concat(" the".repeat(Number(n) - 1)), options);
  while (answerer.advance() < 1);
  return performance.now() - start;
}

/** @type {number[]} */
const millis = [];
if (task === "read") {
  const answerer = await load();
  // The first question reads the text twice, also without a change.
  ask(answerer, "");
  for (let run = 0; run < Number(warmUp) + Number(timed); run += 1) {
    // Another base, so that nothing is known from the run before.
    const taken = ask(answerer, `--base ${50_000 + run}`);
    if (run >= Number(warmUp)) {
      millis.push(taken);
    }
  }
}
console.log(JSON.stringify({ millis }));
