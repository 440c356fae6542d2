// The environments in which cargo compiles: for this machine, for programs of the page, and for the main program,
// which every reader loads.

import { execFileSync } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { ROOT, fail, sysroot } from "../setup/setup.mjs";

export const TARGET = "wasm32-unknown-unknown";

/** The folder for cargo's output. */
export const COMPILED = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** Returns the target triple of this machine. */
export function host() {
  const version = execFileSync("rustc", ["-vV"], { cwd: ROOT, encoding: "utf8" });
  return /^host: (.+)$/m.exec(version)?.[1] ?? fail("rustc -vV names no host platform; check the installation of Rust.");
}

/** Returns the file into which cargo compiles a program for the page. @param {string} profile @param {string} name */
export const compiledFile = (profile, name) => join(COMPILED, TARGET, profile, `${name}.wasm`);

/**
 * The environment for programs of this machine, without the variables that Trunk's hook inherits for the page.
 * @returns {NodeJS.ProcessEnv}
 */
export function nativeEnvironment() {
  const { RUSTC_BOOTSTRAP, CARGO_UNSTABLE_BUILD_STD, CARGO_UNSTABLE_BUILD_STD_FEATURES, CARGO_ENCODED_RUSTFLAGS, ...env } = process.env;
  return env;
}

/**
 * The environment in which cargo compiles programs of the page. The paths of source files are replaced by fixed
 * ones, so that two machines produce the same bytes.
 * @param {string[]} flags
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(...flags) {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const places = [`${join(cargo, "registry", "src")}=registry`, `${ROOT}=phasor`, `${join(sysroot(), "lib", "rustlib", "src", "rust")}=rust`];
  const all = [...places.map((place) => `--remap-path-prefix=${place}`), ...flags];
  return { ...nativeEnvironment(), CARGO_ENCODED_RUSTFLAGS: all.join("\x1f") };
}

/**
 * The environment for a small program. The standard library is compiled with it, in its small variant and with panics
 * that stop at once, without a message that nobody would see. The compiler allows this only with `RUSTC_BOOTSTRAP`.
 * @param {string[]} flags
 * @returns {NodeJS.ProcessEnv}
 */
export function smallEnvironment(...flags) {
  const silent = ["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none", "-Zfmt-debug=none"];
  return {
    ...environment(...silent, ...flags),
    RUSTC_BOOTSTRAP: "1",
    CARGO_UNSTABLE_BUILD_STD: "std,panic_abort",
    CARGO_UNSTABLE_BUILD_STD_FEATURES: "optimize_for_size",
  };
}

/**
 * The environment for the programs that are split into chunks: with the seams of `crates/chunk`, and with relocations,
 * because the splitter needs them.
 * @returns {NodeJS.ProcessEnv}
 */
export function pageEnvironment() {
  return smallEnvironment("--cfg=phasor_split", "-Clink-arg=--emit-relocs");
}

/**
 * Returns the command that compiles packages for the page. In one command, packages share what they all use.
 * @param {string[]} names
 * @param {string} profile
 * @returns {import("../setup/steps.mjs").Command}
 */
export const compiling = (names, profile = "release") => ["cargo", "build", "--locked", "--target", TARGET, ...names.flatMap((name) => ["--package", name]), "--profile", profile];
