// The instrument on the first screen: it plays, and hands, fingers and keys move it.

import { address, expect, test } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const HERO = "#hero";
/** The pairs of the opening state, and their dials at a width of 1,440 CSS pixels. */
const [N_PAIRS, DIAL_X, TOP, HEIGHT] = [10, 122, 48, 408];

/** @param {Page} page @returns {Promise<Record<string, string>>} */
const stateOf = (page) => page.locator(HERO).evaluate((figure) => /** @type {any} */ (figure).getState());
/** @param {Page} page @param {string} key */
const number = async (page, key) => Number((await stateOf(page))[key]);

/**
 * Opens the first page, and returns the picture of the instrument.
 * @param {Page} page
 */
async function open(page) {
  await page.goto(address());
  const stage = page.locator(HERO).locator(".stage");
  await expect(stage.locator("canvas").first()).toBeVisible();
  return stage;
}

/**
 * Returns the place of the hand of a pair, in the window.
 * @param {import("@playwright/test").Locator} stage
 * @param {number} pair
 */
async function dial(stage, pair) {
  const { x, y } = (await stage.boundingBox()) ?? { x: 0, y: 0 };
  return { x: x + DIAL_X, y: y + TOP + ((pair + 0.5) * HEIGHT) / N_PAIRS };
}

/**
 * Rotates a held hand, by full turns from the right and upwards, in steps that a mouse would make.
 * @param {Page} page
 * @param {{ x: number, y: number }} center
 * @param {[number, number]} turns From and to.
 */
async function turn(page, { x, y }, [from, to]) {
  const n = Math.ceil(Math.abs(to - from) * 24);
  for (let step = 0; step <= n; step++) {
    const angle = 2 * Math.PI * (from + ((to - from) * step) / n);
    await page.mouse.move(x + 40 * Math.cos(angle), y - 40 * Math.sin(angle));
  }
}

for (const [width, height] of [[1440, 900], [390, 844]]) {
  test(`the instrument fits into the first window, plays at once, and shifts nothing: ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          /** @type {any} */ (window).shifted += /** @type {any} */ (entry).value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    const stage = await open(page);
    const started = await number(page, "position");
    await expect.poll(() => number(page, "position")).toBeGreaterThan(started);
    const box = await stage.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(height);
    expect(await page.evaluate(() => /** @type {any} */ (window).shifted)).toBeLessThanOrEqual(0.01);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });
}

test("a turned hand moves the position by whole turns, and the clock goes on when it is let go", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const stage = await open(page);
  let center = await dial(stage, 0);
  // The page may still move when the mouse arrives.
  const over = async () => {
    center = await dial(stage, 0);
    await page.mouse.move(center.x + 12, center.y);
    await expect(stage).toHaveCSS("cursor", "grab", { timeout: 1_000 });
  };
  await expect(over).toPass();
  await page.mouse.down();
  await expect(stage).toHaveCSS("cursor", "grabbing");
  await turn(page, center, [0, 0.1]);
  const before = await number(page, "position");
  await turn(page, center, [0.1, 2.1]);
  // The fastest hand takes 2 pi tokens for a turn.
  expect(await number(page, "position")).toBeCloseTo(before + 4 * Math.PI, 1);
  await turn(page, center, [2.1, 1.1]);
  const held = await number(page, "position");
  expect(held).toBeCloseTo(before + 2 * Math.PI, 1);
  await page.mouse.up();
  await expect.poll(() => number(page, "position")).toBeGreaterThan(held + 1);
});

test("waves are dragged sideways for the position and upwards for the base", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const stage = await open(page);
  const { x, y } = (await stage.boundingBox()) ?? { x: 0, y: 0 };
  const from = { x: x + 700, y: y + 300 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 3, from.y - 40, { steps: 4 });
  await page.mouse.move(from.x + 90, from.y - HEIGHT / 3, { steps: 8 });
  expect(await number(page, "base")).toBeCloseTo(300, -1);
  await page.mouse.up();
  const before = await number(page, "position");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 300, from.y, { steps: 6 });
  const thrown = await number(page, "position");
  await page.mouse.up();
  expect(thrown).toBeGreaterThan(before + 5);
  expect(await number(page, "base")).toBeCloseTo(300, -1);
});

test("a flicked wave coasts on, faster than the clock", async ({ page }) => {
  await open(page);
  const { way, clock } = await page.locator(HERO).evaluate(async (/** @type {any} */ figure) => {
    const stage = figure.shadowRoot.querySelector(".stage");
    const { left, top } = stage.getBoundingClientRect();
    const frame = () => /** @type {Promise<number>} */ (new Promise((done) => requestAnimationFrame(done)));
    const send = (/** @type {string} */ type, /** @type {number} */ by) =>
      stage.dispatchEvent(new PointerEvent(type, { pointerId: 1, isPrimary: true, buttons: 1, clientX: left + 700 + by, clientY: top + 300, bubbles: true, composed: true }));
    const position = () => Number(figure.getState().position);
    send("pointerdown", 0);
    for (let by = -50; by >= -300; by -= 50) {
      await frame();
      send("pointermove", by);
    }
    send("pointerup", -300);
    const begin = position();
    let [before, secs] = [await frame(), 0];
    for (let n = 0; n < 40; n++) {
      const now = await frame();
      // The clock counts no longer step than this.
      secs += Math.min((now - before) / 1000, 0.1);
      before = now;
    }
    return { way: position() - begin, clock: secs * Number(figure.getState().speed) };
  });
  expect(way).toBeGreaterThan(clock + 3);
});

test("keys move the instrument, and a button glides to another base while the clock goes on", async ({ page }) => {
  const stage = await open(page);
  await stage.press("ArrowUp");
  expect(await number(page, "base")).toBeCloseTo(30 * 10 ** 0.05, 3);
  await stage.press("Space");
  const paused = await number(page, "position");
  await stage.press("ArrowRight");
  expect(await number(page, "position")).toBe(paused + 1);
  await page.locator("[data-glide]").click();
  await expect.poll(() => stateOf(page)).not.toHaveProperty("base");
  const there = await number(page, "position");
  await expect.poll(() => number(page, "position")).toBeGreaterThan(there);
});

test("at the end of the text, the clock turns back and goes on", async ({ page }) => {
  await open(page);
  await page.locator(HERO).evaluate((figure) => Object.assign(figure, { speed: 60, position: 90 }));
  await page.locator(HERO).evaluate((figure) => /** @type {any} */ (figure).play());
  await expect.poll(() => number(page, "position")).toBeLessThan(40);
  await expect.poll(() => number(page, "position")).toBeGreaterThan(60);
});

test("with reduced motion, the instrument stands still and follows hands and keys", { tag: "@media" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height: 900 });
  const stage = await open(page);
  expect(await number(page, "position")).toBe(38);
  await expect(page.locator(HERO).getByRole("button", { name: "Play" })).toBeDisabled();
  await stage.press("ArrowLeft");
  expect(await number(page, "position")).toBe(37);
  const center = await dial(stage, 0);
  await page.mouse.move(center.x + 12, center.y);
  await page.mouse.down();
  await turn(page, center, [0, 0.3]);
  await page.mouse.up();
  // It comes to rest at a whole token, without a coast.
  expect(await number(page, "position")).toBe(39);
});

test("a finger turns a hand without scrolling the page", { tag: "@touch" }, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const stage = await open(page);
  const { x, y } = (await stage.boundingBox()) ?? { x: 0, y: 0 };
  const center = { x: x + 15, y: y + 34 + 13 };
  const client = await context.newCDPSession(page);
  /** @param {string} type @param {number} [turns] */
  const touch = (type, turns) => {
    const angle = 2 * Math.PI * (turns ?? 0);
    const touchPoints = turns === undefined ? [] : [{ x: center.x + 11 * Math.cos(angle), y: center.y - 11 * Math.sin(angle) }];
    return client.send("Input.dispatchTouchEvent", { type: /** @type {any} */ (type), touchPoints });
  };
  await touch("touchStart", 0);
  await touch("touchMove", 0.1);
  const before = await number(page, "position");
  for (let step = 1; step <= 12; step++) {
    await touch("touchMove", 0.1 + step / 12);
  }
  expect(await number(page, "position")).toBeCloseTo(before + 2 * Math.PI, 1);
  await touch("touchEnd");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await context.close();
});
