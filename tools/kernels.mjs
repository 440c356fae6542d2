// Builds the kernels of bulk RoPE for the page's worker, with and without SIMD, because a WebAssembly program cannot
// ask for SIMD while it runs. The kernels are optimized for speed, not for size, so they are a separate program.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILED, TARGET, environment } from "./environment.mjs";
import { shortenGlue } from "./program.mjs";
import { must } from "./run.mjs";
import { FAST, optimized } from "./wasm.mjs";

/** The flags of the compiler for each build. @type {Record<string, string[]>} */
const BUILDS = { simd: ["-Ctarget-feature=+simd128"], scalar: [] };

/** @param {string} folder */
export async function buildKernels(folder) {
  for (const [name, flags] of Object.entries(BUILDS)) {
    const build = ["build", "--locked", "--quiet", "--target", TARGET, "--bin", "worker", "--features", "worker", "--profile", "worker"];
    await must("cargo", build, environment(...flags));
    const wasm = join(COMPILED, TARGET, "worker", "worker.wasm");
    await must("wasm-bindgen", [wasm, "--target", "web", "--no-typescript", "--out-dir", folder, "--out-name", name]);
    const main = join(folder, `${name}_bg.wasm`);
    writeFileSync(main, optimized(readFileSync(main), FAST));
    await shortenGlue(main, join(folder, `${name}.js`));
  }
}
