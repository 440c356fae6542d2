// Builds the programs of the page's workers. They are optimized for speed, not for size, so they are separate programs.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiledFile, compiling, environment, smallEnvironment } from "./environment.mjs";
import { cached } from "./cached.mjs";
import { shortenGlue } from "./program.mjs";
import { must } from "./run.mjs";
import { FAST, optimized } from "./wasm.mjs";

/** The profile of programs that are optimized for speed. */
const PROFILE = "matrices";

const SIMD = ["-Ctarget-feature=+simd128"];

/**
 * Builds the kernels of bulk RoPE with and without SIMD, because a WebAssembly program cannot ask for SIMD while it runs.
 * @param {string} folder
 */
export function buildKernels(folder) {
  return cached({ name: "kernels", compiled: compiledFile(PROFILE, "worker") }, folder, async (files) => {
    for (const [name, flags] of Object.entries({ simd: SIMD, scalar: [] })) {
      await buildFast({ program: "worker", packages: ["phasor-worker"], env: environment(...flags) }, files, name);
    }
  });
}

/**
 * The environment of programs whose time goes into loops over matrices. They are as fast with little inlining, which makes
 * them 13 % smaller.
 */
const MATRICES = () => smallEnvironment(...SIMD, "-Cllvm-args=-inline-threshold=10");

/**
 * Builds the trainer of races.
 * @param {string} folder
 */
export const buildTrainer = (folder) => buildMatrices("trainer", folder);

/**
 * Builds the program that runs a language model.
 * @param {string} folder
 */
export const buildRunner = (folder) => buildMatrices("runner", folder);

/**
 * Both programs are compiled by one command, because they share most of what they use.
 * @param {string} program
 * @param {string} folder
 */
function buildMatrices(program, folder) {
  const plan = { program, packages: ["phasor-trainer", "phasor-runner"], env: MATRICES() };
  return cached({ name: program, compiled: compiledFile(PROFILE, program) }, folder, (files) => buildFast(plan, files, program));
}

/**
 * A program of the folder `programs`, and how it is compiled: with which packages, and in which environment.
 * @typedef {{ program: string, packages: string[], env: NodeJS.ProcessEnv }} Plan
 */

/**
 * @param {Plan} plan
 * @param {string} folder
 * @param {string} name
 */
async function buildFast({ program, packages, env }, folder, name) {
  const [cargo, ...args] = compiling(packages, PROFILE);
  await must(cargo, [...args, "--quiet"], env);
  const wasm = compiledFile(PROFILE, program);
  await must("wasm-bindgen", [wasm, "--target", "web", "--no-typescript", "--out-dir", folder, "--out-name", name]);
  const main = join(folder, `${name}_bg.wasm`);
  writeFileSync(main, await optimized(readFileSync(main), FAST));
  await shortenGlue(main, join(folder, `${name}.js`));
}
