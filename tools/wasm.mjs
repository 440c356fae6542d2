// How programs of the page are compiled, and how wasm-opt makes them small or fast.

import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import binaryen from "binaryen";
import { ROOT, fail } from "./setup.mjs";

export const TARGET = "wasm32-unknown-unknown";

/** Where cargo puts what it compiles. */
export const COMPILED = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** What compilers enable by themselves and binaryen must be told. */
const { BulkMemory, BulkMemoryOpt, Multivalue, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SIMD128, SignExt } = binaryen.Features;
const FEATURES = BulkMemory | BulkMemoryOpt | Multivalue | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SIMD128 | SignExt;

/**
 * How binaryen makes code: levels of speed and of size, what it does first, and how many times it optimizes.
 * @typedef {{ speed: number, size: number, first: string[], times: number }} How
 */

/** Small, after compression. @type {How} */
export const SMALL = { speed: 2, size: 1, first: [], times: 1 };

/** Smaller by a hundredth, in twice the time: for what every reader loads. @type {How} */
export const SMALLEST = { speed: 2, size: 1, first: ["generate-global-effects", "flatten", "rereloop"], times: 2 };

/** Fast. @type {How} */
export const FAST = { speed: 3, size: 0, first: [], times: 1 };

/**
 * Makes code small or fast. As a library binaryen is compiled once for all files, as a program once for each,
 * which takes longer than its work.
 * @param {Uint8Array} code
 * @param {How} how
 */
export function optimized(code, { speed, size, first, times }, isChunk = false) {
  binaryen.setOptimizeLevel(speed);
  binaryen.setShrinkLevel(size);
  binaryen.setDebugInfo(false);
  // The stack begins there, so that a sum of an address and a small number can be one operation.
  binaryen.setLowMemoryUnused(true);
  const module = binaryen.readBinary(code);
  module.setFeatures(FEATURES);
  if (isChunk) {
    // Its parts call each other through the table; now that they are in one file most of these calls can be direct.
    binaryen.setPassArgument("directize-initial-contents-immutable", "true");
    module.runPasses(["directize"]);
    binaryen.clearPassArguments();
  }
  module.runPasses(first);
  for (let time = 0; time < times; time += 1) {
    module.optimize();
  }
  // Notes of tools for tools, which no browser reads.
  module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  const small = module.emitBinary();
  module.dispose();
  return small;
}

/**
 * The environment in which cargo compiles programs of the page. Their standard library is compiled with
 * them, so that a panic stops at once instead of making a sentence that nobody would see. The compiler
 * allows that only to its own developers, and to who says so.
 * @param {string[]} flags
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(...flags) {
  // Panic messages name source files; the page shall not depend on where they lie.
  const cargo = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const places = [`${join(cargo, "registry", "src")}=registry`, `${ROOT}=phasor`];
  const silent = ["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none", "-Zfmt-debug=none"];
  const all = [...places.map((place) => `--remap-path-prefix=${place}`), ...silent, ...flags];
  // Windows starts no script as a linker; there the program stays larger.
  const linker = process.platform === "win32" ? {} : { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: join(ROOT, "tools", "wasm-ld.mjs") };
  return {
    ...process.env,
    ...linker,
    RUSTC_BOOTSTRAP: "1",
    CARGO_UNSTABLE_BUILD_STD: "std,panic_abort",
    // Sorting in its small variant is a tenth of the chunks that sort.
    CARGO_UNSTABLE_BUILD_STD_FEATURES: "optimize_for_size",
    CARGO_ENCODED_RUSTFLAGS: all.join("\x1f"),
  };
}

/**
 * Runs a program and gives what it prints; its complaints are shown when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>}
 */
export function must(program, args, env = process.env) {
  return new Promise((done) => {
    /** @type {[string[], string[]]} */
    const [told, complaints] = [[], []];
    const child = spawn(program, args, { cwd: ROOT, env, shell: process.platform === "win32" });
    child.stdout.setEncoding("utf8").on("data", (text) => told.push(text));
    child.stderr.setEncoding("utf8").on("data", (text) => complaints.push(text));
    const end = (/** @type {unknown} */ status) =>
      status === 0 ? done(told.join("")) : fail(`${complaints.join("")}\nThe page could not be built, because ${program} failed (${status}); its complaint is above.`);
    child.on("error", end).on("close", end);
  });
}
