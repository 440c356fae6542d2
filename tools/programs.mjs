// Finishes the page: makes its program small and builds those that are loaded later or by other pages.
// Trunk calls this when a build is complete; it cannot build one program twice with other instructions.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildCore, list } from "./core.mjs";
import { gallery } from "./gallery.mjs";
import { ladder } from "./ladder.mjs";
import { pack } from "./package.mjs";
import { bar, rules, writeScripts } from "./pages.mjs";
import { ROOT, fail } from "./setup.mjs";
import { share } from "./share.mjs";
import { FAST, SMALL, TARGET, environment, must, shortened, shrink } from "./wasm.mjs";

/**
 * A program, the folder and the name that its files get, and how it is compiled: `also` are features
 * beyond the one of its name, `vectors` instructions beyond those that every browser has.
 * @typedef {{ folder: string, name: string, bin: string, also?: string[], profile: string, vectors: string[], how: string[] }} Program
 */

/** @type {Program[]} */
const PROGRAMS = [
  { folder: "embed", name: "figures", bin: "embed", profile: "release", vectors: [], how: SMALL },
  { folder: "embed", name: "ladder", bin: "embed", also: ["ladder"], profile: "release", vectors: [], how: SMALL },
  { folder: "embed", name: "files", bin: "files", profile: "release", vectors: [], how: SMALL },
  { folder: "bulk", name: "figure", bin: "speed", profile: "release", vectors: [], how: SMALL },
  { folder: "bulk", name: "simd", bin: "worker", profile: "worker", vectors: ["simd128"], how: FAST },
  { folder: "bulk", name: "scalar", bin: "worker", profile: "worker", vectors: [], how: FAST },
];

/**
 * @param {Program} program
 * @param {string} page
 */
async function build({ folder, name, bin, also = [], profile, vectors, how }, page) {
  const place = join(page, folder);
  mkdirSync(place, { recursive: true });
  const env = environment(vectors.map((feature) => `-Ctarget-feature=+${feature}`), how === FAST);
  const what = ["--bin", bin, "--features", [bin, ...also].join(), "--profile", profile];
  must("cargo", ["build", "--locked", "--quiet", "--target", TARGET, ...what], env);
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const program = join(target, TARGET, profile, `${bin}.wasm`);
  const web = ["--target", "web", "--no-typescript", "--out-dir", place, "--out-name", name];
  must("wasm-bindgen", [program, ...web]);
  const enabled = vectors.map((feature) => feature.replace(/128$/, ""));
  await shrink(join(place, `${name}_bg.wasm`), join(place, `${name}.js`), how, enabled);
  rmSync(join(place, ".gitignore"), { force: true });
}

/**
 * Makes small what Trunk built.
 * @param {string} page
 */
async function finish(page) {
  const names = readdirSync(page);
  const wasm = names.find((name) => name.endsWith(".wasm"));
  const glue = wasm && names.find((name) => name === wasm.replace("_bg.wasm", ".js"));
  if (!glue) {
    fail("Trunk left no program in the page; see what it said above.");
  }
  await shrink(join(page, wasm), join(page, glue));
  await writeScripts(page, page, ...names.filter((name) => name.endsWith(".js") && name !== glue));
  const lab = join(page, "lab.html");
  writeFileSync(lab, readFileSync(lab, "utf8").replace("<!-- bar -->", bar("lab.html")));
}

/**
 * The element, and the frame for hosts that take no element.
 * @param {string} page
 */
async function element(page) {
  const sheet = JSON.stringify(await style());
  const from = join(ROOT, "assets", "embed");
  for (const name of ["figures.js", "ladder.js"]) {
    const program = join(page, "embed", name);
    writeFileSync(program, `${readFileSync(program, "utf8").trim()}export const style=${sheet};\n`);
  }
  const words = join(page, "embed", "words");
  mkdirSync(words, { recursive: true });
  for (const name of ["words.bin", "head.bin", "positions.bin", "LICENSE-MiniLM.txt"]) {
    copyFileSync(join(ROOT, "assets", "words", name), join(words, name));
  }
  await writeScripts(from, join(page, "embed"), "phasor.js", "frame.js", "phasor-frames.js", "employ.js", "labour.js");
  copyFileSync(join(from, "frame.html"), join(page, "embed.html"));
}

/** The rules that a figure needs in somebody else's page. */
async function style() {
  const all = rules(["tokens", "base", "figure", "controls", "embed"]);
  // The letters of a host's root may have any size; the element sets that of the reader. Conditions know none.
  const own = all.replace(/(?<!\(min-width: )\b([\d.]+)rem\b/g, "calc($1 * var(--rem, 16px))");
  return (await shortened(own, "css")).trim();
}

const page = process.env.TRUNK_STAGING_DIR;
if (page && process.env.TRUNK_PROFILE === "release") {
  await finish(page);
  for (const program of PROGRAMS) {
    await build(program, page);
  }
  await element(page);
  const core = buildCore();
  const { figures, parameters } = list(core);
  await pack(join(page, "embed"), { figures, parameters });
  await gallery(page, core, figures);
  await ladder(page, core);
  share(page, core, figures);
}
