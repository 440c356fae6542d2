// Builds the programs of the page's workers. They are optimized for speed, not for size, so they are separate programs.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TARGET, compiledFile, environment, smallEnvironment } from "./environment.mjs";
import { kept } from "./kept.mjs";
import { shortenGlue } from "./program.mjs";
import { must } from "./run.mjs";
import { FAST, optimized } from "./wasm.mjs";

const SIMD = ["-Ctarget-feature=+simd128"];

/**
 * Builds the kernels of bulk RoPE with and without SIMD, because a WebAssembly program cannot ask for SIMD while it runs.
 * @param {string} folder
 */
export function buildKernels(folder) {
  return kept({ name: "kernels", compiled: compiledFile("worker", "worker") }, folder, async (files) => {
    for (const [name, flags] of Object.entries({ simd: SIMD, scalar: [] })) {
      await buildFast("worker", environment(...flags), files, name);
    }
  });
}

/**
 * Builds the trainer of races. Its time goes into loops over matrices, so it is as fast with little inlining, which makes
 * it 13 % smaller.
 * @param {string} folder
 */
export function buildTrainer(folder) {
  const small = smallEnvironment(...SIMD, "-Cllvm-args=-inline-threshold=10");
  return kept({ name: "trainer", compiled: compiledFile("trainer", "trainer") }, folder, (files) => buildFast("trainer", small, files, "trainer"));
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
  const wasm = compiledFile(program, program);
  await must("wasm-bindgen", [wasm, "--target", "web", "--no-typescript", "--out-dir", folder, "--out-name", name]);
  const main = join(folder, `${name}_bg.wasm`);
  writeFileSync(main, await optimized(readFileSync(main), FAST));
  await shortenGlue(main, join(folder, `${name}.js`));
}
