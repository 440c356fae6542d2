// Writes the list of everything that reaches the browser (SBOM) in the format CycloneDX, and prints it with
// licences. cargo-cyclonedx makes the list of crates; this script adds what cargo does not know: the standard library,
// fonts and vectors, and which crates only run while others are compiled.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PAGES, crates, isOurs, material } from "../program/contents.mjs";
import { ROOT, fail, setUpSbom } from "../setup/setup.mjs";

/** @typedef {import("../program/contents.mjs").Part} Part */
/** A component of the list, as far as this script reads it. @typedef {{ name: string, version: string, scope?: string }} Component */

const FOLDER = join(ROOT, "target", "release-files");

/** The name of the lists while cargo-cyclonedx writes them, one beside the manifest of each package. */
const DRAFT = "phasor-sbom";

/** @param {{ name: string, version: string }} part */
const key = ({ name, version }) => `${name} ${version}`;

/** The list of a package. @typedef {{ components: (Component & { "bom-ref": string })[], dependencies: { ref: string, dependsOn?: string[] }[] }} List */

/** Returns the list of cargo-cyclonedx for all programs of the pages. It has all crates that cargo resolves, also those that only compile others. */
function resolved() {
  const args = ["cyclonedx", "--format", "json", "--spec-version", "1.5", "--quiet", "--quiet", "--no-build-deps", "--target", PAGES.target, "--override-filename", DRAFT];
  // The same source gives the same list, so it does not say when it was made.
  execFileSync("cargo", args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, CARGO_NET_OFFLINE: "true", SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? "0" } });
  const drafts = packages().map(({ name, manifest_path }) => ({ name, file: join(dirname(manifest_path), `${DRAFT}.json`) }));
  /** @type {List[]} */
  const lists = PAGES.packages.map((program) => {
    const draft = drafts.find(({ name }) => name === program) ?? fail(`The workspace has no package ${program}.`);
    return JSON.parse(readFileSync(draft.file, "utf8").replaceAll(`path+file://${ROOT}`, "path+file:///phasor"));
  });
  drafts.forEach(({ file }) => rmSync(file));
  mkdirSync(FOLDER, { recursive: true });
  const components = new Map(lists.flatMap(({ components }) => components).map((one) => [one["bom-ref"], one]));
  const dependencies = new Map(lists.flatMap(({ dependencies }) => dependencies).map((one) => [one.ref, one]));
  return { ...lists[0], components: [...components.values()], dependencies: [...dependencies.values()] };
}

/** Returns the packages of the workspace. @returns {{ name: string, manifest_path: string }[]} */
function packages() {
  return JSON.parse(execFileSync("cargo", ["metadata", "--format-version", "1", "--no-deps", "--offline"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 })).packages;
}

/**
 * Returns a component that cargo-cyclonedx does not know.
 * @param {Part} part
 * @param {"library" | "data"} kind
 */
function component({ name, version, what, licence, source }, kind) {
  const licences = /^[A-Z]/.test(licence) ? [{ expression: licence }] : [{ license: { name: licence } }];
  const references = source ? { externalReferences: [{ type: "vcs", url: source }] } : {};
  return { type: kind, name, ...(version && { version }), ...(what && { description: what }), scope: "required", licenses: licences, ...references };
}

/** Returns the complete list, and the parts that it must name. */
function list() {
  const { own, standard } = crates(PAGES);
  const linked = new Set(own.map(key));
  const sbom = resolved();
  const unknown = own.filter((part) => !sbom.components.some((one) => key(one) === key(part)));
  if (unknown.length > 0) {
    fail(`cargo links ${unknown.map(key).join(", ")} into the page, but cargo-cyclonedx does not list it; compare cargo tree with ${FOLDER}.`);
  }
  const components = sbom.components.map((one) => (linked.has(key(one)) || isOurs(one.name) ? one : { ...one, scope: "excluded" }));
  const more = standard.map((part) => component(part, "library"));
  const other = material().map((part) => component(part, "data"));
  return { sbom: { ...sbom, components: [...components, ...more, ...other] }, parts: [...own, ...standard, ...material()] };
}

await setUpSbom();
const { sbom, parts } = list();
const file = join(FOLDER, "phasor.cdx.json");
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
for (const { name, version, licence } of parts) {
  console.log(`${name.padEnd(34)}${version.padEnd(24)}${licence}`);
}
console.log(`\n${parts.length} parts reach the browser. ${file} has them all.`);
