// Makes a fresh machine ready: looks for what is missing, says what it is for, installs it at the pinned
// version from a package registry or rustup, and does nothing when all is there. Nothing else in the
// project installs anything.

import { setUpExamples, setUpNode } from "./setup/node.mjs";
import { requirePrograms, setUpBuilders, setUpCargoDeny, setUpLibraries, setUpRust } from "./setup/rust.mjs";
import { setUpSystem } from "./setup/system.mjs";

export { ROOT, onPath } from "./setup/places.mjs";
export { findChromium, findFirefox } from "./setup/system.mjs";
export { fail } from "./steps.mjs";

/** @typedef {import("./setup/system.mjs").NeedName} NeedName */

/** What a check can need besides what building the page does. @typedef {NeedName | "cargo-deny" | "examples" | "fuzzer"} CheckNeed */

/** Makes ready what compiling the core needs. */
export async function setUpCore() {
  requirePrograms();
  await setUpRust();
}

/** Makes ready what building the page needs. */
export async function setUpBuild() {
  await setUpCore();
  await setUpNode();
  await setUpLibraries();
  await setUpBuilders();
}

/** Makes ready what checking dependencies needs. */
export async function setUpDeny() {
  await setUpCore();
  await setUpCargoDeny();
}

/** Makes ready what compiling the fuzzer needs. */
export async function setUpFuzz() {
  await setUpCore();
  await setUpLibraries("fuzz");
  await setUpSystem(["compiler"]);
}

/** Makes ready what building the page and opening it in a browser need. */
export async function setUpBrowser() {
  await setUpBuild();
  await setUpSystem(["chromium"]);
}

/**
 * Makes ready what checks need, and what building the page does.
 * @param {CheckNeed[]} needs
 */
export async function setUpChecks(needs) {
  const isNeeded = (/** @type {CheckNeed} */ need) => needs.includes(need);
  await setUpCore();
  await setUpNode();
  await setUpLibraries("tools/builder", ...(isNeeded("fuzzer") ? ["fuzz"] : []));
  await setUpBuilders();
  const special = ["cargo-deny", "examples", "fuzzer"];
  await setUpSystem(/** @type {NeedName[]} */ (needs.filter((need) => !special.includes(need))));
  if (isNeeded("cargo-deny")) {
    await setUpCargoDeny();
  }
  if (isNeeded("examples")) {
    await setUpExamples();
  }
}
