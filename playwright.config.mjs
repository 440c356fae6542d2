import { defineConfig } from "@playwright/test";
import { findChromium } from "./tools/setup.mjs";

/** A plain static host with the site under a path, which is harder than at the root. */
export const PREFIX = "/some/path/";

/** What keeps Chromium from asking the world while it is tested. */
export const QUIET = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "tests/browser",
  testMatch: "*.spec.mjs",
  globalSetup: "./tests/browser/host.mjs",
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  workers: 2,
  // On a machine with much to do, a page may take its time.
  timeout: 120_000,
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixelRatio: 0.004 } },
  reporter: [["list"]],
  snapshotPathTemplate: "tests/browser/screenshots/{arg}{ext}",
  updateSnapshots: process.env.PHASOR_BLESS ? "all" : "none",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: findChromium(), args: QUIET },
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    locale: "en-GB",
  },
});
