// Builds the trainers that are compared. Each is a separate program and runs on one thread.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TARGET, nativeEnvironment } from "../../tools/program/environment.mjs";
import { buildTrainer } from "../../tools/program/kernels.mjs";
import { ROOT, fail } from "../../tools/setup/setup.mjs";
import { answerOf, compile } from "../programs.mjs";

/** What a program prints. @typedef {{ millis: number[], losses: number[] }} Measured */

/** @typedef {{ warmUp: number, timed: number }} Steps */

/**
 * `wasm` is the path of the program's WebAssembly, `trouble` the reason why the contender is absent.
 * @typedef {{ name: string, version: string, wasm?: string, trouble?: string, run: (task: string, steps: Steps) => Measured }} Contender
 */

const HERE = join(ROOT, "benches", "race");
const CANDLE = join(HERE, "candle");
/** The interpreter that has torch. */
const python = () => process.env.PYTHON ?? "python3";

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Contender["run"]}
 */
const runner = (program, ...args) => (task, { warmUp, timed }) => answerOf(program, [...args, task, String(warmUp), String(timed)]);

/**
 * @param {string} version
 * @param {string} folder
 * @returns {Promise<Contender[]>}
 */
async function ours(version, folder) {
  console.log("Compiling our trainer, for this machine and for the page.");
  const program = compile(["bench", "--package", "phasor-train", "--bench", "race", "--no-run"], "race", ROOT);
  if (!program) {
    fail("crates/train/benches/race.rs could not be compiled; see the output of cargo above.");
  }
  await buildTrainer(folder);
  // The imported script is a module only where a package says so.
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const glue = join(folder, "trainer.js");
  return [
    { name: "ours, natively", version, run: runner(program) },
    { name: "ours, WebAssembly", version, wasm: join(folder, "trainer_bg.wasm"), run: runner(process.execPath, join(HERE, "wasm.mjs"), "ours", glue) },
  ];
}

/**
 * Compiles candle with SIMD and returns its path, or nothing if that failed. Unlike ours, its program does not go through
 * binaryen, which takes minutes for it and makes it no faster.
 * @returns {string | undefined}
 */
function candleWasm() {
  const env = { ...nativeEnvironment(), CARGO_ENCODED_RUSTFLAGS: "-Ctarget-feature=+simd128" };
  const args = ["build", "--locked", "--quiet", "--release", "--lib", "--target", TARGET];
  const { status } = spawnSync("cargo", args, { cwd: CANDLE, stdio: "inherit", env });
  const target = process.env.CARGO_TARGET_DIR ?? join(CANDLE, "target");
  return status === 0 ? join(target, TARGET, "release", "candle_race.wasm") : undefined;
}

/** @returns {Contender[]} */
function candle() {
  console.log("Compiling candle, for this machine and for WebAssembly (about five minutes, once).");
  const version = /candle-nn = "=([\d.]+)"/.exec(readFileSync(join(CANDLE, "Cargo.toml"), "utf8"))?.[1] ?? "";
  const trouble = "benches/race/candle could not be compiled; see the output of cargo above.";
  const absent = { trouble, run: () => ({ millis: [], losses: [] }) };
  const program = compile(["build", "--release", "--bin", "candle-race"], "candle-race", CANDLE);
  const wasm = program && candleWasm();
  return [
    { name: "candle, natively", version, ...(program ? { run: runner(program) } : absent) },
    { name: "candle, WebAssembly", version, ...(wasm ? { wasm, run: runner(process.execPath, join(HERE, "wasm.mjs"), "candle", wasm) } : absent) },
  ];
}

/** @returns {Contender} */
function torch() {
  const { status, stdout } = spawnSync(python(), ["-c", "import torch; print(torch.__version__)"], { encoding: "utf8" });
  if (status !== 0) {
    const trouble = `${python()} does not have torch; set PYTHON to an interpreter that does (versions as in tools/golden/requirements.txt).`;
    return { name: "torch, eager", version: "", trouble, run: () => ({ millis: [], losses: [] }) };
  }
  return { name: "torch, eager", version: stdout.trim(), run: runner(python(), join(HERE, "torch_peer.py")) };
}

/**
 * Builds everything. `folder` takes the files of our WebAssembly.
 * @param {string} folder
 * @returns {Promise<Contender[]>}
 */
export async function contenders(folder) {
  const version = /^version = "([^"]+)"/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8"))?.[1] ?? "";
  return [...(await ours(version, folder)), ...candle(), torch()];
}
