// Installs Rust: the compiler, the libraries of everything that is compiled here, and tools that are compiled on this
// machine.

import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ROOT, TOOLS, WINDOWS, onPath } from "./places.mjs";
import { command, fail, step } from "./steps.mjs";

const OLDEST_NODE = 20;
const WASM_TARGET = "wasm32-unknown-unknown";

/** The components of Rust that we use, and their purposes. @type {Record<string, string>} */
const COMPONENTS = {
  clippy: "which checks the source",
  rustfmt: "which checks the format of the source",
  "rust-src": "which holds the source of the page's standard library",
};

const ONLINE = "See the output above. If it is about the network, check that this machine reaches";

/**
 * A tool that cargo compiles: the program, its folder, the arguments of cargo, and the usual time and number of crates.
 * @typedef {{ program: string, folder: string, from: string[], title: string, seconds: number, crates: number }} Tool
 */

/** These tools have little to do, and debug builds without debug information compile in half the time. */
const HASTY = ["--locked", "--debug"];
const NO_DEBUG_INFORMATION = { CARGO_PROFILE_DEV_DEBUG: "false" };

/**
 * @param {string} name
 * @param {string} version
 * @param {string[]} flags
 */
function published(name, version, ...flags) {
  return { program: name, folder: `${name}-${version}`, from: [name, "--version", version, ...flags] };
}

/** Without its default features, Trunk has no network support, which is a third of its code. @type {Tool} */
const TRUNK = {
  ...published("trunk", "0.21.14", "--no-default-features"),
  title: "Compiling Trunk 0.21.14, which builds and serves the page during development",
  seconds: 125,
  crates: 368,
};

/** @type {Tool} */
const CARGO_DENY = {
  ...published("cargo-deny", "0.20.2"),
  title: "Compiling cargo-deny 0.20.2, which checks licences and sources of dependencies",
  seconds: 45,
  crates: 141,
};

/** @type {Tool} */
const CYCLONEDX = {
  ...published("cargo-cyclonedx", "0.5.9"),
  title: "Compiling cargo-cyclonedx 0.5.9, which lists what the page consists of",
  seconds: 60,
  crates: 130,
};

/** The project's own tool. */
const BUILDER = join(ROOT, "tools", "program", "builder");

/**
 * Returns the project's own tool, which is compiled again when its source changes. Its dependencies stay compiled, so
 * a change takes only seconds.
 * @returns {Tool}
 */
function builder() {
  const source = join(BUILDER, "src");
  const names = readdirSync(source, { recursive: true, encoding: "utf8" }).sort();
  const files = ["Cargo.toml", "Cargo.lock", ...names.map((name) => join("src", name))];
  const hash = createHash("sha256");
  for (const file of files.filter((name) => statSync(join(BUILDER, name)).isFile())) {
    hash.update(`${file.replaceAll("\\", "/")}\0`).update(readFileSync(join(BUILDER, file)));
  }
  return {
    program: "wasm-bindgen",
    folder: `builder-${hash.digest("hex").slice(0, 16)}`,
    from: ["--path", BUILDER, "--target-dir", join(TOOLS, "builder-target")],
    title: "Compiling the project's builder, which joins Rust and JavaScript",
    seconds: 30,
    crates: 61,
  };
}

/** Ends with an error if a program is missing that only the user can install. */
export function requirePrograms() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < OLDEST_NODE) {
    fail(`Phasor needs Node ${OLDEST_NODE} or newer, but this is ${process.versions.node}. Install it from https://nodejs.org.`);
  }
  const missing = ["rustup", "cargo"].find((name) => !onPath(name));
  if (missing) {
    fail(`Phasor needs Rust, but ${missing} is not on the PATH. Install it from https://rustup.rs.`);
  }
  if (!onPath("npm")) {
    fail("Phasor needs npm, but it is not on the PATH. It comes with Node from https://nodejs.org.");
  }
  if (!WINDOWS && !["cc", "gcc", "clang"].some(onPath)) {
    const how = process.platform === "darwin" ? "run xcode-select --install" : "install gcc, on Debian with apt-get install gcc libc6-dev";
    fail(`Rust needs a C compiler to link programs, but there is none on the PATH. To add one, ${how}; then run the command again.`);
  }
}

/** Installs the pinned version of the compiler. */
export async function setUpRust() {
  const settings = readFileSync(join(ROOT, "rust-toolchain.toml"), "utf8");
  const channel = /channel = "([^"]+)"/.exec(settings)?.[1] ?? "stable";
  const cure = `${ONLINE} static.rust-lang.org. Then run the command again.`;
  const ask = (/** @type {string[]} */ ...args) => spawnSync("rustup", args, { encoding: "utf8" }).stdout;
  if (!ask("toolchain", "list").includes(`${channel}-`)) {
    const components = Object.keys(COMPONENTS).flatMap((name) => ["--component", name]);
    await command(
      { title: `Installing Rust ${channel}, which compiles Phasor`, seconds: 60, cure },
      ["rustup", "toolchain", "install", channel, "--profile", "minimal", "--target", WASM_TARGET, ...components],
    );
  }
  const query = ["list", "--toolchain", channel, "--installed"];
  if (!ask("target", ...query).includes(WASM_TARGET)) {
    await command(
      { title: "Adding Rust's WebAssembly target, which the page needs", seconds: 10, cure },
      ["rustup", "target", "add", WASM_TARGET, "--toolchain", channel],
    );
  }
  const present = ask("component", ...query);
  for (const [name, purpose] of Object.entries(COMPONENTS).filter(([name]) => !present.includes(name))) {
    await command(
      { title: `Adding Rust's ${name}, ${purpose}`, seconds: 10, cure },
      ["rustup", "component", "add", name, "--toolchain", channel],
    );
  }
}

/** Returns the folder of the compiler. */
export const sysroot = () => spawnSync("rustc", ["--print", "sysroot"], { cwd: ROOT, encoding: "utf8" }).stdout.trim();

/** Returns the manifest of the standard library, which is compiled with the page's main program. */
export const standardLibrary = () => join(sysroot(), "lib", "rustlib", "src", "rust", "library", "Cargo.toml");

/**
 * @param {string} manifest
 * @param {string[]} flags
 * @returns {import("./steps.mjs").Command}
 */
function fetch(manifest, ...flags) {
  return ["cargo", "fetch", "--locked", "--manifest-path", manifest, ...flags];
}

/** Cargo reads the manifest of the standard library only with `RUSTC_BOOTSTRAP`. */
const FETCHING = { ...process.env, RUSTC_BOOTSTRAP: "1" };

/** @param {string} manifest */
async function isFetched(manifest) {
  const [program, ...args] = fetch(manifest, "--offline", "--quiet");
  return new Promise((done) => execFile(program, args, { cwd: ROOT, env: FETCHING }, (error) => done(!error)));
}

/** @param {string} manifest */
function countCrates(manifest) {
  const lock = readFileSync(manifest.replace(/toml$/, "lock"), "utf8");
  return lock.match(/^source = /gm)?.length ?? 0;
}

/**
 * Downloads the libraries of the page, of the standard library and of further packages, so that everything
 * compiled afterwards needs no network.
 * @param {string[]} packages Folders of the repository.
 */
export async function setUpLibraries(...packages) {
  const manifests = [join(ROOT, "Cargo.toml"), ...packages.map((name) => join(ROOT, name, "Cargo.toml")), standardLibrary()];
  const isThere = await Promise.all(manifests.map(isFetched));
  const missing = manifests.filter((_, place) => !isThere[place]);
  if (missing.length === 0) {
    return;
  }
  const plan = {
    title: "Downloading the Rust libraries",
    seconds: 10,
    crates: missing.reduce((all, manifest) => all + countCrates(manifest), 0),
    cure: `${ONLINE} crates.io; if cargo asks for a new Cargo.lock, run cargo metadata, which writes it. Then run the command again.`,
  };
  await step(plan, async (progress) => {
    for (const manifest of missing) {
      await progress.run(fetch(manifest), { env: FETCHING });
    }
  });
}

/** @param {Tool} tool */
async function setUpTool({ program, folder, from, ...known }) {
  const root = join(TOOLS, folder);
  const programs = join(root, "bin");
  if (!existsSync(join(programs, WINDOWS ? `${program}.exe` : program))) {
    const cure = `${ONLINE} crates.io; if it is about space, free 2 GB. Then run the command again.`;
    await command({ ...known, cure }, ["cargo", "install", ...from, ...HASTY, "--root", root], { env: NO_DEBUG_INFORMATION });
  }
  process.env.PATH = programs + delimiter + process.env.PATH;
}

/** Installs the tool that joins Rust and JavaScript. */
export function setUpBuilder() {
  return setUpTool(builder());
}

/** Installs the tool that serves the page during development. */
export function setUpTrunk() {
  return setUpTool(TRUNK);
}

/** Installs the tool that checks dependencies. */
export function setUpCargoDeny() {
  return setUpTool(CARGO_DENY);
}

/** Installs the tool that lists what the page consists of. */
export function setUpCycloneDx() {
  return setUpTool(CYCLONEDX);
}
