// One way to use Chromium, Firefox and WebKit, so that the same tests run in all three.

import { test as base } from "@playwright/test";
import { chromiumOptions, firefoxOptions } from "../../tools/setup/browsers.mjs";
import { webkit } from "./webkit.mjs";

/** @typedef {import("@playwright/test").BrowserType} BrowserType */
/** @typedef {[number, number]} Point */
/** @typedef {"ARROW_RIGHT" | "ARROW_UP"} KeyName */

/**
 * A browser with one page. `run` runs a function in the page, which may use nothing outside itself, and returns its
 * result. `press` presses a key, and `drag` drags with the mouse from one place of the window to another.
 * @typedef {{
 *   open: (url: string) => Promise<unknown>,
 *   run: <G, T>(work: (given: G) => T | Promise<T>, given: G) => Promise<T>,
 *   press: (key: KeyName) => Promise<void>,
 *   drag: (from: Point, to: Point) => Promise<void>,
 *   close: () => Promise<void>,
 * }} Engine
 */

const KEYS = { ARROW_RIGHT: "ArrowRight", ARROW_UP: "ArrowUp" };

/**
 * @param {BrowserType} type
 * @param {import("@playwright/test").LaunchOptions} options
 * @returns {Promise<Engine>}
 */
async function start(type, options) {
  const browser = await type.launch(options);
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  return {
    open: (url) => page.goto(url),
    run: (work, given) => page.evaluate(/** @type {any} */ (work), given),
    press: (key) => page.keyboard.press(KEYS[key]),
    drag: async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to);
      await page.mouse.up();
    },
    close: () => browser.close(),
  };
}

/** @typedef {{ chromium: BrowserType, firefox: BrowserType }} Playwright */

/** @satisfies {Record<string, (playwright: Playwright) => Promise<Engine>>} */
const STARTS = {
  Chromium: ({ chromium }) => start(chromium, chromiumOptions()),
  Firefox: ({ firefox }) => start(firefox, firefoxOptions()),
  WebKit: webkit,
};

/** @typedef {keyof typeof STARTS} EngineName */

/** The names of the engines. WebKit for a desktop exists only on Linux. */
export const ENGINES = /** @type {EngineName[]} */ (Object.keys(STARTS)).filter((name) => name !== "WebKit" || process.platform === "linux");

/** A test that can start each engine; it stays open for the tests after it. */
export const test = base.extend(
  /** @type {import("@playwright/test").Fixtures<{}, { engine: (name: EngineName) => Promise<Engine> }, {}, import("@playwright/test").PlaywrightWorkerArgs>} */ ({
    engine: [
      async ({ playwright }, use) => {
        /** @type {Map<EngineName, Promise<Engine>>} */
        const open = new Map();
        await use((name) => {
          const started = open.get(name) ?? STARTS[name](playwright);
          open.set(name, started);
          return started;
        });
        for (const engine of open.values()) {
          await (await engine).close();
        }
      },
      { scope: "worker" },
    ],
  }),
);
