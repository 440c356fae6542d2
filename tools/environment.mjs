// The environments in which cargo compiles: for this machine, for the page, and for what every reader loads.

import { homedir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

export const TARGET = "wasm32-unknown-unknown";

/** Where cargo puts what it compiles. */
export const COMPILED = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** The variable that names the linker of the page. */
const LINKER = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER";

/** The features of the page's own program: all of its layers, and the seams at which it is cut. */
export const PAGE_FEATURES = ["--features", "page,split"];

/**
 * The environment for programs of this machine: without what Trunk's hook was given for the page.
 * @returns {NodeJS.ProcessEnv}
 */
export function nativeEnvironment() {
  const { RUSTC_BOOTSTRAP, CARGO_UNSTABLE_BUILD_STD, CARGO_UNSTABLE_BUILD_STD_FEATURES, CARGO_ENCODED_RUSTFLAGS, [LINKER]: _, ...env } = process.env;
  return env;
}

/**
 * The environment in which cargo compiles programs of the page. Source files are named as if they were always
 * in the same place, so that two machines make the same bytes.
 * @param {string[]} flags
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(...flags) {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const places = [`${join(cargo, "registry", "src")}=registry`, `${ROOT}=phasor`];
  const all = [...places.map((place) => `--remap-path-prefix=${place}`), ...flags];
  return { ...nativeEnvironment(), CARGO_ENCODED_RUSTFLAGS: all.join("\x1f") };
}

/**
 * The environment for the page's own program, which every reader loads. Its standard library is compiled with
 * it, so that a panic stops at once instead of making a sentence that nobody would see, and in its small
 * variant. The compiler allows that only to its own developers, and to who says so. It keeps its relocations,
 * by which it is cut into chunks.
 * @returns {NodeJS.ProcessEnv}
 */
export function pageEnvironment() {
  const silent = ["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none", "-Zfmt-debug=none"];
  // Windows starts no script as a linker; there the program stays larger.
  const linker = process.platform === "win32" ? {} : { [LINKER]: join(ROOT, "tools", "wasm-ld.mjs") };
  return {
    ...environment(...silent, "-Clink-arg=--emit-relocs"),
    ...linker,
    RUSTC_BOOTSTRAP: "1",
    CARGO_UNSTABLE_BUILD_STD: "std,panic_abort",
    CARGO_UNSTABLE_BUILD_STD_FEATURES: "optimize_for_size",
  };
}
