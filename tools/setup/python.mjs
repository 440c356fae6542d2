// Installs what builds and tests the Python package: a folder of wheels, from which environments are made without a
// network, and an environment with maturin.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WHEELS_ONLY, create, fromFolder, pip, programIn } from "./python_environment.mjs";
import { ROOT } from "./places.mjs";
import { step } from "./steps.mjs";

const FOLDER = join(ROOT, "target", "python");

const REQUIREMENTS = join(ROOT, "crates", "python", "requirements.txt");

/** The wheels of everything that the tests use. */
export const WHEELHOUSE = join(FOLDER, "wheelhouse");

/** The environment with maturin. */
const TOOLS = join(FOLDER, "tools");

const STAMP = join(FOLDER, "stamp");

/** The program that builds wheels. */
export const MATURIN = programIn(TOOLS, "maturin");

/** The lines of requirements.txt. */
export const pins = () => readFileSync(REQUIREMENTS, "utf8").split("\n").filter((line) => /^\w/.test(line));

/** Installs them, if they are not there yet. */
export async function setUpPythonPackage() {
  const wanted = createHash("sha256").update(pins().join()).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) {
    return;
  }
  const plan = {
    title: "Fetching maturin, which builds the Python package, and the packages that its tests use",
    seconds: 45,
    cure: "See the output above. If it is about the network, check that this machine reaches pypi.org. Then run the command again.",
  };
  await step(plan, async (progress) => {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    await progress.run(create(TOOLS));
    await progress.run(pip(TOOLS, "download", ...WHEELS_ONLY, "--dest", WHEELHOUSE, "--requirement", REQUIREMENTS));
    const [maturin] = pins().filter((pin) => pin.startsWith("maturin=="));
    await progress.run(pip(TOOLS, "install", ...fromFolder(WHEELHOUSE), maturin));
    writeFileSync(STAMP, wanted);
  });
}
