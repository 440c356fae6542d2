// Chooses what a change can break and what takes little time, for `npm test -- --changed`.

import { execFileSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { ROOT } from "../setup/setup.mjs";
import { CHECKS, STRICT, WASM } from "./checks.mjs";

/** @typedef {import("./checks.mjs").Check} Check */
/** A package of the workspace, as cargo lists it. @typedef {{ name: string, manifest_path: string, dependencies: { name: string, path?: string }[] }} Package */

/** The packages whose tests read a file outside of their folders, by the beginning of its path. @type {[string, string[]][]} */
const READERS = [
  ["assets/glossary.html", ["phasor-figures"]],
  ["assets/ladder/", ["phasor-figures", "phasor-report"]],
  ["assets/model-sources.tsv", ["phasor-report"]],
  ["assets/models/", ["phasor-figures", "phasor-model-files", "phasor-report"]],
  ["assets/race/", ["phasor-figures", "phasor-train"]],
  ["assets/real-model/", ["phasor-figures", "phasor-runner"]],
  ["assets/words/", ["phasor-figures"]],
  ["style/tokens.css", ["phasor-figures"]],
  ["tests/golden/", ["phasor-decoder", "phasor-encoding", "phasor-figures", "phasor-model-files", "phasor-report", "phasor-runner", "phasor-train"]],
  ["tests/support/", ["phasor-cli", "phasor-figures", "phasor-report"]],
];

/** @param {string[]} args */
const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);

/** Returns the files that differ from the last commit, or, if there are none, those that it changed. */
function changedFiles() {
  const now = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return now.length > 0 ? now : git("diff", "--name-only", "HEAD~1");
}

/**
 * Returns the packages that contain or read these files, and those that depend on them.
 * @param {string[]} files
 */
function packagesOf(files) {
  /** @type {{ packages: Package[] }} */
  const { packages } = JSON.parse(execFileSync("cargo", ["metadata", "--format-version", "1", "--no-deps"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 }));
  const folders = packages.map(({ name, manifest_path }) => ({ name, folder: relative(ROOT, dirname(manifest_path)).replaceAll("\\", "/") }));
  const owners = files.flatMap((file) => {
    const owner = folders.find(({ folder }) => file.startsWith(folder === "" ? "src/" : `${folder}/`));
    return [...(owner ? [owner.name] : []), ...READERS.filter(([path]) => file.startsWith(path)).flatMap(([, names]) => names)];
  });
  const found = new Set(owners);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    packages.filter(({ dependencies }) => dependencies.some(({ name }) => found.has(name))).forEach(({ name }) => found.add(name));
  }
  return [...found].sort();
}

/** Returns the checks of a change, and the names of those that are left to `npm test`. @returns {{ checks: Check[], left: string[] }} */
export function checksOfChange() {
  const files = changedFiles();
  const is = (/** @type {RegExp} */ form) => files.some((file) => form.test(file));
  const named = is(/^Cargo\.(toml|lock)$|^rust-toolchain/) ? ["--workspace"] : packagesOf(files).flatMap((name) => ["--package", name]);
  const hasRust = named.length > 0;
  /** The checks that are narrowed to the packages of the change. @type {Record<string, Check["commands"]>} */
  const narrowed = {
    lints: [
      [process.execPath, join(ROOT, "tools", "check", "defaults.mjs")],
      ["cargo", "clippy", "--locked", ...named, "--all-targets", ...STRICT],
      ["cargo", "clippy", "--locked", ...named, ...WASM, ...STRICT],
    ],
    rust: [["cargo", "test", "--locked", ...named, "--", "--quiet"]],
  };
  /** @type {Record<string, boolean>} */
  const wanted = {
    format: is(/\.rs$/),
    scripts: is(/\.(mjs|js|ts|json)$/),
    prose: true,
    lints: hasRust,
    rust: hasRust,
  };
  const checks = CHECKS.filter(({ name }) => wanted[name]).map((check) => ({ ...check, commands: narrowed[check.name] ?? check.commands }));
  const left = CHECKS.map(({ name }) => name).filter((name) => !(name in wanted));
  return { checks, left };
}
