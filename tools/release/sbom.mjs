// Writes the list of everything that reaches the browser (SBOM) in the format CycloneDX, and prints it with licences and
// sizes. cargo-cyclonedx makes the list of crates; this script adds what cargo does not know: the standard library,
// fonts and vectors, how many bytes of code each has, and which crates only run while others are compiled.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES, crates, material } from "../program/contents.mjs";
import { codeBytes } from "../program/weigh.mjs";
import { ROOT, fail, setUpSbom } from "../setup/setup.mjs";

/** @typedef {import("../program/contents.mjs").Part} Part */
/** A component of the list, as far as this script reads it. @typedef {{ name: string, version: string, scope?: string, properties?: { name: string, value: string }[] }} Component */

const FOLDER = join(ROOT, "target", "release-files");

/** The name of the list while cargo-cyclonedx writes it, which it does beside the manifest. */
const DRAFT = "phasor-sbom";

/** The property with the bytes of code that are left of a crate in all programs of the pages. */
const BYTES = "phasor:code-bytes";

/** @param {{ name: string, version: string }} part */
const key = ({ name, version }) => `${name} ${version}`;

/** Returns the list of cargo-cyclonedx. It has all crates that cargo resolves, also those that only compile others. */
function resolved() {
  const { features, target } = PAGES;
  const args = ["cyclonedx", "--format", "json", "--spec-version", "1.5", "--quiet", "--quiet", "--no-build-deps", "--target", target, "--features", features, "--override-filename", DRAFT];
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
  const bytes = codeBytes();
  const linked = new Map(own.map((part) => [key(part), part]));
  const sbom = resolved();
  const unknown = own.filter((part) => !sbom.components.some((/** @type {Component} */ one) => key(one) === key(part)));
  if (unknown.length > 0) {
    fail(`cargo links ${unknown.map(key).join(", ")} into the page, but cargo-cyclonedx does not list it; compare cargo tree with ${FOLDER}.`);
  }
  const counted = (/** @type {Part} */ part) => [{ name: BYTES, value: String(bytes.get(part.lib) ?? 0) }];
  const components = sbom.components.map((/** @type {Component} */ one) => {
    const part = linked.get(key(one));
    return part ? { ...one, properties: counted(part) } : { ...one, scope: "excluded" };
  });
  const more = standard.map((part) => ({ ...component(part, "library"), properties: counted(part) }));
  const other = material().map((part) => component(part, "data"));
  return { sbom: { ...sbom, components: [...components, ...more, ...other] }, parts: [...own, ...standard, ...material()], bytes };
}

await setUpSbom();
const { sbom, parts, bytes } = list();
const file = join(FOLDER, "phasor.cdx.json");
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
for (const { name, version, licence, lib } of parts) {
  console.log(`${name.padEnd(34)}${version.padEnd(24)}${licence.padEnd(44)}${lib ? String(bytes.get(lib) ?? 0).padStart(9) : ""}`);
}
console.log(`\n${parts.length} parts reach the browser, with bytes of code before they are made small. ${file} has them all.`);
