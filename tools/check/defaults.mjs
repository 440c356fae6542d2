// Finds calls of `unwrap_or_default` in the source: a broken invariant must not become a number that looks right. A lint
// of clippy cannot do this, because it also reports what wasm-bindgen generates.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, fail } from "../setup/setup.mjs";

/** The files of the product. */
const SOURCE = /^((crates|programs)\/[^/]+\/)?src\/.*\.rs$/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" }).split("\n");
const found = files.filter((name) => SOURCE.test(name)).flatMap((name) =>
  readFileSync(join(ROOT, name), "utf8").split("\n").flatMap((line, place) => (line.includes("unwrap_or_default") ? [`${name}:${place + 1}: ${line.trim()}`] : [])),
);
if (found.length > 0) {
  fail(`${found.join("\n")}\nSay with expect why there is always a value, or name the default with unwrap_or where one is meant.`);
}
