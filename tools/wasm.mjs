// How every program of the page is compiled and made small.

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { transform } from "esbuild";
import { withShortNames } from "./names.mjs";
import { ROOT, fail } from "./setup.mjs";

export const TARGET = "wasm32-unknown-unknown";

/** What compilers enable by themselves and wasm-opt must be told. */
const ENABLED = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types", "multivalue"];

/** The stack begins there, so that a sum of an address and a small number can be one operation. */
const LOW = "--low-memory-unused";

/** How wasm-opt makes the smallest code, after compression. */
export const SMALL = [
  ..."--generate-global-effects --flatten --rereloop -Os -Os --converge".split(" "),
  "--one-caller-inline-max-function-size=0",
];

/** How it makes the fastest. */
export const FAST = ["-O3"];

/** What leptos has for streams from servers and the linker left out. */
const STREAM_CLASSES = /^export class (IntoUnderlying\w+) \{[^]*?^\}\nif \(Symbol\.dispose\).*\n/gm;

/** A second way to start a program, which nothing here goes. */
const SECOND_START = "export { initSync,";

/**
 * The environment in which cargo compiles programs of the page. Their standard library is compiled
 * with them, so that what panics stops at once instead of making a sentence that nobody would see: a
 * tenth of every download; and in its small variant, but for programs that are to be fast. The compiler
 * allows that only to its own developers, or to who says so.
 * @param {string[]} flags
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(flags = [], isFast = false) {
  // Panic messages name source files; the page shall not depend on where they lie.
  const cargo = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const places = [`${join(cargo, "registry", "src")}=registry`, `${ROOT}=phasor`];
  const silent = ["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none", "-Zfmt-debug=none"];
  const all = [...places.map((place) => `--remap-path-prefix=${place}`), ...silent, ...flags];
  // Windows starts no script as a linker; there programs stay larger.
  const linker = process.platform === "win32" ? {} : { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: join(ROOT, "tools", "wasm-ld.mjs") };
  return {
    ...process.env,
    ...linker,
    RUSTC_BOOTSTRAP: "1",
    CARGO_UNSTABLE_BUILD_STD: "std,panic_abort",
    CARGO_UNSTABLE_BUILD_STD_FEATURES: isFast ? undefined : "optimize_for_size",
    CARGO_ENCODED_RUSTFLAGS: all.join("\x1f"),
  };
}

/**
 * Runs a program, beside whatever else is to be done.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<void>}
 */
export function must(program, args, env = process.env) {
  return new Promise((done) => {
    const end = (/** @type {unknown} */ status) =>
      status === 0 ? done() : fail(`A program of the page could not be built: ${program} failed; see above.`);
    spawn(program, args, { cwd: ROOT, stdio: "inherit", env }).on("error", end).on("exit", end);
  });
}

/**
 * Makes a program small, and the JavaScript that belongs to it.
 * @param {string} wasm
 * @param {string} glue
 * @param {string[]} how
 * @param {string[]} enabled What it uses besides what every browser has.
 */
export async function shrink(wasm, glue, how = SMALL, enabled = []) {
  const features = [...ENABLED, ...enabled].map((feature) => `--enable-${feature}`);
  await must("wasm-opt", [wasm, "-o", wasm, LOW, ...how, ...features]);
  const code = readFileSync(glue, "utf8").replace(STREAM_CLASSES, "").replace(SECOND_START, "export {");
  const short = withShortNames(readFileSync(wasm), code);
  writeFileSync(wasm, short.wasm);
  writeFileSync(glue, await shortened(short.glue));
}

/**
 * JavaScript or a style sheet in fewer characters.
 * @param {string} code
 * @param {"js" | "css"} loader
 */
export async function shortened(code, loader = "js") {
  const format = loader === "js" ? /** @type {const} */ ("esm") : undefined;
  const options = { loader, format, minify: true, treeShaking: true, charset: /** @type {const} */ ("utf8"), target: "es2022" };
  return (await transform(code, options)).code;
}
