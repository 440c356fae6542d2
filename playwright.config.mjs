import { defineConfig } from "@playwright/test";
import { chromiumOptions, firefoxOptions } from "./tools/setup/browsers.mjs";

/** A plain static host with the site under a path, which is harder than at the root. */
export const PREFIX = "/some/path/";

/** What a test needs that Playwright cannot do with the Firefox of the system, by the tag of the test. */
const CHROMIUM_ONLY = {
  "@media": "an emulated colour scheme, reduced motion, forced colours or paper",
  "@touch": "a touch screen",
  "@hover": "a pointer that can hover, which Firefox says it lacks here",
  "@download": "the name and the bytes of a file that a button saves",
  "@clipboard": "the right to read the clipboard, or a paste by a script",
  "@noscript": "a page without scripts",
  "@protocol": "Chromium's own protocol",
  "@gpu": "WebGPU on the processor",
  "@picture": "stored screenshots, which are Chromium's",
  "@scroll": "a click to which the page scrolls as in Chromium; another scene of the text takes over the figure otherwise",
  "@history": "Back within a page, after which Playwright waits for a load that does not come",
  "@order": "that no event of the pointer comes between a frame and a message that was sent in it",
  "@host": "what our own service worker does when its host fails or changes; `offline` opens the kept site in Firefox too",
  "@report": "the browser's report of a script that it has refused, which Firefox keeps for its own tools",
  "@again": "another case of something that another test shows in Firefox too",
  "@same": "nothing that differs between browsers: the text of a page, what axe reads in it, the numbers of WebAssembly, or files that no page opens",
};

/** Files of tests that repeat in Firefox nothing but work, and what does test it there. */
const CHROMIUM_ALONE = {
  "figures.spec.mjs": "the check `engines` compares every figure's numbers, keys and drags in all three engines",
  "gallery.spec.mjs": "text and forms; `offline` and `load` open the page in Firefox",
  "give.spec.mjs": "files that the site makes, read as text",
  "licences.spec.mjs": "text; `offline` opens the page in Firefox",
  "models.spec.mjs": "text, forms and files; `offline` opens every view in Firefox",
  "position-ids.spec.mjs": "text and forms; `offline` opens the view in Firefox",
  "private.spec.mjs": "requests of our own code, which are the same in every browser",
};

/** What all tests use in either browser. */
export const CHROMIUM = { name: "chromium", use: { browserName: /** @type {const} */ ("chromium"), launchOptions: chromiumOptions() } };
export const FIREFOX = { name: "firefox", use: { browserName: /** @type {const} */ ("firefox"), launchOptions: firefoxOptions() } };

export default defineConfig({
  testDir: "tests/browser",
  testMatch: "*.spec.mjs",
  globalSetup: "./tests/browser/host.mjs",
  forbidOnly: true,
  fullyParallel: true,
  // A test that passes only the second time is named as flaky at the end, and must be mended.
  retries: 1,
  workers: 2,
  // On a machine with much to do, a page may take its time.
  timeout: 180_000,
  expect: { timeout: 60_000, toHaveScreenshot: { maxDiffPixelRatio: 0.004 } },
  reporter: [["list"]],
  snapshotPathTemplate: "tests/browser/screenshots/{arg}{ext}",
  updateSnapshots: process.env.PHASOR_BLESS ? "all" : "none",
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    locale: "en-GB",
    // A service worker would answer requests that tests count, change or refuse.
    serviceWorkers: "block",
  },
  projects: [CHROMIUM, { ...FIREFOX, grepInvert: new RegExp(Object.keys(CHROMIUM_ONLY).join("|")), testIgnore: Object.keys(CHROMIUM_ALONE) }],
});
