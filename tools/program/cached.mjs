// Keeps finished programs of the page, so that a build makes only those again whose sources have changed.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "../setup/setup.mjs";
import { COMPILED } from "./environment.mjs";
import { VARIABLES } from "./stamp.mjs";

/** What was made: the sources of the program as cargo lists them, a hash of them, and what `make` returned. @typedef {{ sources: string[], hash: string, result: any }} Made */

/** Files that affect every program, apart from its own sources. */
const COMMON = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "package-lock.json"];

/** Folders that affect every program. */
const TOOLS = [join("tools", "program"), join("tools", "setup")];

/**
 * Makes a program in `folder`, or copies there what was made of the same sources before.
 * @template T
 * @param {{ name: string, compiled: string, text?: string }} what Its name, the file into which cargo compiles it, and a text
 * that becomes part of the program.
 * @param {string} folder
 * @param {(folder: string) => Promise<T>} make Makes it in a folder, and returns what can be written as JSON.
 * @returns {Promise<T>}
 */
export async function cached({ name, compiled, text = "" }, folder, make) {
  const [files, record] = ["files", "made.json"].map((part) => join(COMPILED, "programs", name, part));
  const made = /** @type {Made | undefined} */ (existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : undefined);
  if (made?.hash !== hash(made?.sources ?? [], text)) {
    rmSync(record, { force: true });
    rmSync(files, { recursive: true, force: true });
    mkdirSync(files, { recursive: true });
    const result = await make(files);
    const sources = sourcesOf(compiled);
    writeFileSync(record, JSON.stringify({ sources, hash: hash(sources, text), result }));
  }
  cpSync(files, folder, { recursive: true });
  return JSON.parse(readFileSync(record, "utf8")).result;
}

/**
 * Returns the sources of a compiled program, with the files that they include and the manifests of their crates, relative
 * to the root.
 * @param {string} compiled
 */
function sourcesOf(compiled) {
  const list = readFileSync(compiled.replace(/\.wasm$/, ".d"), "utf8");
  // After the program and a colon come its sources, with a backslash before a space in a name.
  const [, ...sources] = list.trim().split(/(?<!\\) /);
  const paths = sources.map((path) => relative(ROOT, path.replaceAll("\\ ", " ")));
  return [...new Set([...paths, ...paths.map(manifestOf)])].sort();
}

/**
 * Returns the manifest of the crate to which a file belongs; a file of no crate belongs to the root.
 * @param {string} path
 * @returns {string}
 */
function manifestOf(path) {
  const folder = dirname(path);
  const manifest = join(folder, "Cargo.toml");
  return folder === "." || existsSync(join(ROOT, manifest)) ? manifest : manifestOf(folder);
}

/**
 * Returns a hash of everything that a program is made from.
 * @param {string[]} sources
 * @param {string} text
 */
function hash(sources, text) {
  const tools = TOOLS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }));
  const scripts = tools.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));
  const all = createHash("sha256").update(text);
  VARIABLES.forEach((name) => all.update(`\0${name}=${process.env[name] ?? ""}`));
  for (const name of [...COMMON, ...scripts.sort(), ...sources]) {
    const path = join(ROOT, name);
    all.update(`\0${name}\0`).update(existsSync(path) ? readFileSync(path) : "absent");
  }
  return all.digest("hex");
}
