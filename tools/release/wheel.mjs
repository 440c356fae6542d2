// Builds the Python package: its wheel for this machine, or with --source the archive of its source. Both contain the
// element from the finished page.

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environment, host, nativeEnvironment } from "../program/environment.mjs";
import { DIST } from "../program/stamp.mjs";
import { MATURIN, setUpPythonPackage } from "../setup/python.mjs";
import { ROOT, fail, setUpCore, setUpLibraries } from "../setup/setup.mjs";
import { command, print } from "../setup/steps.mjs";
import { licenceText } from "../site/licences.mjs";

const PACKAGE = join(ROOT, "crates", "python");

/** The folder of the element in the page, and in the package. */
const ELEMENT = "embed";

/** What only the package for npm needs. */
const OF_NPM = /^(README\.md|custom-elements\.json|LICENSE-\w+|package\.json|(frame|phasor-frames|phasor-single|server)\.js|.*\.d\.ts)$/;

/** The most bytes of a wheel. */
const BUDGET = 8_000_000;

/** How the library is compiled. @typedef {{ profile: string, seconds: number, env: () => NodeJS.ProcessEnv }} Build */

/** A wheel for users. @type {Build} */
const PUBLISHED = { profile: "wheel", seconds: 180, env: environment };

/** A wheel for tests, which shares what the other tests have compiled. @type {Build} */
export const TESTED = { profile: "dev", seconds: 60, env: nativeEnvironment };

/** Copies the element and the licences of everything in the package into its folder. */
function fill() {
  const from = join(DIST, ELEMENT);
  if (!existsSync(join(from, "phasor.js"))) {
    fail("The page is not built yet; run npm run build first.");
  }
  const to = join(PACKAGE, "python", "phasor", ELEMENT);
  rmSync(to, { recursive: true, force: true });
  for (const name of readdirSync(from).filter((name) => !OF_NPM.test(name))) {
    cpSync(join(from, name), join(to, name), { recursive: true });
  }
  ["LICENSE-APACHE", "LICENSE-MIT"].forEach((name) => cpSync(join(ROOT, name), join(PACKAGE, name)));
  writeFileSync(join(PACKAGE, "LICENCES.txt"), licenceText({ packages: ["phasor-python"], target: process.env.CARGO_BUILD_TARGET ?? host() }));
}

/** The files outside of the crates that these contain. In the archive they lie where the crates look for them. */
const ASSETS = ["fonts", "models", "race", "real-model", "words"];

/**
 * Packs the archive of the source into a folder, and returns its path.
 * @param {string} folder
 */
export async function source(folder) {
  fill();
  const assets = join(PACKAGE, "assets");
  rmSync(assets, { recursive: true, force: true });
  ASSETS.forEach((name) => cpSync(join(ROOT, "assets", name), join(assets, name), { recursive: true }));
  try {
    const plan = { title: "Packing the source of the Python package", seconds: 5, cure: "Fix the errors above, and run the command again." };
    await command(plan, [MATURIN, "sdist", "--out", folder], { cwd: PACKAGE });
  } finally {
    rmSync(assets, { recursive: true });
  }
  const [name] = readdirSync(folder).filter((name) => name.endsWith(".tar.gz"));
  return join(folder, name);
}

/**
 * Builds the wheel into a folder, and returns its path.
 * @param {string} folder
 * @param {Build} build
 */
export async function wheel(folder, { profile, seconds, env }) {
  fill();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await command(
    { title: "Compiling the Python package", seconds, cure: "Fix the errors above, and run the command again." },
    [MATURIN, "build", "--locked", "--profile", profile, "--out", folder],
    { cwd: PACKAGE, env: env() },
  );
  const [name] = readdirSync(folder).filter((name) => name.endsWith(".whl"));
  return join(folder, name);
}

/** Builds the wheel that is published, and checks its size. @param {string} folder */
async function published(folder) {
  const file = await wheel(folder, PUBLISHED);
  const { size } = statSync(file);
  print(`Packed ${file}: ${size} bytes.`);
  if (size > BUDGET) {
    fail(`The wheel has ${size} bytes, ${BUDGET} at most. Find what has grown; the budget is in tools/release/wheel.mjs.`);
  }
}

if (process.argv[1]?.endsWith("wheel.mjs")) {
  await setUpCore();
  await setUpLibraries();
  await setUpPythonPackage();
  const folder = join(ROOT, "target", "release-files", "python");
  await (process.argv.includes("--source") ? source : published)(folder);
}
