// Builds the programs that the page loads later into the finished page: the figure of bulk RoPE and
// its kernels, with and without vectors, and the one that makes files. Trunk calls this when a build
// is complete; it cannot build one program twice with other instructions.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minify } from "terser";
import { ROOT, fail } from "./setup.mjs";

const TARGET = "wasm32-unknown-unknown";

/** What compilers enable by themselves and wasm-opt must be told. */
const ENABLED = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types", "multivalue"];

/** The stack begins there, so that a sum of an address and a small number can be one operation. */
const LOW = "--low-memory-unused";

/** Smallest code, as for the page itself; see index.html. */
const SMALL = ["--generate-global-effects", "--flatten", "--rereloop", "-Os", "-Os", "--converge"];

/**
 * A program, the folder and the name that its files get, and how it is compiled: `vectors` are
 * instructions beyond those that every browser has.
 * @typedef {{ folder: string, name: string, bin: string, profile: string, vectors: string[], shrink: string[] }} Program
 */

/** @type {Program[]} */
const PROGRAMS = [
  { folder: "embed", name: "figures", bin: "embed", profile: "release", vectors: [], shrink: SMALL },
  { folder: "files", name: "files", bin: "files", profile: "release", vectors: [], shrink: SMALL },
  { folder: "bulk", name: "figure", bin: "speed", profile: "release", vectors: [], shrink: SMALL },
  { folder: "bulk", name: "simd", bin: "worker", profile: "worker", vectors: ["simd128"], shrink: ["-O3"] },
  { folder: "bulk", name: "scalar", bin: "worker", profile: "worker", vectors: [], shrink: ["-O3"] },
];

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 */
function must(program, args, env = process.env) {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: "inherit", env });
  if (status !== 0) {
    fail(`A program of the page could not be built: ${program} failed; see above.`);
  }
}

/**
 * @param {Program} program
 * @param {string} page
 */
async function build({ folder, name, bin, profile, vectors, shrink }, page) {
  const place = join(page, folder);
  mkdirSync(place, { recursive: true });
  const flags = (process.env.CARGO_ENCODED_RUSTFLAGS ?? "").split("\x1f").filter(Boolean);
  const more = vectors.map((feature) => `-Ctarget-feature=+${feature}`);
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: [...flags, ...more].join("\x1f") };
  const what = ["--bin", bin, "--features", bin, "--profile", profile];
  must("cargo", ["build", "--locked", "--quiet", "--target", TARGET, ...what], env);
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const program = join(target, TARGET, profile, `${bin}.wasm`);
  const web = ["--target", "web", "--no-typescript", "--out-dir", place, "--out-name", name];
  must("wasm-bindgen", [program, ...web]);
  const wasm = join(place, `${name}_bg.wasm`);
  const enabled = [...ENABLED, ...vectors.map((feature) => feature.replace(/128$/, ""))];
  must("wasm-opt", [wasm, "-o", wasm, LOW, ...shrink, ...enabled.map((feature) => `--enable-${feature}`)]);
  const glue = join(place, `${name}.js`);
  await shorten(glue, glue);
}

/**
 * @param {string} from
 * @param {string} to
 */
async function shorten(from, to) {
  const { code } = await minify(readFileSync(from, "utf8"), { module: true, compress: { passes: 2 } });
  writeFileSync(to, code ?? "");
}

const staging = process.env.TRUNK_STAGING_DIR;
if (staging && process.env.TRUNK_PROFILE === "release") {
  for (const program of PROGRAMS) {
    await build(program, staging);
    rmSync(join(staging, program.folder, ".gitignore"), { force: true });
  }
  await shorten(join(ROOT, "assets", "embed", "phasor.js"), join(staging, "embed", "phasor.js"));
}
