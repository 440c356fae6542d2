// Chooses what a change can break and what takes little time, for `npm test -- --changed`.

import { execFileSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { ROOT } from "../setup/setup.mjs";
import { CHECKS, CODE, LINT_BUILDER, PROGRAMS, STRICT, WASM, fuzz } from "./checks.mjs";

/** @typedef {import("./checks.mjs").Check} Check */
/** @typedef {import("../setup/steps.mjs").Command} Command */
/** A package of the workspace, as cargo lists it. @typedef {{ name: string, manifest_path: string, dependencies: { name: string, path?: string }[] }} Package */

/** The packages whose tests read a file outside of their folders, by the beginning of its path. @type {[string, string[]][]} */
export const READERS = [
  ["assets/fonts/", ["phasor-figures", "phasor-picture"]],
  ["assets/glossary.html", ["phasor-figures"]],
  ["assets/ladder/", ["phasor-figures", "phasor-report"]],
  ["assets/model-sources.tsv", ["phasor-report"]],
  ["assets/models/", ["phasor-figures", "phasor-model-files", "phasor-report"]],
  ["assets/race/", ["phasor-figures", "phasor-train"]],
  ["assets/real-model/", ["phasor-figures", "phasor-runner"]],
  ["assets/words/", ["phasor-figures"]],
  ["programs/models/", ["phasor-cli"]],
  ["style/tokens.css", ["phasor-figures"]],
  ["tests/golden/", ["phasor-decoder", "phasor-encoding", "phasor-figures", "phasor-model-files", "phasor-report", "phasor-runner", "phasor-train"]],
  ["tests/support/", ["phasor-cli", "phasor-figures", "phasor-model-files", "phasor-report"]],
];

/** @param {string[]} args */
const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);

/** Returns the files that differ from the last commit, or, if there are none, those that it changed. */
function changedFiles() {
  const now = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return now.length > 0 ? now : git("diff", "--name-only", "HEAD~1");
}

/** @type {Package[] | undefined} */
let listed;

/** Returns the packages of the workspace. @returns {Package[]} */
export function packages() {
  listed ??= /** @type {Package[]} */ (JSON.parse(execFileSync("cargo", ["metadata", "--format-version", "1", "--no-deps"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 })).packages);
  return listed;
}

/** Returns the folder of a package, from the root. @param {Package} one */
export const folderOf = ({ manifest_path }) => relative(ROOT, dirname(manifest_path)).replaceAll("\\", "/");

/**
 * Returns the packages that contain or read these files, and those that depend on them.
 * @param {string[]} files
 */
function packagesOf(files) {
  const folders = packages().map((one) => ({ name: one.name, folder: folderOf(one) }));
  const owners = files.flatMap((file) => {
    const owner = folders.find(({ folder }) => file.startsWith(folder === "" ? "src/" : `${folder}/`));
    return [...(owner ? [owner.name] : []), ...READERS.filter(([path]) => file.startsWith(path)).flatMap(([, names]) => names)];
  });
  return withDependents(owners);
}

/** Returns these packages and all that depend on them. @param {string[]} names */
export function withDependents(names) {
  const found = new Set(names);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    packages().filter(({ dependencies }) => dependencies.some(({ name }) => found.has(name))).forEach(({ name }) => found.add(name));
  }
  return [...found].sort();
}

/**
 * Returns the commands that lint what has changed, and what those need that the check `lints` does not.
 * @param {string[]} packages `--workspace`, or the names of packages.
 * @param {(form: RegExp) => boolean} is Whether a file has changed whose path has this form.
 * @returns {Pick<Check, "commands" | "needs">}
 */
function lints(packages, is) {
  const isWhole = packages.includes("--workspace");
  const clippy = (/** @type {string[]} */ names, /** @type {string[]} */ options) =>
    names.length > 0 ? [/** @type {Command} */ (["cargo", "clippy", "--locked", ...chosen(names), ...options, ...STRICT])] : [];
  const isFuzzer = is(/^fuzz\//);
  return {
    commands: [
      [process.execPath, join(ROOT, "tools", "check", "defaults.mjs")],
      ...clippy(packages, ["--all-targets"]),
      ...clippy(isWhole ? PROGRAMS : PROGRAMS.filter((name) => packages.includes(name)), WASM),
      ...(is(/^tools\/program\/builder\//) ? [LINT_BUILDER] : []),
      ...(isFuzzer ? [fuzz("--lint")] : []),
    ],
    needs: isFuzzer ? ["compiler", "fuzzer"] : [],
  };
}

/** Returns cargo's options that choose packages. @param {string[]} packages */
const chosen = (packages) => packages.flatMap((name) => (name === "--workspace" ? [name] : ["--package", name]));

/**
 * Returns the checks of a change, the names of those that are left to `npm test`, and the folders of the change that no
 * check compiles: peers of benchmarks, whose dependencies only a benchmark downloads.
 * @returns {{ checks: Check[], left: string[], peers: string[] }}
 */
export function checksOfChange() {
  const files = changedFiles();
  const is = (/** @type {RegExp} */ form) => files.some((file) => form.test(file));
  const packages = is(/^Cargo\.(toml|lock)$|^rust-toolchain/) ? ["--workspace"] : packagesOf(files);
  const hasRust = packages.length > 0;
  /** The checks that are narrowed to the packages of the change. @type {Record<string, Pick<Check, "commands" | "needs">>} */
  const narrowed = {
    lints: lints(packages, is),
    rust: { commands: [["cargo", "test", "--locked", ...chosen(packages), "--", "--quiet"]] },
  };
  /** @type {Record<string, boolean>} */
  const wanted = {
    format: is(CODE),
    scripts: is(/\.(mjs|js|ts|json)$/),
    prose: true,
    lints: hasRust || is(/^(fuzz|tools\/program\/builder)\//),
    rust: hasRust,
  };
  const checks = CHECKS.filter(({ name }) => wanted[name]).map((check) => ({ ...check, ...narrowed[check.name] }));
  const left = CHECKS.map(({ name }) => name).filter((name) => !(name in wanted));
  const peers = [...new Set(files.flatMap((file) => /^benches\/\w+\/candle(?=\/)/.exec(file) ?? []))];
  return { checks, left, peers };
}
