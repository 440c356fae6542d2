// Installs the packages from npm and PyPI, for the repository and for the projects of `examples`.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { WHEELS_ONLY, create, pip } from "./python_environment.mjs";
import { ROOT } from "./places.mjs";
import { command, step } from "./steps.mjs";

/** @typedef {import("./steps.mjs").Progress} Progress */

/** The name of the file with the hash of the list of packages that a folder holds. */
const STAMP = ".phasor-lock";

/** @param {string} list */
function hash(list) {
  return createHash("sha256").update(readFileSync(list)).digest("hex");
}

/**
 * Returns whether `folder` holds the packages of `list`.
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

/** Installs the packages of the repository. */
export async function setUpNode() {
  const [modules, list] = [join(ROOT, "node_modules"), join(ROOT, "package-lock.json")];
  if (!isFilled(modules, list)) {
    await command(
      { title: "Installing the npm packages: wasm-opt and esbuild make the page small, the others test it", seconds: 10, cure: cure("registry.npmjs.org") },
      ["npm", "ci"],
    );
    markFilled(modules, list);
  }
  process.env.PATH = join(modules, ".bin") + delimiter + process.env.PATH;
}

const EXAMPLES = join(ROOT, "examples");

/** The folder of packages for the projects of `examples`. */
const PREPARED = join(ROOT, "target", "hosts");

const NPM_EXAMPLES = ["astro", "htmx", "myst", "react", "reveal", "svelte", "vue"];
/** All books and the documentation of the Python package share an environment. */
export const BOOKS = "books";
const PYTHON_EXAMPLES = ["mkdocs", "jupyter", "marimo", BOOKS];

/** Returns the Python environment of an example. @param {string} name */
export const pythonEnvironment = (name) => join(PREPARED, name);

/** @param {string} name */
const requirements = (name) => join(name === BOOKS ? join(ROOT, "crates", "python", "docs") : join(EXAMPLES, name), "requirements.txt");

/** @param {string} name */
const manifest = (name) => join(EXAMPLES, name, "package.json");

/** @param {string} name */
const modules = (name) => join(EXAMPLES, name, "node_modules");

/**
 * Returns whether the packages of an example are installed.
 * @param {string} name
 */
export function hasPackages(name) {
  if (NPM_EXAMPLES.includes(name)) {
    return isFilled(modules(name), manifest(name));
  }
  return !PYTHON_EXAMPLES.includes(name) || isFilled(pythonEnvironment(name), requirements(name));
}

/**
 * @param {Progress} progress
 * @param {string} name
 */
async function setUpPython(progress, name) {
  const place = pythonEnvironment(name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(PREPARED, { recursive: true });
  await progress.run(create(place));
  await progress.run(pip(place, "install", ...WHEELS_ONLY, "--requirement", requirements(name)));
  markFilled(place, requirements(name));
}

/**
 * Installs the packages of an example except the element's own, which does not exist before the page is built. npm
 * installs either all packages of a folder or none, so this happens in another folder.
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
  await progress.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"], { cwd: place });
  rmSync(modules(name), { recursive: true, force: true });
  renameSync(join(place, "node_modules"), modules(name));
  markFilled(modules(name), manifest(name));
}

/** Installs the packages that build the projects of `examples`. */
export async function setUpExamples() {
  const [npm, python] = [NPM_EXAMPLES, PYTHON_EXAMPLES].map((names) => names.filter((name) => !hasPackages(name)));
  const names = [...npm, ...python];
  if (names.length === 0) {
    return;
  }
  const plan = {
    title: `Installing packages for the example projects ${names.join(", ")}, which test the element`,
    seconds: 45,
    cure: cure("registry.npmjs.org and pypi.org"),
  };
  await step(plan, async (progress) => {
    // Both run at once, because one waits for the network while the other unpacks.
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
