// Every check of the project, cheap ones first.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../setup/setup.mjs";

/** @typedef {import("../setup/steps.mjs").Command} Command */
/** @typedef {import("../setup/setup.mjs").CheckNeed} CheckNeed */
/**
 * `seconds` is the usual time on two cores if nothing was compiled before. A check with `isEarly` takes minutes and
 * shares nothing with those before it, so it starts with the first check and runs at the same time as others. A check with
 * `isSeparate` takes too long for every `npm test`: it runs if it is named, and on every proposed change.
 * @typedef {{ name: string, why: string, seconds: number, commands: Command[], needs?: CheckNeed[], env?: Record<string, string>, isEarly?: boolean, isSeparate?: boolean }} Check
 */

/** The files of programs and pages, which the check `format` reads. */
export const CODE = /\.(css|html|js|mjs|py|rs|wgsl)$/;

const BUILDER = "tools/program/builder/Cargo.toml";

/** The crates that others may use without the rest. */
const PUBLISHED = ["phasor-text", "phasor-encoding", "phasor-bulk", "phasor-model-files"];

export const WASM = ["--target", "wasm32-unknown-unknown"];

/** What runs in a browser. The crates that these use are checked with them; the command line never runs there. */
export const PROGRAMS = ["phasor", "phasor-models", "phasor-runner", "phasor-trainer", "phasor-worker"];

/** Every warning is an error. */
export const STRICT = ["--", "-D", "warnings"];

/** Lints the tool that cuts programs, which is not in the workspace. @type {Command} */
export const LINT_BUILDER = ["cargo", "clippy", "--locked", "--manifest-path", BUILDER, "--target-dir", "target/builder", ...STRICT];

/**
 * @param {string} manifest
 * @returns {Command}
 */
function format(manifest) {
  return ["cargo", "fmt", "--check", "--manifest-path", manifest];
}

/**
 * Checks a package that uses only some of the crates in deny.toml.
 * @param {string} manifest
 * @returns {Command}
 */
function denied(manifest) {
  const unmatched = ["unmatched-skip", "unnecessary-skip", "unmatched-bypass", "duplicate"].flatMap((code) => ["-A", code]);
  return ["cargo-deny", "--manifest-path", manifest, "--config", "deny.toml", "check", ...unmatched];
}

/**
 * @param {string} flag
 * @returns {Command}
 */
export function fuzz(flag) {
  return [process.execPath, join(ROOT, "tools", "check", "fuzz.mjs"), flag];
}

/** @type {Check[]} */
export const CHECKS = [
  {
    name: "format",
    why: "the code has the format of rustfmt, and no file or function of it is too long",
    seconds: 3,
    commands: [
      ["cargo", "fmt", "--check", "--all"],
      ...[BUILDER, "fuzz/Cargo.toml", "benches/bulk/candle/Cargo.toml", "benches/decoder/candle/Cargo.toml", "benches/race/candle/Cargo.toml"].map(format),
      [process.execPath, join(ROOT, "tools", "check", "long.mjs")],
    ],
  },
  {
    name: "scripts",
    why: "the JavaScript passes eslint and the type checker",
    seconds: 8,
    commands: [["eslint", "."], ["tsc", "--project", "tsconfig.json"]],
  },
  {
    name: "prose",
    why: "the spelling is correct, and no text uses a word that WRITING.md replaces",
    seconds: 8,
    commands: [["cspell", "lint", "--no-progress", "--no-summary"], [process.execPath, join(ROOT, "tools", "check", "prose.mjs"), "--check"]],
  },
  {
    name: "dependencies",
    why: "all licences, sources, duplicates and build scripts of dependencies are reviewed",
    seconds: 15,
    needs: ["cargo-deny", "fuzzer"],
    commands: [
      ["cargo-deny", "--workspace", "--all-features", "check", "licenses", "sources", "bans"],
      // These two are not part of any product, so two versions of a crate do no harm.
      [...denied(BUILDER), "licenses", "sources", "bans"],
      [...denied("fuzz/Cargo.toml"), "sources", "bans"],
    ],
  },
  {
    name: "lints",
    why: "all code compiles without warnings, for this machine and for WebAssembly",
    seconds: 120,
    commands: [
      [process.execPath, join(ROOT, "tools", "check", "defaults.mjs")],
      ["cargo", "clippy", "--locked", "--workspace", "--all-targets", ...STRICT],
      ["cargo", "clippy", "--locked", ...PROGRAMS.flatMap((name) => ["--package", name]), ...WASM, ...STRICT],
      LINT_BUILDER,
    ],
  },
  {
    name: "rust",
    why: "the core, the figures and the command line do what they document",
    seconds: 150,
    needs: ["vulkan", "language-model"],
    // Without the first variable, drivers complain about a missing desktop. With the second, no check accepts a wording.
    env: { XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? tmpdir(), INSTA_UPDATE: "no" },
    commands: [["cargo", "test", "--locked", "--workspace", "--", "--quiet"]],
  },
  {
    name: "fuzz",
    why: "every reader of outside text and bytes survives any input within 64 MiB",
    seconds: 80,
    needs: ["compiler", "fuzzer"],
    commands: [fuzz("--lint"), fuzz("--quick")],
  },
  {
    name: "docs",
    why: "the documentation builds without a broken link",
    seconds: 30,
    env: { RUSTDOCFLAGS: "-D warnings" },
    commands: [["cargo", "doc", "--locked", "--no-deps", "--workspace"]],
  },
  {
    name: "build",
    why: "the page builds",
    seconds: 200,
    commands: [[process.execPath, join(ROOT, "tools", "site", "build.mjs"), "--if-changed"]],
    isEarly: true,
  },
  {
    name: "size",
    why: "everything that the page loads fits its budget",
    seconds: 8,
    commands: [[process.execPath, join(ROOT, "tools", "check", "size.mjs")]],
  },
  {
    name: "contents",
    why: "everything that reaches the browser is listed with its licence",
    seconds: 10,
    needs: ["cargo-cyclonedx"],
    commands: [[process.execPath, join(ROOT, "tools", "release", "sbom.mjs")]],
  },
  {
    name: "published",
    why: "the crates compile from their archives, and the npm package serves the site alone, and the README's picture is true",
    seconds: 60,
    commands: [
      ["cargo", "package", "--locked", "--allow-dirty", ...PUBLISHED.flatMap((name) => ["--package", name])],
      [process.execPath, "--test", "tests/published/package.test.mjs", "tests/published/workflows.test.mjs", "tests/published/changed.test.mjs"],
      [process.execPath, join(ROOT, "tools", "release", "version.mjs")],
      [process.execPath, join(ROOT, "tools", "site", "readme.mjs"), "--check"],
    ],
  },
  {
    name: "python",
    why: "the Python package installs without Rust and does what it documents",
    seconds: 240,
    needs: ["python", "python-package"],
    commands: [[process.execPath, join(ROOT, "tests", "python", "run.mjs")]],
  },
  {
    name: "repeat",
    why: "a second build in another folder gives the same bytes",
    seconds: 180,
    commands: [[process.execPath, join(ROOT, "tools", "check", "repeat.mjs")]],
    isSeparate: true,
  },
  {
    name: "browser",
    why: "the page works in Chromium",
    seconds: 300,
    needs: ["chromium", "firefox", "language-model"],
    commands: [["playwright", "test", "--project", "chromium"]],
  },
  {
    name: "firefox",
    why: "the page works in Firefox",
    seconds: 240,
    needs: ["chromium", "firefox", "language-model"],
    commands: [["playwright", "test", "--project", "firefox"]],
  },
  {
    name: "engines",
    why: "every figure works in Chromium, Firefox and WebKit, with the same numbers",
    seconds: 150,
    needs: ["chromium", "firefox", "webkit", "screen"],
    commands: [["playwright", "test", "--config", "tests/engines/playwright.config.mjs"]],
  },
  {
    name: "monkey",
    why: "random actions on every page leave it valid",
    seconds: 60,
    needs: ["chromium"],
    commands: [[process.execPath, join(ROOT, "tests", "monkey", "run.mjs"), "--actions", "120"]],
  },
  {
    name: "hosts",
    why: "the element works in the pages of real hosts, and the figures of Python in notebooks",
    seconds: 240,
    needs: ["chromium", "firefox", "hugo", "python", "python-package", "examples"],
    commands: [["playwright", "test", "--config", "tests/hosts/playwright.config.mjs"]],
  },
];
