// What a program contains that others have made: crates, the standard library of Rust, and, for pages, fonts and texts.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT, standardLibrary, sysroot } from "../setup/setup.mjs";
import { TARGET, nativeEnvironment } from "./environment.mjs";

/**
 * A crate, or another part with a licence of somebody else. `texts` are the licence texts that come with it, by the
 * names of their files; `what` says what a part without versions is.
 * @typedef {{ name: string, version: string, what?: string, licence: string, authors: string[], source: string, texts: Record<string, string> }} Part
 */

/** Packages that cargo compiles, with the target of their crates. @typedef {{ packages: string[], target: string }} Program */

/** All programs that a browser loads. @type {Program} */
export const PAGES = { packages: ["phasor", "phasor-models", "phasor-runner", "phasor-trainer", "phasor-worker"], target: TARGET };

/** What pages contain that is not a program, with the licence that stands beside it. @type {(Pick<Part, "name" | "what" | "licence" | "source"> & { text: string })[]} */
const MATERIAL = [
  { name: "Inter", what: "the fonts of texts and figures", licence: "OFL-1.1", source: "https://github.com/rsms/inter", text: "assets/fonts/LICENSE-Inter.txt" },
  { name: "Literata", what: "the font of titles", licence: "OFL-1.1", source: "https://github.com/googlefonts/literata", text: "assets/fonts/LICENSE-Literata.txt" },
  { name: "Alice's Adventures in Wonderland", what: "by Lewis Carroll, 1865, for races of transformers and a real model", licence: "public domain", source: "https://www.gutenberg.org/ebooks/11", text: "" },
  { name: "SmolLM2-135M-Instruct", what: "by Hugging Face: only what it answers, not its weights", licence: "Apache-2.0", source: "https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct", text: "LICENSE-APACHE" },
  { name: "all-MiniLM-L6-v2", what: "word vectors, an attention head and learned positions", licence: "Apache-2.0", source: "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2", text: "assets/words/LICENSE-MiniLM.txt" },
];

/** Returns whether a package belongs to this workspace. @param {string} name */
export const isOurs = (name) => name === "phasor" || name.startsWith("phasor-");

/** A file with a licence. */
const LICENCE = /^(licen[cs]e|copying|unlicense|notice|copyright)/i;

/** The fewest characters of a text; a shorter file only points to another one. */
const SHORTEST = 60;

/**
 * Runs cargo for the manifest of a package and returns what it prints.
 * @param {string} manifest
 * @param {string[]} args
 */
function cargo(manifest, ...args) {
  // Cargo reads the manifest of the standard library only with this variable.
  const env = { ...nativeEnvironment(), RUSTC_BOOTSTRAP: "1" };
  return execFileSync("cargo", [...args, "--offline", "--locked", "--manifest-path", manifest], { cwd: ROOT, env, encoding: "utf8", maxBuffer: 1 << 28 });
}

/**
 * Returns the licence texts in the folder of a crate, or, if there are none, those that its licence means.
 * @param {string} folder
 * @param {string} licence
 */
function textsOf(folder, licence) {
  const own = textsIn(folder);
  if (Object.keys(own).length > 0) {
    return own;
  }
  const names = licence.includes("LLVM") ? ["MIT", "Apache-2.0", "LLVM-exception"] : ["MIT"];
  const place = join(sysroot(), "share", "doc", "rust", "licenses");
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(place, `${name}.txt`), "utf8").trim()]));
}

/** @param {string} folder */
function textsIn(folder) {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && LICENCE.test(entry.name)).map(({ name }) => name);
  const all = names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8").trim()]);
  return Object.fromEntries(all.filter(([, text]) => text.length >= SHORTEST));
}

/**
 * Returns the crates that are linked into a package, without those that only run while it is compiled.
 * @param {string} manifest
 * @param {string} target
 * @param {string[]} which
 * @returns {Part[]}
 */
function linked(manifest, target, ...which) {
  const tree = cargo(manifest, "tree", ...which, "--target", target, "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}");
  const named = new Set(tree.split("\n").filter(Boolean).map((line) => line.split(" ").slice(0, 2).join(" ")));
  const { packages } = JSON.parse(cargo(manifest, "metadata", "--format-version", "1", "--filter-platform", target));
  return packages
    .filter((/** @type {any} */ { name, version }) => named.has(`${name} v${version}`))
    .map((/** @type {any} */ { name, version, license, authors, repository, manifest_path }) => ({
      name,
      version,
      licence: license.replaceAll("/", " OR "),
      authors: authors.map((/** @type {string} */ author) => author.replace(/ <.*/, "")),
      source: repository ?? "",
      texts: textsOf(dirname(manifest_path), license),
    }));
}

/**
 * Returns the crates of a program, sorted by name, and those of the standard library.
 * @param {Program} program
 */
export function crates({ packages, target }) {
  const compiler = execFileSync("rustc", ["--version"], { cwd: ROOT, encoding: "utf8" }).split(" ")[1];
  const own = linked(join(ROOT, "Cargo.toml"), target, ...packages.flatMap((name) => ["--package", name])).filter(({ name }) => !isOurs(name));
  // Crates of that library which only connect it to its own workspace contain nothing.
  const standard = linked(standardLibrary(), target, "--package", "std").filter(({ name }) => !name.startsWith("rustc-std-workspace"));
  // Its own crates have the version of the compiler, not one in their manifests.
  const versioned = standard.map((part) => (part.version === "0.0.0" ? { ...part, version: compiler } : part));
  const byName = (/** @type {Part} */ one, /** @type {Part} */ other) => (one.name < other.name ? -1 : 1);
  return { own: own.sort(byName), standard: versioned.sort(byName), compiler };
}

/** Returns what pages contain that is not a program. @returns {Part[]} */
export const material = () => MATERIAL.map(({ text, ...row }) => ({ ...row, version: "", authors: [], texts: text ? { [text]: readFileSync(join(ROOT, text), "utf8").trim() } : {} }));
