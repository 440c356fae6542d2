// What is in sight where a reader lands on the ladder, and what nothing else covers or cuts.

import { address, bring, expect, figure as labFigure, frames, lab, open, test } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/**
 * Returns the edges of an element in the window, in CSS pixels.
 * @param {Locator} element
 */
const edges = (element) => element.evaluate((element) => (({ top, bottom }) => ({ top, bottom }))(element.getBoundingClientRect()));

/** Calls `look` with each scene of the ladder as it reaches the top of the window. @param {Page} page @param {(figure: Locator) => Promise<void>} look */
async function eachScene(page, look) {
  await page.goto(address());
  for (const scene of await page.locator(".rung .scene", { has: page.locator("phasor-figure[linked]") }).all()) {
    const figure = scene.locator("phasor-figure[linked]");
    await bring(scene, 0);
    await expect(figure.locator("canvas").first()).toBeVisible();
    await bring(scene, 0);
    await look(figure);
  }
}

test("the reading of every figure is in sight when its text is", { tag: "@again" }, async ({ page }) => {
  test.setTimeout(240_000);
  /** @type {string[]} */
  const outside = [];
  await eachScene(page, async (figure) => {
    const [reading, heading] = [await edges(figure.locator(".reading")), await edges(figure.locator("h2"))];
    if (heading.top < 0 || reading.top < 0 || reading.bottom > 900) {
      outside.push(`${await figure.getAttribute("name")} ${JSON.stringify({ heading, reading })}`);
    }
  });
  expect(outside).toEqual([]);
});

for (const [width, height] of [[1440, 900], [1280, 800], [1280, 720], [1024, 768]]) {
  test(`no heading of a figure that stays in place is cut in a window of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(address("#training-race"));
    const figure = page.locator("#training-race phasor-figure");
    await expect(figure.locator("canvas").first()).toBeVisible();
    await bring(page.locator("#training-race .below p").nth(2), 0.3);
    const heading = await edges(figure.locator("h2"));
    const bar = width < 1280 ? (await edges(page.locator(".contents"))).bottom : 0;
    // It is whole, or out of sight.
    expect(heading.top >= bar + 8 || heading.bottom <= bar, JSON.stringify(heading)).toBe(true);
    await expect(figure.locator(".reading")).toBeInViewport({ ratio: 1 });
  });
}

for (const [width, height] of [[1024, 768], [390, 844]]) {
  test(`the number of a rung keeps its distance from the bar at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(address("#rope"));
    await expect(page.locator("#rope phasor-figure canvas").first()).toBeVisible();
    const gap = async () => (await edges(page.locator("#rope .number"))).top - (await edges(page.locator(".contents"))).bottom;
    await expect.poll(gap).toBeGreaterThanOrEqual(16);
    expect(await gap()).toBeLessThan(100);
  });
}

test("the button that resets all figures is in sight in a low window", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto(address("?position=4#rope"));
  const over = page.locator(".contents .over");
  await expect(over).toBeInViewport({ ratio: 1 });
});

test("what is under the pointer moves nothing", async ({ page }) => {
  await open(page);
  const { stage, probe } = labFigure(page, "sine-waves");
  const next = labFigure(page, "rotation-angles").stage;
  // Now that the stage is in sight, the pointer scrolls nothing.
  await stage.click({ trial: true });
  const before = await edges(next);
  await stage.hover({ position: { x: 200, y: 100 } });
  await expect(probe).not.toBeEmpty();
  expect(await edges(next)).toEqual(before);
});

test("the line about what is under the pointer touches no control", async ({ page }) => {
  await page.goto(address("embed.html?name=sine-waves"));
  const [stage, probe] = [page.locator(".stage"), page.locator(".probe")];
  await stage.click({ trial: true });
  const before = await edges(page.locator(".play").last());
  await stage.hover({ position: { x: 200, y: 100 } });
  await expect(probe).not.toBeEmpty();
  expect(await edges(page.locator(".play").last())).toEqual(before);
  expect(before.top - (await edges(probe)).bottom).toBeGreaterThanOrEqual(4);
});

test("the bar beside a reading is as high as its text", async ({ page }) => {
  await page.goto(address("embed.html?name=sine-waves"));
  const reading = page.locator(".reading");
  await expect(reading).not.toBeEmpty();
  const [box, text] = await reading.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [element.getBoundingClientRect().height, range.getBoundingClientRect().height];
  });
  // A line is higher than its letters.
  expect(box - text).toBeLessThan(12);
});

test("the cursor says what a press does", { tag: "@same" }, async ({ page }) => {
  await page.goto(lab());
  const { stage } = labFigure(page, "sine-waves");
  await expect(stage.locator("canvas").first()).toBeVisible();
  await stage.scrollIntoViewIfNeeded();
  await frames(page);
  const box = await stage.boundingBox();
  if (!box) throw new Error("no stage");
  const cursors = new Set();
  for (let y = 4; y < 120; y += 8) {
    for (let x = 4; x < box.width; x += 16) {
      await page.mouse.move(box.x + x, box.y + y);
      cursors.add(await stage.evaluate((element) => getComputedStyle(element).cursor));
    }
  }
  expect([...cursors].sort()).toEqual(expect.arrayContaining(["crosshair", "grab"]));
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 30, box.y + 100, { steps: 3 });
  expect(await stage.evaluate((element) => getComputedStyle(element).cursor)).toBe("grabbing");
  await page.mouse.up();
});

test("no text leaves more than 300 pixels blank beside its figure", { tag: "@same" }, async ({ page }) => {
  const MOST = 300;
  for (const [width, height] of [[1440, 900], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await page.goto(address());
    const blanks = await page.locator(".rung .scene").evaluateAll((scenes) =>
      scenes.map((scene) => {
        const figure = scene.querySelector("phasor-figure")?.getBoundingClientRect();
        const parts = [...scene.children].map((part) => part.getBoundingClientRect()).filter(({ right, height }) => figure && height > 0 && right <= figure.left);
        return { scene: scene.textContent?.trim().slice(0, 40), blank: (figure?.bottom ?? 0) - Math.max(...parts.map(({ bottom }) => bottom)) };
      }),
    );
    expect(blanks.length).toBeGreaterThan(20);
    expect(blanks.filter(({ blank }) => blank > MOST), `at ${width} x ${height}`).toEqual([]);
  }
});

test("no paragraph says on which side of the text a picture is, because that differs on a phone", { tag: "@same" }, async ({ page }) => {
  await page.goto(address());
  const paragraphs = await page.locator(".rung p").allTextContents();
  expect(paragraphs.length).toBeGreaterThan(150);
  expect(paragraphs.filter((text) => /\b(?:figure|picture|curves?|chart|plot) (?:on|at) the (?:left|right)\b|\bon the (?:left|right)\b/.test(text))).toEqual([]);
});

test("no column of the numbers is cut", { tag: "@same" }, async ({ page }) => {
  await open(page, "?figures=order-blind");
  const { section, open: openPart } = labFigure(page, "order-blind");
  await openPart("Numbers");
  const table = section.locator(".table");
  await expect(table.locator("th").last()).toBeAttached();
  const box = await table.evaluate((table) => {
    const last = [...table.querySelectorAll("th")].at(-1);
    table.scrollLeft = table.scrollWidth;
    return { edge: table.getBoundingClientRect().right, last: last?.getBoundingClientRect().right ?? Infinity };
  });
  expect(box.last).toBeLessThanOrEqual(box.edge + 1);
});
