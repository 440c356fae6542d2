// Builds the kernels of the web worker, with and without vectors, into the finished page. Trunk
// calls this when a build is complete; it cannot build one program twice with other instructions.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minify } from "terser";
import { ROOT, fail } from "./setup.mjs";

const TARGET = "wasm32-unknown-unknown";

/** What compilers enable by themselves and wasm-opt must be told. */
const ENABLED = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types", "multivalue"];

/** @type {Record<string, string[]>} */
const BUILDS = { simd: ["simd128"], scalar: [] };

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 */
function must(program, args, env = process.env) {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: "inherit", env });
  if (status !== 0) {
    fail(`The kernels could not be built: ${program} failed; see above.`);
  }
}

/**
 * @param {string} name
 * @param {string[]} features
 * @param {string} folder
 */
async function buildWorker(name, features, folder) {
  const flags = (process.env.CARGO_ENCODED_RUSTFLAGS ?? "").split("\x1f").filter(Boolean);
  const more = features.map((feature) => `-Ctarget-feature=+${feature}`);
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: [...flags, ...more].join("\x1f") };
  const what = ["--bin", "worker", "--features", "worker", "--profile", "worker"];
  must("cargo", ["build", "--locked", "--quiet", "--target", TARGET, ...what], env);
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const program = join(target, TARGET, "worker", "worker.wasm");
  const web = ["--target", "web", "--no-typescript", "--out-dir", folder, "--out-name", name];
  must("wasm-bindgen", [program, ...web]);
  const wasm = join(folder, `${name}_bg.wasm`);
  const enabled = [...ENABLED, ...features.map((feature) => feature.replace(/128$/, ""))];
  must("wasm-opt", [wasm, "-o", wasm, "-O3", ...enabled.map((feature) => `--enable-${feature}`)]);
  const glue = join(folder, `${name}.js`);
  const { code } = await minify(readFileSync(glue, "utf8"), { module: true, compress: { passes: 2 } });
  writeFileSync(glue, code ?? "");
}

const staging = process.env.TRUNK_STAGING_DIR;
if (staging && process.env.TRUNK_PROFILE === "release") {
  const folder = join(staging, "bulk");
  mkdirSync(folder, { recursive: true });
  for (const [name, features] of Object.entries(BUILDS)) {
    await buildWorker(name, features, folder);
  }
  rmSync(join(folder, ".gitignore"), { force: true });
}
