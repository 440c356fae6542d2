// Checks the Python package as its users receive it: the wheel is installed into an empty environment and tested there,
// and the source archive compiles.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCore } from "../../tools/program/core.mjs";
import { COMPILED, nativeEnvironment } from "../../tools/program/environment.mjs";
import { TESTED, source, wheel } from "../../tools/release/wheel.mjs";
import { create, fromFolder, pip, programIn } from "../../tools/setup/python_environment.mjs";
import { MATURIN, WHEELHOUSE, pins } from "../../tools/setup/python.mjs";
import { ROOT, onPath } from "../../tools/setup/places.mjs";
import { fail } from "../../tools/setup/steps.mjs";

const PACKAGE = join(ROOT, "crates", "python");

/** The types of the native module, which maturin writes from the library. */
const STUB = "_native.pyi";

/** The unpacked source archive. */
const UNPACKED = join(ROOT, "target", "python", "unpacked");

const folder = mkdtempSync(join(tmpdir(), "phasor-python-"));

/**
 * Runs a program in the folder of the package.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function must(program, args, env = {}) {
  const { status, error } = spawnSync(program, args, { cwd: PACKAGE, env: { ...nativeEnvironment(), PYTHONDONTWRITEBYTECODE: "1", ...env }, stdio: "inherit" });
  if (status !== 0) {
    fail(`${program} ${args.join(" ")} failed (${error?.message ?? status}).`);
  }
}

/** Makes an environment with the wheel and what it depends on, and nothing else. @param {string} file */
function installed(file) {
  const environment = join(folder, "environment");
  const [program, ...args] = create(environment);
  must(program, args);
  add(environment, file);
  return { environment, python: programIn(environment, "python") };
}

/** Adds packages from the wheelhouse to an environment. @param {string} environment @param {...string} packages */
function add(environment, ...packages) {
  const [program, ...args] = pip(environment, "install", ...fromFolder(WHEELHOUSE), ...packages);
  must(program, args);
}

/** Compares the types of the native module with those that maturin writes now. */
function checkStub() {
  must(MATURIN, ["generate-stubs", "--locked", "--quiet", "--profile", "dev", "--features", "stubs", "--out", folder]);
  const [now, stored] = [join(folder, "phasor", STUB), join(PACKAGE, "python", "phasor", STUB)].map((file) => readFileSync(file, "utf8"));
  if (now !== stored) {
    fail(`crates/python/python/phasor/${STUB} is not current; CONTRIBUTING.md has the command that writes it.`);
  }
}

/** Compiles the source archive as far as errors are found. Its list of locked crates also has those that it leaves out. */
async function checkSource() {
  const archive = await source(folder);
  rmSync(UNPACKED, { recursive: true, force: true });
  mkdirSync(UNPACKED);
  // All files in the archive have one time, by which cargo would take changed ones for those that it knows.
  must("tar", ["-xzmf", archive, "--strip-components", "1", "-C", UNPACKED]);
  // In the same folder as the other checks, cargo compiles only our own crates again.
  must("cargo", ["check", "--offline", "--quiet", "--manifest-path", join(UNPACKED, "crates", "python", "Cargo.toml")], { CARGO_TARGET_DIR: COMPILED });
}

try {
  const file = await wheel(join(folder, "wheel"), TESTED);
  const { environment, python } = installed(file);
  // What the README says must work with nothing but the package.
  must(python, ["-m", "doctest", "README.md"]);
  add(environment, ...pins());
  must(python, ["-m", "pytest", "--quiet", "-rfEs", "-p", "no:cacheprovider", "--doctest-modules", "--pyargs", "phasor", "tests"], { PHASOR_PROGRAM: await buildCore() });
  must(python, ["-m", "mypy", "--strict", "--cache-dir", join(folder, "mypy"), "--package", "phasor"]);
  must(onPath("pyright") ?? fail("pyright is not installed; run npm test -- --only python, which installs it first."), ["--pythonpath", programIn(environment, "python")]);
  checkStub();
  await checkSource();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
