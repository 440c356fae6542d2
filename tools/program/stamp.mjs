// Finds out whether the finished page is up to date, so that it need not be built again.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../setup/places.mjs";

/** The folder of the finished page. */
export const DIST = join(ROOT, "dist");

const STAMP = join(ROOT, "target", "page-stamp");

/** Files that do not affect the page: tests, benchmarks, examples, tools that make no part of it, and documents for developers. */
const OTHER = /^(\.ci|\.github|benches|crates\/python|docs|examples|fuzz|tests|tools\/(check|golden|release))\/|^[^/]+\.md$/;

/** Environment variables that affect the build. */
export const VARIABLES = ["PHASOR_ADDRESS", "RUSTFLAGS"];

/**
 * Returns a hash of everything that the page is built from, or nothing if git cannot list the files.
 * @returns {string | undefined}
 */
export function source() {
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (listed.status !== 0) {
    return undefined;
  }
  const names = listed.stdout.split("\0").filter((name) => name && !OTHER.test(name));
  const hash = createHash("sha256");
  for (const name of [...new Set(names)].sort()) {
    const path = join(ROOT, name);
    const isFile = existsSync(path) && statSync(path).isFile();
    hash.update(`${name}\0`).update(isFile ? readFileSync(path) : "absent");
  }
  VARIABLES.forEach((name) => hash.update(`\0${name}=${process.env[name] ?? ""}`));
  return hash.digest("hex");
}

/** Returns a hash of the names, sizes and times of the finished page's files, so that we notice other changes. */
function result() {
  if (!existsSync(DIST)) {
    return undefined;
  }
  const hash = createHash("sha256");
  for (const name of readdirSync(DIST, { recursive: true, encoding: "utf8" }).sort()) {
    const { size, mtimeMs } = statSync(join(DIST, name));
    hash.update(`${name}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest("hex");
}

/** Returns whether the finished page was built from the current source. */
export function isBuilt() {
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, "utf8") : undefined;
  const [built, made] = [source(), result()];
  return built !== undefined && made !== undefined && stamp === `${built} ${made}`;
}

/**
 * Remembers that the page was built.
 * @param {string | undefined} built The hash of its source before the build.
 */
export function remember(built) {
  mkdirSync(join(ROOT, "target"), { recursive: true });
  writeFileSync(STAMP, `${built} ${result()}`);
}
