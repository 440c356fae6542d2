// Finishes the page: makes its program small and builds those that are loaded later or by other pages.
// Trunk calls this when a build is complete; it cannot build one program twice with other instructions.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { buildCore, list } from "./core.mjs";
import { gallery } from "./gallery.mjs";
import { ladder } from "./ladder.mjs";
import { pack } from "./package.mjs";
import { bar, rules, writeScripts } from "./pages.mjs";
import { ROOT, fail } from "./setup.mjs";
import { share } from "./share.mjs";
import { FAST, SMALL, TARGET, environment, must, shortened, shrink } from "./wasm.mjs";

/** @typedef {import("./core.mjs").Figure} Figure */
/** @typedef {import("./core.mjs").Group} Group */

/**
 * Programs that one call of cargo compiles: the library once, linked side by side. `programs` says what
 * files each gets, without ending; `vectors` are instructions beyond those that every browser has.
 * @typedef {{ features: string, programs: Record<string, string>, profile?: string, vectors?: string[], how?: string[] }} Build
 */

/** The program that has every figure. */
const EVERY = "ladder";

/**
 * @param {Group[]} groups
 * @returns {Build[]}
 */
function builds([lab, ...groups]) {
  const names = [...groups.map(({ name }) => name), EVERY];
  return [
    { features: "worker", programs: { worker: "bulk/simd" }, profile: "worker", vectors: ["simd128"], how: FAST },
    { features: "worker", programs: { worker: "bulk/scalar" }, profile: "worker", how: FAST },
    { features: "embed", programs: Object.fromEntries(names.map((name) => [name, `embed/${name}`])) },
    // Without the parameters and words of the ladder its four figures are smaller.
    { features: "embed", programs: { [lab.name]: `embed/${lab.name}` } },
    { features: "files", programs: { files: "embed/files", "ladder-files": "embed/ladder-files" } },
    { features: "speed", programs: { speed: "bulk/figure" } },
  ];
}

/**
 * Compiles programs.
 * @param {Build} build
 */
async function compile({ features, programs, profile = "release", vectors = [], how = SMALL }) {
  const env = environment(vectors.map((feature) => `-Ctarget-feature=+${feature}`), how === FAST);
  const bins = Object.keys(programs).flatMap((bin) => ["--bin", bin]);
  await must("cargo", ["build", "--locked", "--quiet", "--target", TARGET, ...bins, "--features", features, "--profile", profile], env);
}

/**
 * Puts a compiled program into the page: `path` is where, without ending.
 * @param {Build} build
 * @param {string} bin
 * @param {string} path
 */
async function place({ profile = "release", vectors = [], how = SMALL }, bin, path) {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const web = ["--target", "web", "--no-typescript", "--out-dir", dirname(path), "--out-name", basename(path)];
  await must("wasm-bindgen", [join(target, TARGET, profile, `${bin}.wasm`), ...web]);
  await shrink(`${path}_bg.wasm`, `${path}.js`, how, vectors.map((feature) => feature.replace(/128$/, "")));
  rmSync(join(dirname(path), ".gitignore"), { force: true });
}

/** Does as many things at a time as there are cores. */
class Queue {
  #free = availableParallelism();
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {() => Promise<void>} work */
  async add(work) {
    if (this.#free === 0) {
      await /** @type {Promise<void>} */ (new Promise((start) => this.#waiting.push(start)));
    } else {
      this.#free -= 1;
    }
    await work();
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free += 1;
    }
  }
}

/**
 * Builds all programs; while some are made small the next are compiled.
 * @param {Build[]} list
 * @param {string} page
 */
async function buildAll(list, page) {
  const queue = new Queue();
  const placed = [];
  for (const build of list) {
    await compile(build);
    // The fast ones have one name, so each is in its place before the next is compiled.
    const places = Object.entries(build.programs).map(([bin, path]) => queue.add(() => place(build, bin, join(page, path))));
    placed.push(...places);
    if (build.how === FAST) {
      await Promise.all(places);
    }
  }
  await Promise.all(placed);
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
 * @param {Figure[]} figures
 * @param {Group[]} groups
 */
async function element(page, figures, groups) {
  const sheet = JSON.stringify(await style());
  const [from, to] = [join(ROOT, "assets", "embed"), join(page, "embed")];
  for (const name of [...groups.map(({ name }) => name), EVERY]) {
    const program = join(to, `${name}.js`);
    writeFileSync(program, `${readFileSync(program, "utf8").trim()}export const style=${sheet};\n`);
  }
  const words = join(to, "words");
  mkdirSync(words, { recursive: true });
  for (const name of ["words.bin", "head.bin", "positions.bin", "LICENSE-MiniLM.txt"]) {
    copyFileSync(join(ROOT, "assets", "words", name), join(words, name));
  }
  await writeScripts(from, to, "frame.js", "phasor-frames.js", "employ.js");
  const programs = [...groups, { name: EVERY, figures: [] }].map(
    ({ name, figures }) => `[${JSON.stringify(figures.join(" "))}, () => import("./${name}.js")]`,
  );
  await writeScript(from, to, "phasor.js", "PROGRAMS = []", `PROGRAMS = [${programs.join()}]`);
  const working = figures.filter((figure) => figure.has_work).map(({ name }) => name);
  const smallest = groups.find((group) => working.every((name) => group.figures.includes(name)));
  await writeScript(from, to, "labour.js", `./${EVERY}.js`, `./${smallest?.name ?? EVERY}.js`);
  copyFileSync(join(from, "frame.html"), join(page, "embed.html"));
}

/**
 * Writes the script `name` with `now` in the place of `before`.
 * @param {string} from
 * @param {string} to
 * @param {string} name
 * @param {string} before
 * @param {string} now
 */
async function writeScript(from, to, name, before, now) {
  const script = readFileSync(join(from, name), "utf8");
  if (!script.includes(before)) {
    fail(`${join(from, name)} has no ${before}, where the build names the programs.`);
  }
  writeFileSync(join(to, name), await shortened(script.replace(before, now)));
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
  const core = buildCore();
  const { figures, groups, parameters } = list(core);
  await buildAll(builds(groups), page);
  await element(page, figures, groups);
  await pack(join(page, "embed"), { figures, groups, parameters });
  await gallery(page, core, figures, groups);
  await ladder(page, core);
  share(page, core, figures);
}
