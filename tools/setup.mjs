// Makes a fresh machine ready: looks for what is missing, says why it is needed, installs it at
// the pinned version from a package registry or rustup, and does nothing when all is there.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

const WINDOWS = process.platform === "win32";
const OLDEST_NODE = 20;
const WASM_TARGET = "wasm32-unknown-unknown";

/** Tools shared by every checkout of this machine, one folder a version. */
const TOOLS =
  process.env.PHASOR_TOOLS ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "phasor", "tools");

/**
 * A tool: `isHasty` is compiled in half the time, since it has little to compute itself.
 * @typedef {{ name: string, version: string, locked: boolean, isHasty: boolean, why: string }} CargoTool
 */

/** @type {CargoTool} */
const TRUNK = {
  name: "trunk",
  version: "0.21.14",
  locked: true,
  isHasty: true,
  why: "which builds the page (about 3 minutes on two cores, once)",
};

/** @type {CargoTool} */
const CARGO_DENY = {
  name: "cargo-deny",
  version: "0.20.2",
  locked: true,
  isHasty: true,
  why: "which checks licences and sources of dependencies (about a minute on two cores, once)",
};

/** @returns {CargoTool} */
function wasmBindgen() {
  const lock = readFileSync(join(ROOT, "Cargo.lock"), "utf8");
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock)?.[1];
  if (!version) {
    fail("Cargo.lock does not name wasm-bindgen; restore the file from the repository.");
  }
  // Its published lock file names a withdrawn package, so it cannot be installed with it.
  const why = "which joins Rust and JavaScript (about 3 minutes on two cores, once)";
  return { name: "wasm-bindgen-cli", version, locked: false, isHasty: false, why };
}

/**
 * Ends the program with one sentence.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** @param {string} sentence */
function say(sentence) {
  console.log(`· ${sentence}`);
}

/**
 * Runs a program in the repository and ends with a sentence when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {string} trouble
 */
function must(program, args, trouble) {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: "inherit", shell: WINDOWS });
  if (status !== 0) {
    fail(trouble);
  }
}

/**
 * Where a program is on the PATH.
 * @param {string} name
 * @returns {string | undefined}
 */
export function onPath(name) {
  const endings = WINDOWS ? [".exe", ".cmd"] : [""];
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const files = folders.flatMap((folder) => endings.map((end) => join(folder, name + end)));
  return files.find(existsSync);
}

function requirePrograms() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < OLDEST_NODE) {
    fail(`Node ${OLDEST_NODE} or newer is needed and this is ${process.versions.node}; install it from https://nodejs.org.`);
  }
  const missing = ["rustup", "cargo"].find((name) => !onPath(name));
  if (missing) {
    fail(`Rust is needed and ${missing} is not on the PATH; install it from https://rustup.rs.`);
  }
  if (!onPath("npm")) {
    fail("npm is needed and not on the PATH; it comes with Node from https://nodejs.org.");
  }
}

function setUpRust() {
  const settings = readFileSync(join(ROOT, "rust-toolchain.toml"), "utf8");
  const channel = /channel = "([^"]+)"/.exec(settings)?.[1] ?? "stable";
  const listed = spawnSync("rustup", ["toolchain", "list"], { encoding: "utf8" }).stdout;
  if (!listed.includes(`${channel}-`)) {
    say(`Installing Rust ${channel}, the version this project is built with.`);
    const components = ["clippy", "rustfmt", "rust-src"].flatMap((name) => ["--component", name]);
    must(
      "rustup",
      ["toolchain", "install", channel, "--profile", "minimal", ...components],
      `Rust ${channel} could not be installed; see what rustup said above.`,
    );
  }
  const query = ["--toolchain", channel, "--installed"];
  const has = (/** @type {string} */ kind) =>
    spawnSync("rustup", [kind, "list", ...query], { encoding: "utf8" }).stdout;
  if (!has("target").includes(WASM_TARGET)) {
    say("Adding the WebAssembly target, for which the page is compiled.");
    must(
      "rustup",
      ["target", "add", WASM_TARGET, "--toolchain", channel],
      "The WebAssembly target could not be added; see what rustup said above.",
    );
  }
  const components = has("component");
  const purposes = { clippy: "which checks the source", rustfmt: "which sets the source", "rust-src": "from which the page's standard library is made" };
  for (const [name, purpose] of Object.entries(purposes).filter(([name]) => !components.includes(name))) {
    say(`Adding ${name}, ${purpose}.`);
    must(
      "rustup",
      ["component", "add", name, "--toolchain", channel],
      `${name} could not be added; see what rustup said above.`,
    );
  }
}

/** @param {CargoTool} tool */
function setUpCargoTool({ name, version, locked, isHasty, why }) {
  const folder = join(TOOLS, `${name}-${version}`);
  const program = name === "wasm-bindgen-cli" ? "wasm-bindgen" : name;
  if (!existsSync(join(folder, "bin", WINDOWS ? `${program}.exe` : program))) {
    say(`Installing ${name} ${version}, ${why}.`);
    const flags = [...(locked ? ["--locked"] : []), ...(isHasty ? ["--debug"] : [])];
    must(
      "cargo",
      ["install", name, "--version", version, "--root", folder, ...flags],
      `${name} ${version} could not be installed; see what cargo said above.`,
    );
  }
  process.env.PATH = join(folder, "bin") + delimiter + process.env.PATH;
}

function setUpNode() {
  const lock = readFileSync(join(ROOT, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  const stamp = join(ROOT, "node_modules", ".phasor-lock");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    say("Installing the npm packages: wasm-opt and esbuild shrink the page, the rest tests it.");
    process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD = "1";
    must("npm", ["ci"], "The npm packages could not be installed; see what npm said above.");
    writeFileSync(stamp, wanted);
  }
  process.env.PATH = join(ROOT, "node_modules", ".bin") + delimiter + process.env.PATH;
}

/** Makes ready what compiling the core needs. */
export function setUpCore() {
  requirePrograms();
  setUpRust();
}

/** Makes ready what building the page needs. */
export function setUpBuild() {
  setUpCore();
  setUpNode();
  setUpCargoTool(TRUNK);
  setUpCargoTool(wasmBindgen());
}

/** Makes ready what checking dependencies needs. */
export function setUpDeny() {
  setUpCore();
  setUpCargoTool(CARGO_DENY);
}

/**
 * Installs a package of Debian where that can be done.
 * @param {string} name
 * @param {string} purpose
 */
export function setUpPackage(name, purpose) {
  if (process.getuid?.() !== 0 || !onPath("apt-get")) {
    return;
  }
  say(`Installing ${name}, ${purpose}.`);
  const trouble = `${name} could not be installed; see what apt-get said above.`;
  must("apt-get", ["update", "-qq"], trouble);
  must("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], trouble);
}

/** Makes ready what compiling the fuzzer needs. */
export function setUpFuzz() {
  setUpCore();
  const hasCompiler = () => process.env.CXX || onPath("c++");
  if (!hasCompiler()) {
    setUpPackage("g++", "which compiles libFuzzer");
  }
  if (!hasCompiler()) {
    fail("The fuzzer needs a C++ compiler and none was found; install g++, or set CXX to its program.");
  }
}

const VULKAN_DRIVERS = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];

/** Makes ready what running kernels on a GPU needs: any Vulkan driver, a software one if need be. */
export function setUpVulkan() {
  const drivers = (/** @type {string} */ folder) => existsSync(folder) && readdirSync(folder).length > 0;
  const isThere = () => process.platform !== "linux" || VULKAN_DRIVERS.some(drivers);
  if (!isThere()) {
    setUpPackage("mesa-vulkan-drivers", "which plays a GPU for the tests");
  }
  if (!isThere()) {
    fail("The tests need a Vulkan driver and none was found; install mesa-vulkan-drivers.");
  }
}

const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const BROWSER_PLACES = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** @returns {string | undefined} */
function findChromium() {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) {
    fail(`CHROMIUM names ${named}, which does not exist; set it to a Chromium or Chrome program.`);
  }
  const found = BROWSERS.map(onPath).find(Boolean);
  return named ?? found ?? BROWSER_PLACES.find(existsSync);
}

/** Makes a Chromium ready and says where it is. */
export function setUpChromium() {
  let chromium = findChromium();
  if (!chromium) {
    setUpPackage("chromium", "in which the page is tested");
    chromium = findChromium();
  }
  if (!chromium) {
    fail("The tests need Chromium or Chrome and none was found; install one, or set CHROMIUM to its program.");
  }
  return chromium;
}

const FIREFOXES = ["firefox-esr", "firefox"];

/** Makes a Firefox ready and says where it is. */
export function setUpFirefox() {
  const find = () => process.env.FIREFOX ?? FIREFOXES.map(onPath).find(Boolean);
  if (!find()) {
    setUpPackage("firefox-esr", "in which the element is tested as well");
  }
  const firefox = find();
  if (!firefox) {
    fail("The tests need Firefox and none was found; install one, or set FIREFOX to its program.");
  }
  return firefox;
}
