// Looks the dependencies up in the list of known vulnerabilities. This is not part of the tests, because the list
// comes from the network and changes while our code does not.

import { spawnSync } from "node:child_process";
import { ROOT, setUpDeny } from "./setup.mjs";

await setUpDeny();
const { status } = spawnSync("cargo-deny", ["check", "advisories"], { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
