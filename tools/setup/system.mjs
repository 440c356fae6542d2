// Finds what the tests need of the system, and installs it where the system is Debian.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fail, step } from "../steps.mjs";
import { onPath } from "./places.mjs";

/**
 * Something of the system: what it is called, Debian's package of it, how else it can be given, and where
 * it is, if it is there.
 * @typedef {{ called: string, package: string, or?: string, find: () => string | boolean | undefined }} Need
 */

/**
 * The program that a variable names.
 * @param {string} variable
 * @param {string} kind
 */
function named(variable, kind) {
  const program = process.env[variable];
  if (program && !existsSync(program)) {
    fail(`${variable} names ${program}, which does not exist; set it to a ${kind} program, or unset it.`);
  }
  return program;
}

const CHROMIUMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const CHROMIUM_PLACES = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];
const FIREFOXES = ["firefox-esr", "firefox"];
const VULKAN_DRIVERS = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];

/** @param {string} folder */
const hasFiles = (folder) => existsSync(folder) && readdirSync(folder).length > 0;

/** What tests can need. @satisfies {Record<string, Need>} */
const NEEDS = {
  chromium: {
    called: "Chromium or Chrome",
    package: "chromium",
    or: "set CHROMIUM to its program",
    find: () => named("CHROMIUM", "Chromium or Chrome") ?? CHROMIUMS.map(onPath).find(Boolean) ?? CHROMIUM_PLACES.find(existsSync),
  },
  firefox: {
    called: "Firefox",
    package: "firefox-esr",
    or: "set FIREFOX to its program",
    find: () => named("FIREFOX", "Firefox") ?? FIREFOXES.map(onPath).find(Boolean),
  },
  vulkan: {
    called: "a Vulkan driver, of a GPU or of software",
    package: "mesa-vulkan-drivers",
    find: () => process.platform !== "linux" || VULKAN_DRIVERS.some(hasFiles),
  },
  compiler: {
    called: "a C++ compiler",
    package: "g++",
    or: "set CXX to its program",
    find: () => process.platform === "win32" || process.env.CXX || onPath("c++"),
  },
  hugo: { called: "Hugo", package: "hugo", find: () => onPath("hugo") },
  python: {
    called: "Python with venv",
    package: "python3-venv",
    find: () => spawnSync("python3", ["-c", "import venv, ensurepip"]).status === 0,
  },
};

/** @typedef {keyof typeof NEEDS} NeedName */

/**
 * @param {NeedName[]} names
 * @returns {Need[]}
 */
function missing(names) {
  return names.map((name) => NEEDS[name]).filter(({ find }) => !find());
}

/**
 * Installs what is missing in one go, where that can be done.
 * @param {NeedName[]} names
 */
export async function setUpSystem(names) {
  const packages = missing(names).map((need) => need.package);
  const isDebian = process.getuid?.() === 0 && onPath("apt-get");
  if (packages.length > 0 && isDebian) {
    const install = ["install", "-y", "--no-install-recommends", ...packages];
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    // Somebody else may be installing something at the same time.
    const patient = ["-o", "DPkg::Lock::Timeout=300"];
    const plan = {
      says: `Installing Debian's ${packages.join(", ")}, which the tests use`,
      seconds: 60,
      cure: `Fix what apt-get reports above, or install ${packages.join(" ")} by hand. Then run the command again.`,
    };
    await step(plan, async (progress) => {
      await progress.run(["apt-get", "update"], { env });
      await progress.run(["apt-get", ...patient, ...install], { env });
    });
  }
  requireSystem(names);
}

/**
 * Ends with a sentence when something is missing.
 * @param {NeedName[]} names
 */
function requireSystem(names) {
  const needs = missing(names);
  if (needs.length > 0) {
    const list = needs.map(({ called }) => called).join(", ");
    const debian = `apt-get install ${needs.map((need) => need.package).join(" ")}`;
    const ways = [`install what is missing (on Debian, as root: ${debian})`, ...needs.flatMap(({ or }) => or ?? [])];
    fail(`Not found, and needed: ${list}. To go on, ${ways.join(", or ")}; then run the command again.`);
  }
}

/**
 * Where something is; it must be there.
 * @param {NeedName} name
 */
function place(name) {
  requireSystem([name]);
  return String(NEEDS[name].find());
}

/** Where Chromium is. */
export const findChromium = () => place("chromium");

/** Where Firefox is. */
export const findFirefox = () => place("firefox");
