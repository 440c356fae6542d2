// The release build of the page.

import { parseArgs } from "node:util";
import { fail, setUpBuild } from "../setup/setup.mjs";
import { command, say } from "../setup/steps.mjs";
import { pageEnvironment } from "./environment.mjs";
import { DIST, isBuilt, remember, source } from "./stamp.mjs";

export { DIST };

const HELP = `Builds the page into the folder dist.

  npm run build [-- --if-changed]

  --if-changed   do nothing if nothing has changed since the last build`;

const PLAN = {
  says: "Building the page",
  seconds: 200,
  cure: "Fix the errors above, and run the command again.",
};

/** Builds the page into `dist`. Everything that the build needs must be installed. */
export async function build() {
  const before = source();
  // Trunk reads NO_COLOR as a flag with a value and refuses the usual "1".
  const env = { ...pageEnvironment(), NO_COLOR: undefined };
  await command(PLAN, ["trunk", "build", "--release"], { env, isShown: true });
  remember(before);
}

/** Returns whether the page is up to date, and prints a line if it is. */
export function needsNoBuild() {
  const isDone = isBuilt();
  if (isDone) {
    say("The page is up to date: nothing has changed since the last build.");
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
