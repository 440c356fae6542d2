// Finds files with more lines than a reader can keep in mind. Clippy does the same for functions.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, fail } from "../setup/setup.mjs";
import { CODE } from "./checks.mjs";

const MOST = 500;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" }).split("\n");
const long = files
  .filter((name) => CODE.test(name))
  .map((name) => ({ name, lines: readFileSync(join(ROOT, name), "utf8").split("\n").length - 1 }))
  .filter(({ lines }) => lines > MOST);
if (long.length > 0) {
  fail(`${long.map(({ name, lines }) => `${name}: ${lines} lines, ${MOST} at most`).join("\n")}\nMove what belongs together into a module beside it.`);
}
