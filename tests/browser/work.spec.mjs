// Figures whose picture takes longer than a frame to compute: the last picture stays until there is another one, into which
// it fades.

import { address, expect, test } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/**
 * Opens a figure in a frame and returns its stage.
 * @param {Page} page
 * @param {string} query
 */
async function opened(page, query) {
  await page.goto(address(`embed.html?${query}`));
  const stage = page.locator("phasor-figure .stage");
  await expect(stage.locator("canvas").first()).toBeVisible();
  return stage;
}

/** Begins to watch the stage, and returns a function that resolves when it has begun to fade. @param {Locator} stage */
async function fade(stage) {
  await stage.evaluate((stage) => {
    const fades = new Promise((done) => new MutationObserver(() => stage.querySelector("canvas.fading") && done(true)).observe(stage, { childList: true }));
    Object.assign(window, { fades });
  });
  return () => stage.evaluate(() => /** @type {any} */ (window).fades);
}

test("a map stays until the next one is there", async ({ page }) => {
  const stage = await opened(page, "name=position-map&dim=64");
  await expect(page.locator("phasor-figure .reading")).toHaveText(/\d/);
  await expect(stage.locator("canvas.fading")).toHaveCount(0);
  // A map is a picture with many more details than the line that says that it is being computed.
  const sizes = stage.evaluate(async (stage) => {
    const size = () => [...stage.querySelectorAll("canvas")].reduce((sum, canvas) => sum + canvas.toDataURL().length, 0);
    const least = { before: size(), now: Infinity };
    const reading = () => stage.getRootNode() instanceof ShadowRoot && /** @type {ShadowRoot} */ (stage.getRootNode()).querySelector(".reading")?.textContent;
    const first = reading();
    do {
      await new Promise(requestAnimationFrame);
      least.now = Math.min(least.now, size());
    } while (reading() === first || !/\d/.test(String(reading())));
    return least;
  });
  const fades = await fade(stage);
  await page.locator("phasor-figure input[value=umap]").first().evaluate((input) => /** @type {HTMLElement} */ (input).click());
  expect(await fades()).toBe(true);
  const { before, now } = await sizes;
  expect(now).toBeGreaterThan(before / 2);
});

test("a press on a contestant fades into the race", async ({ page }) => {
  const stage = await opened(page, "name=training-race&guess=ask");
  const { x, y, width, height } = /** @type {{ x: number, y: number, width: number, height: number }} */ (await stage.boundingBox());
  const cursor = () => stage.evaluate((stage) => getComputedStyle(stage).cursor);
  for (let below = 10; below < height && (await cursor()) !== "pointer"; below += 20) {
    await page.mouse.move(x + width / 4, y + below);
  }
  expect(await cursor()).toBe("pointer");
  const fades = await fade(stage);
  await page.mouse.down();
  await page.mouse.up();
  expect(await fades()).toBe(true);
});
