// The release build of the page.

import { join } from "node:path";
import { smallEnvironment } from "./environment.mjs";
import { ROOT, setUpBuild } from "./setup.mjs";
import { command } from "./steps.mjs";

/** Where the finished page is. */
export const DIST = join(ROOT, "dist");

const PLAN = {
  says: "Building the page",
  seconds: 200,
  cure: "The page is not built. Mend what is said above, and run the command again.",
};

/** Builds the page into `dist`; everything it needs is installed. */
export async function build() {
  // Trunk reads NO_COLOR as a flag with a value and refuses the usual "1".
  const env = { ...smallEnvironment("-Clink-arg=--emit-relocs"), NO_COLOR: undefined };
  await command(PLAN, ["trunk", "build", "--release", "--features", "page,split"], { env, isShown: true });
}

if (process.argv[1]?.endsWith("build.mjs")) {
  await setUpBuild();
  await build();
}
