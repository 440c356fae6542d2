// The release build of the page: compiles its program, and lets the other rooms of the tools finish the site.

import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compiling, pageEnvironment } from "../program/environment.mjs";
import { DIST, isBuilt, remember, source } from "../program/stamp.mjs";
import { ROOT, fail, setUpBuild } from "../setup/setup.mjs";
import { command, print } from "../setup/steps.mjs";

const HELP = `Builds the page into the folder dist.

  npm run build [-- --if-changed]

  --if-changed   do nothing if nothing has changed since the last build`;

/** The folder of the site until it is finished. */
const UNFINISHED = join(ROOT, "target", "site");

/** Builds the page into `dist`. Everything that the build needs must be installed. */
export async function build() {
  const before = source();
  rmSync(UNFINISHED, { recursive: true, force: true });
  mkdirSync(UNFINISHED, { recursive: true });
  const compiled = command({ title: "Compiling the programs of the page and of the room of models", seconds: 130, cure: "Fix the errors above, and run the command again." }, compiling(["phasor", "phasor-models"]), { env: pageEnvironment() });
  // It needs npm packages, which a fresh machine gets after this script has begun.
  const { finish } = await import("./site.mjs");
  await finish(UNFINISHED, compiled);
  rmSync(DIST, { recursive: true, force: true });
  renameSync(UNFINISHED, DIST);
  remember(before);
}

/** Returns whether the page is up to date, and prints a line if it is. */
export function needsNoBuild() {
  const isDone = isBuilt();
  if (isDone) {
    print("The page is up to date: nothing has changed since the last build.");
  }
  return isDone;
}

function readOptions() {
  const flag = { type: /** @type {const} */ ("boolean") };
  try {
    return parseArgs({ options: { "if-changed": flag, help: flag } }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}; npm run build -- --help shows the options.`);
  }
}

if (process.argv[1]?.endsWith("build.mjs")) {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
  } else if (!options["if-changed"] || !needsNoBuild()) {
    await setUpBuild();
    await build();
  }
}
