// Serves the finished page for all tests, and builds the command line that they compare it with.

import { execFileSync } from "node:child_process";
import { PREFIX } from "../../playwright.config.mjs";
import { DIST } from "../../tools/build.mjs";
import { serve } from "../../tools/serve.mjs";
import { ROOT } from "../../tools/setup.mjs";

export default async function host() {
  const build = ["build", "--locked", "--quiet", "--features", "cli", "--bin", "phasor"];
  execFileSync("cargo", build, { cwd: ROOT, stdio: "inherit" });
  const { url, close } = await serve({ root: DIST, prefix: PREFIX });
  process.env.PHASOR_URL = url;
  return close;
}
