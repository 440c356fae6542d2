// Looks the dependencies up in the list of known vulnerabilities. Not part of the tests, because
// it needs that list, which comes from the network and changes without any change here.

import { spawnSync } from "node:child_process";
import { ROOT, setUpDeny } from "./setup.mjs";

await setUpDeny();
const { status } = spawnSync("cargo-deny", ["check", "advisories"], { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
