// The part that runs in Chromium: installs the peers, opens the page, and measures round by round.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SOFTWARE_GPU, chromiumOptions } from "../../tools/setup/browsers.mjs";
import { ROOT } from "../../tools/setup/setup.mjs";
import { serve } from "../../tools/site/serve.mjs";

/** @typedef {import("./report.mjs").Line} Line */
/** @typedef {import("@playwright/test").Browser} Browser */
/** @typedef {{ isolated: boolean, version: string, gpu?: [string, boolean] }} Machine */

const HERE = join(ROOT, "benches", "bulk", "browser");
const CANDLE = join(ROOT, "benches", "bulk", "candle");
const TARGET = "wasm32-unknown-unknown";

/** The first flags use a real GPU, the second ones an emulation on the processor. */
const GPU_FLAGS = [
  ["--enable-unsafe-webgpu", "--enable-features=Vulkan"],
  SOFTWARE_GPU,
];

/** Browsers give only isolated pages a clock finer than a tenth of a millisecond. */
const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** @type {{ size: string, shape: import("./browser/numbers.mjs").Shape }[]} */
const SIZES = [
  { size: "64 MiB", shape: { nHeads: 32, nPositions: 4096, headDim: 128 } },
  { size: "8 MiB", shape: { nHeads: 8, nPositions: 2048, headDim: 128 } },
  { size: "512 KiB", shape: { nHeads: 8, nPositions: 256, headDim: 64 } },
];

/** Installs the packages of the peers if they are missing, and returns whether they are there. */
function installPackages() {
  const lock = readFileSync(join(HERE, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  const stamp = join(HERE, "node_modules", ".phasor-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) {
    return true;
  }
  console.log("Installing ONNX Runtime Web and TensorFlow.js, which are measured for comparison.");
  const settings = { cwd: HERE, stdio: /** @type {const} */ ("inherit"), shell: process.platform === "win32" };
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts"], settings);
  if (status === 0) {
    writeFileSync(stamp, wanted);
  }
  return status === 0;
}

/** Compiles candle for the page, and returns its path, or nothing if that failed. */
function buildCandle() {
  console.log("Compiling candle-nn for the page (about two minutes, once).");
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: "-Ctarget-feature=+simd128" };
  const args = ["build", "--locked", "--quiet", "--release", "--lib", "--target", TARGET];
  const { status } = spawnSync("cargo", args, { cwd: CANDLE, stdio: "inherit", env });
  const target = process.env.CARGO_TARGET_DIR ?? join(CANDLE, "target");
  return status === 0 ? join(target, TARGET, "release", "candle_peer.wasm") : undefined;
}

/**
 * Creates a folder with everything that the page loads.
 * @param {string} dist
 * @param {string | undefined} candle
 */
function gather(dist, candle) {
  const folder = mkdtempSync(join(tmpdir(), "phasor-bulk-"));
  symlinkSync(HERE, join(folder, "peers"), "junction");
  symlinkSync(dist, join(folder, "dist"), "junction");
  if (candle) {
    copyFileSync(candle, join(folder, "candle.wasm"));
  }
  return folder;
}

/**
 * Calls a function that the page has in `window.bulk`.
 * @param {import("@playwright/test").Page} page
 * @param {"adapter" | "open" | "round" | "outcome"} ask
 * @param {unknown} [given]
 * @returns {Promise<any>}
 */
function call(page, ask, given) {
  /** @type {(request: { ask: string, given: unknown }) => any} */
  const inPage = (request) => /** @type {any} */ (window).bulk[request.ask](request.given);
  return page.evaluate(inPage, { ask, given });
}

/**
 * Starts a browser with the best available GPU, if any.
 * @param {string} url
 * @returns {Promise<{ browser: Browser, machine: Machine }>}
 */
async function launch(url) {
  const { chromium } = await import("@playwright/test");
  for (const [idx, flags] of GPU_FLAGS.entries()) {
    const browser = await chromium.launch(chromiumOptions(...flags));
    const page = await browser.newPage();
    await page.goto(url);
    const gpu = await call(page, "adapter");
    const isolated = await page.evaluate(() => window.crossOriginIsolated);
    await page.close();
    if (gpu || idx === GPU_FLAGS.length - 1) {
      return { browser, machine: { isolated, version: browser.version(), gpu } };
    }
    await browser.close();
  }
  throw new Error("No browser could be started.");
}

/**
 * Measures all lines of one size, in a new page.
 * @param {Browser} browser
 * @param {string} url
 * @param {typeof SIZES[number]} of
 * @param {number} rounds
 * @returns {Promise<Line[]>}
 */
async function measureSize(browser, url, { size, shape }, rounds) {
  const page = await browser.newPage();
  await page.goto(url);
  await call(page, "open", shape);
  /** @type {(number | null)[][]} */
  const times = [];
  // Two rounds warm up: the browser compiles the programs, and each subject finds out how often it must repeat.
  for (let round = -2; round < rounds; round += 1) {
    const seconds = await call(page, "round");
    if (round >= 0) {
      times.push(seconds);
      console.log(`browser, ${size}: round ${round + 1} of ${rounds}`);
    }
  }
  /** @type {import("./browser/peers.mjs").Outcome} */
  const outcome = await call(page, "outcome");
  await page.close();
  return outcome.map((row, idx) => ({ part: "browser", size, ...row, seconds: times.map((all) => all[idx]) }));
}

/**
 * Adds the reason why a peer is absent, if the installation failed.
 * @param {Line} line
 * @param {{ hasPackages: boolean, hasCandle: boolean }} has
 * @returns {Line}
 */
function explained(line, { hasPackages, hasCandle }) {
  const isPackage = /^(ONNX|TensorFlow)/.test(line.name);
  if (isPackage && !hasPackages) {
    return { ...line, trouble: "The packages of benches/bulk/browser could not be installed; see the output of npm above." };
  }
  if (line.name.startsWith("candle") && !hasCandle) {
    return { ...line, trouble: "benches/bulk/candle could not be compiled; see the output of cargo above." };
  }
  return line;
}

/**
 * @param {string} url
 * @param {number} rounds
 * @returns {Promise<{ machine: Machine, lines: Line[] }>}
 */
async function measureAll(url, rounds) {
  const { browser, machine } = await launch(url);
  /** @type {Line[]} */
  const lines = [];
  for (const size of SIZES) {
    lines.push(...(await measureSize(browser, url, size, rounds)));
  }
  await browser.close();
  return { machine, lines };
}

/** @param {{ dist: string, rounds: number }} options */
export async function measureBrowser({ dist, rounds }) {
  // Without Chromium, this ends the command before anything is installed.
  chromiumOptions();
  const hasPackages = installPackages();
  const candle = buildCandle();
  const root = gather(dist, candle);
  const { url, close } = await serve({ root, headers: HEADERS });
  try {
    const { machine, lines } = await measureAll(`${url}peers/index.html`, rounds);
    return { machine, lines: lines.map((line) => explained(line, { hasPackages, hasCandle: Boolean(candle) })) };
  } finally {
    close();
    rmSync(root, { recursive: true });
  }
}
