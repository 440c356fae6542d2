// Serves the page during development. It is built without chunks. When a file is saved, it is built again and the
// browser reloads it.

import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { LIST, buildCore, list } from "../program/core.mjs";
import { ROOT, setUpDevelopment } from "../setup/setup.mjs";

await setUpDevelopment();
mkdirSync(dirname(LIST), { recursive: true });
writeFileSync(LIST, JSON.stringify(list(await buildCore())));
// Trunk reads NO_COLOR as a flag with a value and refuses the usual "1".
const { NO_COLOR, ...env } = process.env;
const trunk = spawn("trunk", ["serve", "--dist", "target/dev/site", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  // Without debug information there is less to write and read for each change.
  env: { ...env, CARGO_PROFILE_DEV_DEBUG: "false" },
});
trunk.on("exit", (status) => process.exit(status ?? 1));
