// Finds the system's programs that the tests need, and installs missing ones on Debian.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { onPath } from "./places.mjs";
import { fail, step } from "./steps.mjs";

/**
 * A program of the system: its name, its Debian package, another way to provide it, and a function that finds it.
 * @typedef {{ called: string, package: string, or?: string, find: () => string | boolean | undefined }} Need
 */

/**
 * Returns the program that an environment variable names.
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
const IS_LINUX = process.platform === "linux";
const VULKAN_DRIVERS = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];

/** @param {string} folder */
const hasFiles = (folder) => existsSync(folder) && readdirSync(folder).length > 0;

/** Everything that tests can need. @satisfies {Record<string, Need>} */
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
  webkit: {
    called: "WebKitGTK and its driver",
    package: "webkit2gtk-driver",
    find: () => !IS_LINUX || onPath("WebKitWebDriver"),
  },
  screen: {
    called: "Xvfb, a screen in memory",
    package: "xvfb",
    find: () => !IS_LINUX || onPath("Xvfb"),
  },
  vulkan: {
    called: "a Vulkan driver for a GPU or in software",
    package: "mesa-vulkan-drivers",
    find: () => !IS_LINUX || VULKAN_DRIVERS.some(hasFiles),
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
 * Returns what is missing, each once: several checks may need the same.
 * @param {NeedName[]} names
 * @returns {Need[]}
 */
function missing(names) {
  return [...new Set(names)].map((name) => NEEDS[name]).filter(({ find }) => !find());
}

/**
 * Installs everything that is missing at once, on Debian as root.
 * @param {NeedName[]} names
 */
export async function setUpSystem(names) {
  const packages = missing(names).map((need) => need.package);
  const isDebian = process.getuid?.() === 0 && onPath("apt-get");
  if (packages.length > 0 && isDebian) {
    const install = ["install", "-y", "--no-install-recommends", ...packages];
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    // Another process may be installing packages at the same time.
    const patient = ["-o", "DPkg::Lock::Timeout=300"];
    const plan = {
      title: `Installing Debian's ${packages.join(", ")}, which the tests use`,
      seconds: 60,
      cure: `Fix the errors of apt-get above, or install ${packages.join(" ")} by hand. Then run the command again.`,
    };
    await step(plan, async (progress) => {
      await progress.run(["apt-get", "update"], { env });
      await progress.run(["apt-get", ...patient, ...install], { env });
    });
  }
  requireSystem(names);
}

/**
 * Ends with an error if something is missing.
 * @param {NeedName[]} names
 */
function requireSystem(names) {
  const needs = missing(names);
  if (needs.length > 0) {
    const list = needs.map(({ called }) => called).join(", ");
    const debian = `apt-get install ${needs.map((need) => need.package).join(" ")}`;
    const ways = [`install what is missing (on Debian, as root: ${debian})`, ...needs.flatMap(({ or }) => or ?? [])];
    fail(`The tests need ${list}, which this machine lacks. To go on, ${ways.join(", or ")}; then run the command again.`);
  }
}

/**
 * Returns the path of a program, or ends with an error if it is missing.
 * @param {NeedName} name
 */
function place(name) {
  requireSystem([name]);
  return String(NEEDS[name].find());
}

/** Returns the path of Chromium. */
export const findChromium = () => place("chromium");

/** Returns the path of Firefox. */
export const findFirefox = () => place("firefox");

/** Returns the path of WebKit's driver, on Linux. */
export const findWebKit = () => place("webkit");

/** Returns the path of the program that provides a screen in memory, on Linux. */
export const findScreen = () => place("screen");
