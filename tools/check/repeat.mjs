// Builds the page a second time, from a copy of its source in another folder and with nothing compiled before, and
// compares all files with the first build. The same source must give the same bytes on every machine: otherwise nobody
// could check what we publish, and a page might load chunks that do not fit it.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIST } from "../program/stamp.mjs";
import { buildCore } from "../program/core.mjs";
import { ROOT, fail } from "../setup/setup.mjs";
import { command } from "../setup/steps.mjs";

const PLAN = { title: "Building the page again in another folder", seconds: 180, cure: "Fix the errors above, and run the command again." };

/** Copies everything that belongs to the source into a folder. @param {string} folder */
function copySource(folder) {
  const { status, stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) {
    fail("git cannot list the files of the source; run the command in a checkout of the repository.");
  }
  stdout.split("\0").filter((name) => name && existsSync(join(ROOT, name))).forEach((name) => cpSync(join(ROOT, name), join(folder, name)));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
}

/** @param {string} folder */
const filesOf = (folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile()).sort();

/**
 * Compares the files of two folders.
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  const [first, second] = [one, other].map(filesOf);
  const advice = "Find the step that is not repeatable with the steps of the build in docs/loading.md.";
  const lone = [...first.filter((name) => !second.includes(name)), ...second.filter((name) => !first.includes(name))];
  if (lone.length > 0) {
    fail(`Two builds of the same source gave different files: only one of them has ${lone.join(", ")}. ${advice}`);
  }
  const changed = first.filter((name) => !readFileSync(join(one, name)).equals(readFileSync(join(other, name))));
  if (changed.length > 0) {
    fail(`Two builds of the same source gave different bytes in ${changed.join(", ")}. ${advice}`);
  }
  console.log(`${first.length} files have the same bytes in both builds.`);
}

if (!existsSync(DIST)) {
  fail("The page is not built yet; run npm test -- --only build first.");
}
const folder = mkdtempSync(join(tmpdir(), "phasor-repeat-"));
try {
  copySource(folder);
  // The copy compiles into its own folder.
  const env = { CARGO_TARGET_DIR: undefined, PHASOR_CORE: await buildCore() };
  await command(PLAN, [process.execPath, join(folder, "tools", "site", "build.mjs")], { cwd: folder, env, isVisible: true });
  compare(DIST, join(folder, "dist"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
