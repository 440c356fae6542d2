// Tests every reader of outside text and bytes with inputs that libFuzzer makes up. The compiler adds the same coverage counters
// as `cargo fuzz build --sanitizer none`, but needs neither nightly Rust nor cargo-fuzz.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { host } from "../program/environment.mjs";
import { ROOT, fail, setUpFuzz } from "../setup/setup.mjs";

/**
 * The readers of outside text and bytes, each with its program in fuzz/fuzz_targets: the folders of real inputs to begin
 * with, the reader whose dictionary it uses if it has none, and the number of inputs that take about five seconds.
 * @typedef {{ seeds: string[], words?: string, quick: number }} Reader
 * @type {Record<string, Reader>}
 */
const READERS = {
  address: { seeds: [], quick: 8_000 },
  sentence: { seeds: [], quick: 12_000 },
  config: { seeds: ["assets/models"], quick: 50_000 },
  report: { seeds: ["assets/models"], words: "config", quick: 8_000 },
  import: { seeds: ["fuzz/seeds/import"], quick: 12_000 },
  gguf: { seeds: [], quick: 12_000 },
  safetensors: { seeds: ["tests/golden/checkpoints"], quick: 12_000 },
  "language-model": { seeds: ["fuzz/seeds/language-model"], quick: 12_000 },
  arrays: { seeds: ["fuzz/seeds/arrays"], quick: 50_000 },
  layout: { seeds: ["fuzz/seeds/layout"], quick: 30_000 },
};

const HELP = `Tests every reader of outside text and bytes with inputs that libFuzzer makes up.

  npm run fuzz [-- --only NAME,NAME] [--runs N] [--longest N] [--quick] [--lint] [FILE]

  --only NAMES ${Object.keys(READERS).join(", ")} [default: all]
  --runs N     the number of inputs for each reader [default: 10000000]
  --longest N  the most bytes of an input [default: 4096]
  --quick      try 8,000 to 50,000 inputs for each reader, the same each time, and keep none
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
 * @param {string} name The reader.
 * @param {string[]} args
 * @param {boolean} [isQuiet] Prints only statistics, unless an input breaks the reader.
 */
function run(name, args, isQuiet = false) {
  const artifacts = join(ARTIFACTS, name);
  mkdirSync(artifacts, { recursive: true });
  const program = join(TARGETS, host(), "release", name);
  // The fuzz target itself enforces the limit of 64 MiB. This limit includes libFuzzer's own tables.
  const limits = ["-timeout=5", "-rss_limit_mb=256", `-artifact_prefix=${artifacts}/`];
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = ["ignore", "inherit", isQuiet ? "pipe" : "inherit"];
  const settings = { cwd: ROOT, stdio, encoding: /** @type {const} */ ("utf8"), maxBuffer: 1 << 26 };
  const { status, stderr } = spawnSync(program, [...limits, ...args], settings);
  if (stderr) {
    console.log(status === 0 ? `${name}: ${stderr.match(/^stat::.*$/gm)?.join(" ").replaceAll(/stat::| {2,}/g, " ")}` : stderr);
  }
  return status === 0;
}

/**
 * @param {string} name
 * @param {string | undefined} runs
 * @param {string} longest
 * @param {boolean} isQuick
 */
function explore(name, runs, longest, isQuick) {
  const { seeds, quick } = READERS[name];
  const corpus = join(FUZZ, "corpus", name);
  const folder = isQuick ? mkdtempSync(join(tmpdir(), "phasor-fuzz-")) : corpus;
  mkdirSync(folder, { recursive: true });
  const dictionary = join(FUZZ, `${READERS[name].words ?? name}.dict`);
  const words = existsSync(dictionary) ? [`-dict=${dictionary}`] : [];
  const seed = isQuick ? ["-seed=1"] : [];
  const amount = [`-runs=${runs ?? (isQuick ? quick : 10_000_000)}`, `-max_len=${longest}`, "-print_final_stats=1"];
  // libFuzzer writes only to the first of its folders, so the others stay unchanged.
  const passed = run(name, [...amount, ...seed, ...words, folder, ...seeds.map((seed) => join(ROOT, seed))], isQuick);
  if (isQuick) {
    rmSync(folder, { recursive: true });
  }
  return passed;
}

function chosen() {
  const text = { type: /** @type {const} */ ("string") };
  const flag = { type: /** @type {const} */ ("boolean") };
  const options = { only: text, runs: text, longest: text, quick: flag, lint: flag, help: flag };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const isNumber = [values.runs, values.longest].every((number) => /^\d+$/.test(number ?? "0"));
    const names = values.only?.split(",") ?? Object.keys(READERS);
    if (isNumber && positionals.length <= 1 && names.every((name) => name in READERS)) {
      return { ...values, names, file: positionals[0] };
    }
    console.error(HELP);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}; npm run fuzz -- --help shows the options.`);
  }
  process.exit(2);
}

const { names, runs, longest = "4096", quick = false, lint, help, file } = chosen();
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
    // The folder of an input names its reader.
    const broken = file ? [basename(dirname(resolve(file)))].filter((name) => !run(name, [file])) : names.filter((name) => !explore(name, runs, longest, quick));
    if (broken.length > 0) {
      fail(`An input breaks a reader (${broken.join(", ")}). The input is in fuzz/artifacts; npm run fuzz -- FILE tries it again.`);
    }
  }
}
