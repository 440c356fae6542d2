// Installs the Python packages with which benchmarks compare us.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { WHEELS_ONLY, create, pip, programIn } from "./python_environment.mjs";
import { ROOT, TOOLS } from "./places.mjs";
import { step } from "./steps.mjs";
import { setUpSystem } from "./system.mjs";

/** The versions of all Python packages that numbers are compared with. */
const PINS = join(ROOT, "tools", "golden", "requirements.txt");

/**
 * Sets `PYTHON` to an interpreter that has these packages, which are installed if they are missing. An interpreter that
 * the user has set is left as it is.
 * @param {string[]} names
 */
export async function setUpPeers(...names) {
  if (process.env.PYTHON) {
    return;
  }
  const pins = readFileSync(PINS, "utf8").split("\n").filter((pin) => names.some((name) => pin.startsWith(`${name}==`)));
  const folder = join(TOOLS, `peers-${createHash("sha256").update(pins.join()).digest("hex").slice(0, 16)}`);
  if (!existsSync(folder)) {
    await setUpSystem(["python"]);
    const plan = {
      title: `Installing ${pins.join(", ")}, with which we are compared`,
      seconds: names.includes("torch") ? 180 : 20,
      cure: "See the output above. If it is about the network, check that this machine reaches pypi.org; to measure without them, set PYTHON to any interpreter. Then run the command again.",
    };
    const unfinished = `${folder}.unfinished`;
    await step(plan, async (progress) => {
      rmSync(unfinished, { recursive: true, force: true });
      mkdirSync(TOOLS, { recursive: true });
      await progress.run(create(unfinished));
      await progress.run(pip(unfinished, "install", ...WHEELS_ONLY, ...pins));
    });
    renameSync(unfinished, folder);
  }
  process.env.PYTHON = programIn(folder, "python");
}
