// Checks that everything names the same version, before it is published under a tag.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, fail } from "../setup/setup.mjs";
import { print } from "../setup/steps.mjs";

/** @param {string} name @param {RegExp} form */
const version = (name, form) => form.exec(readFileSync(join(ROOT, name), "utf8"))?.[1];

const crate = version("Cargo.toml", /^version = "(.+)"$/m);
const found = {
  "package.json": version("package.json", /^ {2}"version": "(.+)",$/m),
  "package-lock.json": version("package-lock.json", /^ {2}"version": "(.+)",$/m),
  "Cargo.lock": version("Cargo.lock", /^name = "phasor"\r?\nversion = "(.+)"$/m),
};
for (const [name, other] of Object.entries(found)) {
  if (other !== crate) {
    fail(`Cargo.toml has the version ${crate}, but ${name} has ${other}. Give both the same one.`);
  }
}
const tag = process.argv[2];
if (tag !== undefined && tag !== `v${crate}`) {
  fail(`The tag must be v${crate}, the version in Cargo.toml, not ${tag}.`);
}
if (tag !== undefined && !version("CHANGELOG.md", new RegExp(`^## (${crate?.replaceAll(".", "\\.")})\\b`, "m"))) {
  fail(`CHANGELOG.md has no section "## ${crate}". Rename the section "Unreleased" before you tag the version.`);
}
print(`Everything has the version ${crate}.`);
