// Makes the packages of npm and PyPI ready, in the repository and in the projects of `examples`.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { command, step } from "../steps.mjs";
import { ROOT, WINDOWS } from "./places.mjs";

/** @typedef {import("../steps.mjs").Progress} Progress */

/** The name of the file that says for which list of packages a folder was filled. */
const STAMP = ".phasor-lock";

/** @param {string} list */
function hash(list) {
  return createHash("sha256").update(readFileSync(list)).digest("hex");
}

/**
 * Whether `folder` holds what `list` names.
 * @param {string} folder
 * @param {string} list
 */
function isFilled(folder, list) {
  const stamp = join(folder, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash(list);
}

/**
 * @param {string} folder
 * @param {string} list
 */
function markFilled(folder, list) {
  writeFileSync(join(folder, STAMP), hash(list));
}

/** @param {string} registry */
const cure = (registry) =>
  `See the output above. If it is about the network, check that this machine reaches ${registry}. Then run the command again.`;

/** Makes the packages of the repository ready. */
export async function setUpNode() {
  const [modules, list] = [join(ROOT, "node_modules"), join(ROOT, "package-lock.json")];
  if (!isFilled(modules, list)) {
    await command(
      { says: "Installing the npm packages: wasm-opt and esbuild make the page small, the rest tests it", seconds: 10, cure: cure("registry.npmjs.org") },
      ["npm", "ci"],
      // The tests use the system's browsers.
      { env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" } },
    );
    markFilled(modules, list);
  }
  process.env.PATH = join(modules, ".bin") + delimiter + process.env.PATH;
}

const EXAMPLES = join(ROOT, "examples");

/** What the projects of `examples` need while they are made. */
const PREPARED = join(ROOT, "target", "hosts");

const NPM_EXAMPLES = ["astro", "react", "reveal"];
const PYTHON_EXAMPLES = ["mkdocs", "jupyter"];

/**
 * The folder of programs of the Python that has what an example asks for.
 * @param {string} name
 */
export function pythonPrograms(name) {
  return join(PREPARED, name, WINDOWS ? "Scripts" : "bin");
}

/** @param {string} name */
const requirements = (name) => join(EXAMPLES, name, "requirements.txt");

/** @param {string} name */
const manifest = (name) => join(EXAMPLES, name, "package.json");

/** @param {string} name */
const modules = (name) => join(EXAMPLES, name, "node_modules");

/**
 * Whether the packages of an example are installed.
 * @param {string} name
 */
export function hasPackages(name) {
  if (NPM_EXAMPLES.includes(name)) {
    return isFilled(modules(name), manifest(name));
  }
  return !PYTHON_EXAMPLES.includes(name) || isFilled(join(PREPARED, name), requirements(name));
}

/**
 * @param {Progress} progress
 * @param {string} name
 */
async function setUpPython(progress, name) {
  const place = join(PREPARED, name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(PREPARED, { recursive: true });
  await progress.run(["python3", "-m", "venv", place]);
  const quiet = ["--quiet", "--disable-pip-version-check"];
  await progress.run([join(pythonPrograms(name), "pip"), "install", ...quiet, "-r", requirements(name)]);
  markFilled(place, requirements(name));
}

/**
 * Installs the packages of an example but the element's own, which does not exist before the page is built.
 * npm reads all packages of a folder or none, so this happens in another one.
 * @param {Progress} progress
 * @param {string} name
 */
async function setUpNpm(progress, name) {
  const place = join(PREPARED, name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const wanted = JSON.parse(readFileSync(manifest(name), "utf8"));
  for (const group of [wanted.dependencies ?? {}, wanted.devDependencies ?? {}]) {
    const own = Object.keys(group).filter((key) => group[key].startsWith("file:"));
    own.forEach((key) => delete group[key]);
  }
  writeFileSync(join(place, "package.json"), JSON.stringify(wanted));
  await progress.run(["npm", "install", "--no-audit", "--no-fund", "--no-package-lock"], { cwd: place });
  rmSync(modules(name), { recursive: true, force: true });
  renameSync(join(place, "node_modules"), modules(name));
  markFilled(modules(name), manifest(name));
}

/** Makes the packages ready with which the projects of `examples` are built. */
export async function setUpExamples() {
  const [npm, python] = [NPM_EXAMPLES, PYTHON_EXAMPLES].map((names) => names.filter((name) => !hasPackages(name)));
  const names = [...npm, ...python];
  if (names.length === 0) {
    return;
  }
  const plan = {
    says: `Installing packages of the example projects ${names.join(", ")}, in which the element is tested`,
    seconds: 45,
    cure: cure("registry.npmjs.org and pypi.org"),
  };
  await step(plan, async (progress) => {
    // One waits for the network while the other unpacks.
    const one = async () => {
      for (const name of npm) {
        await setUpNpm(progress, name);
      }
    };
    const other = async () => {
      for (const name of python) {
        await setUpPython(progress, name);
      }
    };
    await Promise.all([one(), other()]);
  });
}
