// Writes the list of everything that reaches the browser (SBOM) in the format CycloneDX, and prints it with
// licences. cargo-cyclonedx makes the list of crates; this script adds what cargo does not know: the standard library,
// fonts and vectors, and which crates only run while others are compiled.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES, crates, isOurs, material } from "../program/contents.mjs";
import { ROOT, fail, setUpSbom } from "../setup/setup.mjs";

/** @typedef {import("../program/contents.mjs").Part} Part */
/** A component of the list, as far as this script reads it. @typedef {{ name: string, version: string, scope?: string }} Component */

const FOLDER = join(ROOT, "target", "release-files");

/** The name of the list while cargo-cyclonedx writes it, which it does beside the manifest. */
const DRAFT = "phasor-sbom";

/** @param {{ name: string, version: string }} part */
const key = ({ name, version }) => `${name} ${version}`;

/** Returns the list of cargo-cyclonedx. It has all crates that cargo resolves, also those that only compile others. */
function resolved() {
  const { target } = PAGES;
  const args = ["cyclonedx", "--format", "json", "--spec-version", "1.5", "--quiet", "--quiet", "--no-build-deps", "--target", target, "--override-filename", DRAFT];
  // The same source gives the same list, so it does not say when it was made.
  execFileSync("cargo", args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, CARGO_NET_OFFLINE: "true", SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? "0" } });
  mkdirSync(FOLDER, { recursive: true });
  const draft = join(FOLDER, "phasor.cdx.json");
  renameSync(join(ROOT, `${DRAFT}.json`), draft);
  return JSON.parse(readFileSync(draft, "utf8").replaceAll(`path+file://${ROOT}`, "path+file:///phasor"));
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
  const unknown = own.filter((part) => !sbom.components.some((/** @type {Component} */ one) => key(one) === key(part)));
  if (unknown.length > 0) {
    fail(`cargo links ${unknown.map(key).join(", ")} into the page, but cargo-cyclonedx does not list it; compare cargo tree with ${FOLDER}.`);
  }
  const components = sbom.components.map((/** @type {Component} */ one) => (linked.has(key(one)) || isOurs(one.name) ? one : { ...one, scope: "excluded" }));
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
