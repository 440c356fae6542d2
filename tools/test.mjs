// Every check of the project, the cheap ones first. All run even when one fails.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT, setUpBuild, setUpDeny, setUpVulkan } from "./setup.mjs";

/** @typedef {[string, ...string[]]} Command */
/**
 * `isEarly` where it takes minutes and shares nothing with those before it: it begins with the first and
 * goes on beside them.
 * @typedef {{ name: string, why: string, commands: Command[], setUp?: () => void, env?: Record<string, string>, isEarly?: boolean }} Check
 */
/** @typedef {{ passed: boolean, told: string[], seconds: string }} Result */

const WASM = ["--target", "wasm32-unknown-unknown"];

/**
 * @param {string} features
 * @param {string[]} rest
 * @returns {Command}
 */
function clippy(features, ...rest) {
  const named = features ? ["--features", features] : [];
  return ["cargo", "clippy", "--locked", "--quiet", ...named, ...rest, "--", "-D", "warnings"];
}

/**
 * @param {string[]} rest
 * @returns {Command}
 */
function doc(...rest) {
  return ["cargo", "doc", "--locked", "--quiet", "--no-deps", "--lib", ...rest];
}

/**
 * @param {string} manifest
 * @returns {Command}
 */
function format(manifest) {
  return ["cargo", "fmt", "--check", "--manifest-path", manifest];
}

/**
 * @param {string} flag
 * @returns {Command}
 */
function fuzz(flag) {
  return [process.execPath, join(ROOT, "tools", "fuzz.mjs"), flag];
}

/** Every layer alone, on this machine and in WebAssembly, so that a leak upwards does not build. */
const LAYERS = [
  ...["", "bulk", "gpu", "config", "figure", "paint"].flatMap((layer) => [
    clippy(layer, "--lib"),
    clippy(layer, "--lib", ...WASM),
  ]),
  clippy("ui", "--lib", ...WASM),
  clippy("app", ...WASM),
  clippy("embed", ...WASM),
  clippy("files", ...WASM),
  clippy("speed", ...WASM),
  clippy("worker", ...WASM),
  clippy("cli,gpu", "--all-targets"),
];

/** @type {Check[]} */
const CHECKS = [
  {
    name: "format",
    why: "rustfmt agrees",
    commands: ["Cargo.toml", "fuzz/Cargo.toml", "benches/bulk/candle/Cargo.toml"].map(format),
  },
  {
    name: "scripts",
    why: "eslint and the type checker agree with the JavaScript",
    commands: [["eslint", "."], ["tsc", "--project", "tsconfig.json"]],
  },
  {
    name: "dependencies",
    why: "licences, sources and duplicates are the reviewed ones",
    setUp: setUpDeny,
    commands: [["cargo-deny", "--all-features", "check", "licenses", "sources", "bans"]],
  },
  { name: "layers", why: "each layer compiles alone and is free of lints", commands: LAYERS },
  {
    name: "rust",
    why: "the core, the figures and the command line do what they say",
    setUp: setUpVulkan,
    // Without it drivers complain about a desktop that is not there.
    env: { XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? tmpdir() },
    commands: [["cargo", "test", "--locked", "--quiet", "--features", "cli,gpu"]],
  },
  {
    name: "fuzz",
    why: "whatever text comes, the reader of config.json keeps its promises in 64 MiB",
    commands: [fuzz("--lint"), fuzz("--quick")],
  },
  {
    name: "docs",
    why: "the documentation builds without a broken link",
    env: { RUSTDOCFLAGS: "-D warnings" },
    commands: [doc("--features", "cli,gpu"), doc("--features", "app,embed,files,speed,worker", ...WASM)],
  },
  {
    name: "build",
    why: "the page builds",
    commands: [[process.execPath, join(ROOT, "tools", "build.mjs")]],
    isEarly: true,
  },
  {
    name: "size",
    why: "everything the page loads fits the budget",
    commands: [[process.execPath, join(ROOT, "tools", "size.mjs")]],
  },
  {
    name: "browser",
    why: "the page does in Chromium what a visitor expects",
    commands: [["playwright", "test"]],
  },
  {
    name: "hosts",
    why: "the element lives in the pages of real hosts, and in Firefox",
    commands: [["playwright", "test", "--config", "tests/hosts/playwright.config.mjs"]],
  },
];

/** Where the output of a check goes that is to be printed in its turn. @type {("ignore" | "pipe")[]} */
const KEPT = ["ignore", "pipe", "pipe"];

/**
 * Runs a check.
 * @param {Check} check
 * @param {"inherit" | typeof KEPT} stdio
 * @returns {Promise<Result>}
 */
async function run({ setUp, commands, env }, stdio) {
  const start = performance.now();
  /** @type {string[]} */
  const told = [];
  setUp?.();
  let passed = true;
  for (const [program, ...args] of commands) {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio,
      shell: process.platform === "win32",
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => told.push(text));
    }
    const [status] = await once(child, "close").catch((error) => [error.message]);
    if (status !== 0) {
      told.push(`failed (${status}): ${[program, ...args].join(" ")}\n`);
      passed = false;
      break;
    }
  }
  return { passed, told, seconds: ((performance.now() - start) / 1000).toFixed(1) };
}

function chosen() {
  const options = {
    only: { type: /** @type {const} */ ("string") },
    list: { type: /** @type {const} */ ("boolean") },
  };
  let values;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}; npm test takes --list and --only a,b.`);
    process.exit(2);
  }
  if (values.list) {
    console.log(CHECKS.map(({ name, why }) => `${name.padEnd(14)}${why}`).join("\n"));
    process.exit(0);
  }
  const wanted = values.only?.split(",");
  const unknown = wanted?.find((name) => !CHECKS.some((check) => check.name === name));
  if (unknown) {
    console.error(`There is no check ${unknown}; npm test -- --list shows them all.`);
    process.exit(2);
  }
  return CHECKS.filter(({ name }) => wanted?.includes(name) ?? true);
}

const checks = chosen();
setUpBuild();
/** @type {Map<Check, Promise<Result>>} */
const begun = new Map();
if (availableParallelism() > 1) {
  checks.slice(1).filter(({ isEarly }) => isEarly).forEach((check) => begun.set(check, run(check, KEPT)));
}
const failed = [];
for (const check of checks) {
  console.log(`\n== ${check.name}: ${check.why}`);
  const { passed, told, seconds } = await (begun.get(check) ?? run(check, "inherit"));
  process.stdout.write(told.join(""));
  const beside = begun.has(check) ? ", beside those before it" : "";
  console.log(`${passed ? "passed" : "FAILED"} ${check.name} in ${seconds} s${beside}`);
  if (!passed) {
    failed.push(check.name);
  }
}
console.log(failed.length ? `\nFailed: ${failed.join(", ")}` : "\nAll is well.");
console.log(`${checks.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length ? 1 : 0);
