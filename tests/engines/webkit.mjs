// WebKit, driven by WebDriver on a screen in memory.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { Builder, Capabilities, Key, Origin } from "selenium-webdriver";
import { findScreen, findWebKit } from "../../tools/setup/setup.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */
/** @typedef {import("./engine.mjs").Point} Point */

// The package names its modules in a way that only `require` finds.
const require = createRequire(import.meta.url);
const { DriverService } = /** @type {typeof import("selenium-webdriver/remote.js")} */ (require("selenium-webdriver/remote"));

/** Starts a screen in memory and returns its name. */
async function screen() {
  const child = spawn(findScreen(), ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = await once(child.stdout, "data");
  return { name: `:${String(number).trim()}`, close: () => child.kill() };
}

/**
 * Returns a script that runs a function in the page and hands its result to the driver.
 * @param {Function} work
 */
const script = (work) => `const [given, done] = arguments;
  Promise.resolve(given).then(${work}).then((value) => done({ value }), (error) => done({ trouble: String(error) }));`;

/** Starts WebKit. @returns {Promise<Engine>} */
export async function webkit() {
  const { name, close } = await screen();
  const service = new DriverService.Builder(findWebKit())
    .setLoopback(true)
    // The sandbox needs rights that a container lacks, and a machine for tests may have no GPU to compose layers.
    .setEnvironment({ ...process.env, DISPLAY: name, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1" })
    .build();
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities(new Capabilities({ browserName: "MiniBrowser" }))
    .build();
  await driver.manage().setTimeouts({ script: 300_000 });
  await driver.manage().window().setRect({ width: 1200, height: 940 });
  const at = (/** @type {Point} */ [x, y]) => ({ origin: Origin.VIEWPORT, x: Math.round(x), y: Math.round(y) });
  return {
    open: (url) => driver.get(url),
    run: async (work, given) => {
      const { value, trouble } = await driver.executeAsyncScript(script(work), given);
      if (trouble) {
        throw new Error(trouble);
      }
      return value;
    },
    press: (key) => driver.actions().sendKeys(Key[key]).perform(),
    drag: (from, to) => driver.actions().move(at(from)).press().move(at(to)).release().perform(),
    close: async () => {
      await driver.quit();
      await service.kill();
      close();
    },
  };
}
