// Serves the finished page for all tests, and builds the command line that they compare it with.

import { execFileSync } from "node:child_process";
import { PREFIX } from "../../playwright.config.mjs";
import { DIST } from "../../tools/build.mjs";
import { serve } from "../../tools/serve.mjs";
import { ROOT } from "../../tools/setup.mjs";

/** Builds the command line and says where it is. */
function buildCore() {
  const build = ["build", "--locked", "--quiet", "--features", "cli", "--bin", "phasor"];
  const said = execFileSync("cargo", [...build, "--message-format", "json"], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 1 << 28,
  });
  const messages = said.trim().split("\n").map((line) => JSON.parse(line));
  return messages.find(({ executable }) => executable).executable;
}

export default async function host() {
  process.env.PHASOR_CORE = buildCore();
  const [below, root] = await Promise.all([serve({ root: DIST, prefix: PREFIX }), serve({ root: DIST })]);
  process.env.PHASOR_URL = below.url;
  process.env.PHASOR_ROOT_URL = root.url;
  return () => {
    below.close();
    root.close();
  };
}
