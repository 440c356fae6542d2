// The release build of the page.

import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { ROOT, fail, setUpBuild } from "./setup.mjs";

/** Where the finished page is. */
export const DIST = join(ROOT, "dist");

/** Builds the page into `dist`; everything it needs is installed. */
export function build() {
  // Trunk reads NO_COLOR as a flag with a value and refuses the usual "1".
  const { NO_COLOR, ...env } = process.env;
  // Panic messages name source files; the page shall not depend on where they lie.
  const cargo = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const places = [`${join(cargo, "registry", "src")}=registry`, `${ROOT}=phasor`];
  env.CARGO_ENCODED_RUSTFLAGS = places.map((place) => `--remap-path-prefix=${place}`).join("\x1f");
  const { status } = spawnSync("trunk", ["build", "--release"], { cwd: ROOT, stdio: "inherit", env });
  if (status !== 0) {
    fail("The page could not be built; see what was said above.");
  }
}

if (process.argv[1]?.endsWith("build.mjs")) {
  setUpBuild();
  build();
}
