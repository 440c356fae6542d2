// Builds the programs of the page's workers. They are optimized for speed, not for size, so they are separate programs.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILED, TARGET, environment, smallEnvironment } from "./environment.mjs";
import { shortenGlue } from "./program.mjs";
import { must } from "./run.mjs";
import { FAST, optimized } from "./wasm.mjs";

const SIMD = ["-Ctarget-feature=+simd128"];

/**
 * Builds the kernels of bulk RoPE with and without SIMD, because a WebAssembly program cannot ask for SIMD while it runs.
 * @param {string} folder
 */
export async function buildKernels(folder) {
  for (const [name, flags] of Object.entries({ simd: SIMD, scalar: [] })) {
    await buildFast("worker", environment(...flags), folder, name);
  }
}

/**
 * Builds the trainer of races. Its time goes into loops over matrices, so it is as fast with little inlining, which makes
 * it 13 % smaller.
 * @param {string} folder
 */
export async function buildTrainer(folder) {
  const small = smallEnvironment(...SIMD, "-Cllvm-args=-inline-threshold=10");
  await buildFast("trainer", small, folder, "trainer");
}

/**
 * Builds a program of the folder `programs` with the profile of its name.
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 * @param {string} name
 */
async function buildFast(program, env, folder, name) {
  const build = ["build", "--locked", "--quiet", "--target", TARGET, "--package", `phasor-${program}`, "--profile", program];
  await must("cargo", build, env);
  const wasm = join(COMPILED, TARGET, program, `${program}.wasm`);
  await must("wasm-bindgen", [wasm, "--target", "web", "--no-typescript", "--out-dir", folder, "--out-name", name]);
  const main = join(folder, `${name}_bg.wasm`);
  writeFileSync(main, optimized(readFileSync(main), FAST));
  await shortenGlue(main, join(folder, `${name}.js`));
}
