// The release build of the page.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { smallEnvironment } from "./environment.mjs";
import { ROOT, fail, setUpBuild } from "./setup.mjs";

/** Where the finished page is. */
export const DIST = join(ROOT, "dist");

/** Builds the page into `dist`; everything it needs is installed. */
export async function build() {
  // Trunk reads NO_COLOR as a flag with a value and refuses the usual "1".
  const { NO_COLOR, ...env } = smallEnvironment("-Clink-arg=--emit-relocs");
  const { status } = spawnSync("trunk", ["build", "--release", "--features", "page,split"], { cwd: ROOT, stdio: "inherit", env });
  if (status !== 0) {
    fail("The page could not be built; see what was said above.");
  }
}

if (process.argv[1]?.endsWith("build.mjs")) {
  setUpBuild();
  await build();
}
