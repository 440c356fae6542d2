// How the page feels on a slow device: the processor slowed six times, and a slow network.

import { latestInteraction, watchInteractions } from "./page.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Browser} Browser */

/** The factor by which a slow processor is slower. */
export const SLOWER = 6;

/** "Slow 4G" as Lighthouse has it: 1.6 Mbit/s less 10%, and the delay of a request in milliseconds. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/** The controls of a figure: each gets one key that changes or presses it. */
const CONTROLS = [
  { css: "input[type=range]", key: "ArrowRight" },
  { css: "select", key: "ArrowDown" },
  { css: "input[type=radio]:checked", key: "ArrowRight" },
  { css: "button", key: "Enter" },
];

/**
 * Slows the processor for a page.
 * @param {Page} page
 */
async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return session;
}

/**
 * Uses every control of a figure with its panel open on a slow processor, and returns the milliseconds from each key to
 * the next paint, the slowest first. The browser rounds them to 8 ms.
 * @param {Browser} browser
 * @param {string} url
 * @param {string} name
 */
export async function interactions(browser, url, name) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  await page.addInitScript(watchInteractions);
  await page.goto(`${url}embed.html?name=${name}`);
  const figure = page.locator("phasor-figure");
  await figure.locator("canvas").first().waitFor();
  await figure.locator(".more").click();
  await slowDown(page);
  const all = [];
  for (const { css, key } of CONTROLS) {
    for (const control of await figure.locator(css).all()) {
      if ((await control.isVisible()) && (await control.isEnabled())) {
        await control.focus();
        const what = await control.evaluate((one) => one.id || one.getAttribute("aria-label") || one.textContent || one.localName);
        await page.keyboard.press(key);
        all.push({ what: what.trim().replace(`${name}-`, ""), took: await page.evaluate(latestInteraction) });
      }
    }
  }
  await page.close();
  return all.sort((one, other) => other.took - one.took);
}

/**
 * Returns the milliseconds from the request of a page on a slow network to its first live figure.
 * @param {Browser} browser
 * @param {string} address
 * @param {boolean} isSlow Whether the processor is slow too.
 */
export async function firstFigure(browser, address, isSlow) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const session = isSlow ? await slowDown(page) : await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(".stage canvas").first().waitFor();
  const took = await page.evaluate(() => performance.now());
  await page.close();
  return took;
}
