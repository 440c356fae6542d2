// Tests the reader of config.json with inputs that libFuzzer makes up. The compiler adds the same coverage counters
// as `cargo fuzz build --sanitizer none`, but needs neither nightly Rust nor cargo-fuzz.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT, fail, setUpFuzz } from "./setup.mjs";

const HELP = `Tests the reader of config.json with inputs that libFuzzer makes up.

  npm run fuzz [-- --runs N] [--longest N] [--quick] [--lint] [FILE]

  --runs N     the number of inputs [default: 10000000]
  --longest N  the most bytes of an input [default: 4096]
  --quick      try 150,000 inputs, the same each time, and keep none
  --lint       only run clippy on the fuzzer
  FILE         try only this input, which an earlier run has left in fuzz/artifacts`;

const FUZZ = join(ROOT, "fuzz");
const TARGETS = join(ROOT, "target", "fuzz");
const ARTIFACTS = join(FUZZ, "artifacts");

const FLAGS = [
  "-Cpasses=sancov-module",
  ...["level=4", "inline-8bit-counters", "pc-table", "trace-compares"].map(
    (counters) => `-Cllvm-args=-sanitizer-coverage-${counters}`,
  ),
  "--cfg=fuzzing",
];

/** Real configurations to begin with. libFuzzer writes only to the first of its folders, so these stay unchanged. */
const SEEDS = join(ROOT, "assets", "models");

/** Returns Rust's name of this machine's platform. */
function host() {
  const { stdout } = spawnSync("rustc", ["-vV"], { cwd: ROOT, encoding: "utf8" });
  return /^host: (.+)$/m.exec(stdout)?.[1] ?? fail("rustc -vV names no host platform; check the installation of Rust.");
}

/**
 * Runs cargo on the fuzzer. With an explicit target, cargo compiles build scripts without the counters.
 * @param {string} command
 * @param {string[]} rest
 */
function cargo(command, ...rest) {
  const where = ["--manifest-path", join(FUZZ, "Cargo.toml"), "--target-dir", TARGETS];
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: FLAGS.join("\x1f") };
  const args = [command, "--locked", "--release", "--target", host(), ...where, ...rest];
  const { status } = spawnSync("cargo", args, { cwd: ROOT, stdio: "inherit", env });
  if (status !== 0) {
    fail(`cargo ${command} failed for the fuzzer. Fix the errors above, and run the command again.`);
  }
}

/**
 * @param {string[]} args
 * @param {boolean} [isQuiet] Prints only statistics, unless an input breaks the reader.
 */
function run(args, isQuiet = false) {
  mkdirSync(ARTIFACTS, { recursive: true });
  const program = join(TARGETS, host(), "release", "config");
  // The fuzz target itself enforces the limit of 64 MiB. This limit includes libFuzzer's own tables.
  const limits = ["-timeout=5", "-rss_limit_mb=256", `-artifact_prefix=${ARTIFACTS}/`];
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = ["ignore", "inherit", isQuiet ? "pipe" : "inherit"];
  const settings = { cwd: ROOT, stdio, encoding: /** @type {const} */ ("utf8"), maxBuffer: 1 << 26 };
  const { status, stderr } = spawnSync(program, [...limits, ...args], settings);
  if (stderr) {
    console.log(status === 0 ? stderr.match(/^stat::.*$/gm)?.join("\n") : stderr);
  }
  return status === 0;
}

/**
 * @param {string} runs
 * @param {string} longest
 * @param {boolean} isQuick
 */
function explore(runs, longest, isQuick) {
  const kept = join(FUZZ, "corpus", "config");
  const folder = isQuick ? mkdtempSync(join(tmpdir(), "phasor-fuzz-")) : kept;
  mkdirSync(folder, { recursive: true });
  const dictionary = `-dict=${join(FUZZ, "config.dict")}`;
  const seed = isQuick ? ["-seed=1"] : [];
  const amount = [`-runs=${runs}`, `-max_len=${longest}`, "-print_final_stats=1"];
  const passed = run([...amount, ...seed, dictionary, folder, SEEDS], isQuick);
  if (isQuick) {
    rmSync(folder, { recursive: true });
  }
  return passed;
}

function chosen() {
  const text = { type: /** @type {const} */ ("string") };
  const flag = { type: /** @type {const} */ ("boolean") };
  const options = { runs: text, longest: text, quick: flag, lint: flag, help: flag };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const isNumber = [values.runs, values.longest].every((number) => /^\d+$/.test(number ?? "0"));
    if (isNumber && positionals.length <= 1) {
      return { ...values, file: positionals[0] };
    }
    console.error(HELP);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}; npm run fuzz -- --help shows the options.`);
  }
  process.exit(2);
}

const { runs, longest = "4096", quick = false, lint, help, file } = chosen();
if (help) {
  console.log(HELP);
} else if (process.platform === "win32") {
  console.log("libFuzzer runs only on Linux and macOS, so nothing was tested.");
} else {
  await setUpFuzz();
  if (lint) {
    cargo("clippy", "--", "-D", "warnings");
  } else {
    cargo("build");
    const passed = file ? run([file]) : explore(runs ?? (quick ? "150000" : "10000000"), longest, quick);
    if (!passed) {
      fail("An input breaks the reader. The input is in fuzz/artifacts; npm run fuzz -- FILE tries it again.");
    }
  }
}
