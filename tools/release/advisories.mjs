// Looks all dependencies up in the lists of known vulnerabilities, and checks that the packages of npm are what their
// registry has signed. This is not part of the tests, because the lists come from the network and change while our code
// does not.

import { spawnSync } from "node:child_process";
import { ROOT, fail, setUpDeny, setUpNode } from "../setup/setup.mjs";

/** @typedef {import("../setup/steps.mjs").Command} Command */

/** @type {Command[]} */
const LOOK_UPS = [
  ["cargo-deny", "--workspace", "--all-features", "check", "advisories"],
  ...["tools/program/builder/Cargo.toml", "fuzz/Cargo.toml"].map(
    (manifest) => /** @type {Command} */ (["cargo-deny", "--manifest-path", manifest, "--config", "deny.toml", "check", "-A", "advisory-not-detected", "advisories"]),
  ),
  ["npm", "audit"],
  ["npm", "audit", "signatures"],
];

await setUpDeny();
await setUpNode();
const failed = LOOK_UPS.filter(([program, ...args]) => {
  console.log(`\n== ${program} ${args.join(" ")}`);
  return spawnSync(program, args, { cwd: ROOT, stdio: "inherit", shell: process.platform === "win32" }).status !== 0;
});
if (failed.length > 0) {
  fail(`${failed.map((command) => command.join(" ")).join(", ")} found something, or did not reach its list; the output above says which.`);
}
