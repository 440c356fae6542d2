// What happens around a page while it runs: clocks that jump, screens and sizes that change, printing, refusals.

import { address, expect, figure, frames, lab, mentions, open, shared, test } from "./lab.mjs";
import { host } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
const position = async (page) => Number(await shared(page, "position").box.inputValue());

/**
 * Waits until the position has changed, and returns the new one.
 * @param {Page} page
 */
async function moved(page) {
  const before = await position(page);
  await expect.poll(() => position(page)).not.toBe(before);
  return position(page);
}

/**
 * Returns the numbers of device pixels per CSS pixel of all canvases that are on the page.
 * @param {Page} page
 */
function scales(page) {
  return page.evaluate(() => [...document.querySelectorAll("canvas")].map((canvas) => Number((canvas.width / canvas.getBoundingClientRect().width).toFixed(1))));
}

/**
 * Sets the number of device pixels per CSS pixel, as when the window moves to another screen.
 * @param {Page} page
 * @param {number} scale
 */
async function moveToScreen(page, scale) {
  const session = await page.context().newCDPSession(page);
  // The screen lasts as long as this session. Chromium reports an emulated screen only if its size differs as well.
  await session.send("Emulation.setDeviceMetricsOverride", { width: 1440, height: 900 + Math.ceil(scale), deviceScaleFactor: scale, mobile: false });
}

test("a clock that jumps by an hour, ahead or back, moves nothing by more than a frame", async ({ page }) => {
  await page.addInitScript(() => {
    const own = /** @type {any} */ (window);
    own.skew = 0;
    const ask = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => ask((now) => callback(now + own.skew));
    for (const clock of [performance, Date]) {
      const now = clock.now.bind(clock);
      clock.now = () => now() + own.skew;
    }
  });
  // At half a token each second, an hour would be 1,800 tokens.
  await open(page, "?speed=0.5&length=512&position=20");
  await figure(page, "sine-waves").button("Play").click();
  const first = await moved(page);
  for (const skew of [3_600_000, 0, -3_600_000]) {
    await page.evaluate((skew) => (/** @type {any} */ (window).skew = skew), skew);
    await frames(page);
    expect(await moved(page)).toBeGreaterThan(first);
  }
  expect(await position(page)).toBeLessThan(first + 60);
  await figure(page, "sine-waves").button("Pause").click();
});

test("on another screen every figure is painted with its device pixels, at rest and playing", { tag: "@protocol" }, async ({ page }) => {
  await open(page, "?speed=4");
  await page.locator("#bulk-open").click();
  await expect(page.locator("#bulk-rope canvas").first()).toBeVisible();
  expect(new Set(await scales(page))).toEqual(new Set([1]));
  await moveToScreen(page, 3);
  await expect.poll(async () => (await scales(page)).at(-1)).toBe(3);
  // Figures that are out of sight follow when they come into sight.
  await page.locator("#sine-waves").scrollIntoViewIfNeeded();
  await expect.poll(async () => (await scales(page))[0]).toBe(3);
  await figure(page, "sine-waves").button("Play").click();
  await moveToScreen(page, 1.5);
  await expect.poll(async () => (await scales(page))[0]).toBe(1.5);
  await moved(page);
  await figure(page, "sine-waves").button("Pause").click();
});

test("a figure survives a container without a size and one of 10,000 pixels", async ({ page }) => {
  await host(page, '<div id="box"><phasor-figure name="distance-heatmap"></phasor-figure><phasor-figure name="sine-waves"></phasor-figure></div>');
  const live = page.locator("phasor-figure");
  await expect(live.first().locator("canvas").first()).toBeVisible();
  const resize = (/** @type {string} */ width, /** @type {string} */ height) =>
    page.evaluate(([width, height]) => Object.assign(/** @type {HTMLElement} */ (document.getElementById("box")).style, { width, height, overflow: "hidden" }), [width, height]);
  /** Returns the number of pixels that are painted on all canvases of a figure. @param {number} place */
  const painted = (place) =>
    live.nth(place).evaluate((element) => {
      const canvases = [.../** @type {ShadowRoot} */ (element.shadowRoot).querySelectorAll("canvas")];
      return canvases.map((canvas) => {
        const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height);
        return data.reduce((count, value, index) => count + Number(index % 4 === 3 && value > 0), 0);
      });
    });
  for (const [width, height] of [["0", "0"], ["10000px", "auto"], ["0", "auto"], ["1px", "auto"], ["10000px", "auto"], ["600px", "auto"]]) {
    await resize(width, height);
    await frames(page);
    await live.first().evaluate((element) => element.setAttribute("position", String(Number(element.getAttribute("position") ?? 20) + 1)));
    await frames(page);
  }
  await expect(live.first()).toHaveAttribute("position", "26");
  for (const place of [0, 1]) {
    await live.nth(place).scrollIntoViewIfNeeded();
    await expect(live.nth(place).locator(".reading")).not.toBeEmpty();
    await expect.poll(async () => (await painted(place)).every((count) => count > 100)).toBe(true);
    expect(await live.nth(place).evaluate((element) => element.getBoundingClientRect().width)).toBeLessThanOrEqual(600);
  }
});

test("printing does not stop what plays, and the paper has the picture", { tag: "@media" }, async ({ page }) => {
  await page.goto(address("embed.html?name=sine-waves&autoplay=1&speed=4"));
  const live = page.locator("phasor-figure");
  const place = () => live.getAttribute("position");
  await expect.poll(place).toMatch(/\d/);
  const before = await place();
  await expect.poll(place).not.toBe(before);
  for (const media of /** @type {const} */ (["print", "screen"])) {
    await page.emulateMedia({ media });
    await page.evaluate((media) => dispatchEvent(new Event(media === "print" ? "beforeprint" : "afterprint")), media);
    const now = await place();
    await expect.poll(place).not.toBe(now);
  }
  const paper = await page.pdf();
  expect(paper.length).toBeGreaterThan(10_000);
  const after = await place();
  await expect.poll(place).not.toBe(after);
});

test("where storage is refused, colours can still be chosen", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("refused", "SecurityError");
      },
    }),
  );
  await open(page);
  await page.getByRole("button", { name: "dark", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(figure(page, "sine-waves").reading).not.toBeEmpty();
});

test("where storage is full, colours can still be chosen", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.goto(address());
  await page.getByRole("button", { name: "dark", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

for (const width of [360, 1440]) {
  test(`without its fonts the page has every text, and fits ${width} pixels`, async ({ context }) => {
    // The test uses a new page, because here the browser is meant to log errors.
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 900 });
    await page.route("**/*.woff2", (route) => route.abort());
    for (const path of ["", "lab.html", "models.html", "gallery.html"]) {
      await page.goto(address(path));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
    }
    await page.goto(lab());
    await expect(page.locator("#sine-waves canvas").first()).toBeVisible();
    await expect(page.locator("#sine-waves .reading")).toContainText(mentions(20));
    await page.close();
  });
}
