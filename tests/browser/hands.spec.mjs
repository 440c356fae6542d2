// Hands on dials and tips of arrows: mouse and finger turn them, the cursor and a grown bubble announce it, and the
// handles of a page pulse once.

import { again, expect, frames, test } from "./lab.mjs";
import { host } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */
/** @typedef {{ x: number, y: number }} Point */

/**
 * A dial: its centre and the distances of both bubbles from it, in a picture `width` CSS pixels wide, and the radians per
 * position that it turns.
 * @typedef {{ name: string, query: string, center: (width: number) => Point, first: (width: number) => number, second: (width: number) => number, frequency: number, start: [number, number] }} Dial
 */

const isWide = (/** @type {number} */ width) => width >= 560;
/** The lower edge of the line of positions. */
const LINE = 92;

/** The dials of all figures with hands. `start` has the angles of both hands at the first position. @type {Dial[]} */
const DIALS = [
  {
    name: "rotation-angles",
    query: 'pair="0" position="12" offset="40"',
    center: (width) => (isWide(width) ? { x: 112, y: LINE + 122 } : { x: 60, y: LINE + 70 }),
    first: (width) => (isWide(width) ? 98 : 46),
    second: (width) => 0.8 * (isWide(width) ? 98 : 46),
    frequency: 1,
    start: [12, 52],
  },
  {
    name: "shift-rotation",
    query: 'pair="0" position="12" offset="40" step="0"',
    center: (width) => ({ x: side(width) / 2, y: LINE + side(width) / 2 - (isWide(width) ? 0 : 6) }),
    first: (width) => side(width) / 2 - 26,
    second: (width) => 0.8 * (side(width) / 2 - 26),
    frequency: 1,
    start: [12, 52],
  },
  {
    name: "blue-dog",
    query: 'position="12" offset="20"',
    center: (width) => ({ x: (width - 4.4 * unit(width) - 72) / 3 + 18 + unit(width), y: 52 + 1.4 * unit(width) }),
    first: (width) => unit(width) + 12,
    second: (width) => unit(width) + 12,
    frequency: Math.PI / 18,
    // “dog” is at 53.13 degrees before it is rotated.
    start: [(12 * Math.PI) / 18, Math.atan2(0.8, 0.6) + (32 * Math.PI) / 18],
  },
];

const side = (/** @type {number} */ width) => (isWide(width) ? Math.min(0.44 * width, 400) : Math.min(0.52 * width, 250));
const unit = (/** @type {number} */ width) => Math.min((width - 80) / 4.4, isWide(width) ? 107 : 76);

/**
 * Opens a page with one figure, and returns it with its stage and the places of its dial in the window.
 * @param {Page} page
 * @param {Dial} dial
 */
async function open(page, { name, query, center, first, second }) {
  await host(page, `<phasor-figure name="${name}" ${query}></phasor-figure>`);
  const figure = page.locator("phasor-figure");
  const stage = figure.locator(".stage");
  await expect(stage.locator("canvas").first()).toBeVisible();
  await stage.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await frames(page);
  const { x, y, width } = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const inside = center(width);
  return { figure, stage, width, inside, middle: { x: x + inside.x, y: y + inside.y }, reaches: [first(width), second(width)] };
}

/** @param {Point} middle @param {number} reach @param {number} angle */
const at = ({ x, y }, reach, angle) => /** @type {[number, number]} */ ([x + reach * Math.cos(angle), y - reach * Math.sin(angle)]);

/** Returns the two positions. @param {Locator} figure @returns {Promise<[number, number]>} */
async function positions(figure) {
  const { position, offset } = await figure.evaluate((element) => /** @type {any} */ (element).getState());
  return [Number(position ?? 20), Number(position ?? 20) + Number(offset ?? 2)];
}

/** Returns how many pixels around a place of the picture are painted, counted by their opacity. @param {Locator} stage @param {[number, number]} place */
const painted = (stage, place) => stage.evaluate((element, [x, y]) => {
  const canvas = /** @type {HTMLCanvasElement} */ ([...element.querySelectorAll("canvas")].at(-1));
  const scale = canvas.width / canvas.clientWidth;
  // The browser warns of a picture that is read twice, so a part of it is copied.
  const part = new OffscreenCanvas(32, 32).getContext("2d");
  part?.drawImage(canvas, 16 - Math.round(x * scale), 16 - Math.round(y * scale));
  const bytes = [...(part?.getImageData(0, 0, 32, 32).data ?? [])];
  return bytes.reduce((sum, byte, place) => sum + (place % 4 === 3 ? byte / 255 : 0), 0);
}, place);

for (const [place, dial] of DIALS.entries()) {
  for (const [hand, other] of [[0, 1], [1, 0]]) {
    test(`a mouse turns hand ${hand} of ${dial.name} across two turns, and it comes to rest at a token`, again(place + hand), async ({ page }) => {
      const { figure, stage, middle, inside, reaches } = await open(page, dial);
      const [reach, start] = [reaches[hand], dial.start[hand]];
      await page.mouse.move(1, 1);
      // A key ends the pulse.
      await stage.press("Shift");
      await frames(page);
      const bubble = at(inside, reach, start);
      const small = await painted(stage, bubble);
      await page.mouse.move(...at(middle, reach, start));
      await expect(stage).toHaveCSS("cursor", "grab");
      // A disc of radius 11.7 has 114 pixels more than one of radius 10, some of which a rim or a wedge covers.
      await expect.poll(() => painted(stage, bubble)).toBeGreaterThan(small + 50);
      const before = await positions(figure);
      await page.mouse.down();
      await expect(stage).toHaveCSS("cursor", "grabbing");
      const wavelength = (2 * Math.PI) / dial.frequency;
      const n = 48;
      for (let step = 1; step <= n; step++) {
        await page.mouse.move(...at(middle, 1.2 * reach, start + (4 * Math.PI * step) / n));
      }
      const after = await positions(figure);
      expect(after[hand]).toBeCloseTo(before[hand] + 2 * wavelength, 0);
      // The first moves the second with it, but not the other way around.
      expect(after[other]).toBeCloseTo(before[other] + (hand === 0 ? 2 * wavelength : 0), 0);
      await page.mouse.up();
      await expect.poll(async () => (await positions(figure)).every(Number.isInteger)).toBe(true);
    });
  }
}

test("a press without a drag moves no hand, and a press on a small dial brings its pair into focus", async ({ page }) => {
  const { figure, middle, reaches } = await open(page, { ...DIALS[0], query: 'pair="0" position="12.25" offset="40.5"' });
  await page.mouse.click(...at(middle, reaches[0], 12.25));
  await page.mouse.click(...at(middle, reaches[1], 52.75));
  await frames(page);
  expect(await positions(figure)).toEqual([12.25, 52.75]);
  // The second of the small dials, of which seven or more are in a row.
  await page.mouse.click(middle.x + 230, middle.y - 80);
  await expect.poll(() => figure.getAttribute("pair")).not.toBe("0");
  expect(await positions(figure)).toEqual([12.25, 52.75]);
});

test("a turned small dial moves both positions", async ({ page }) => {
  const { figure, middle } = await open(page, { ...DIALS[0], query: 'dim="8" base="100" pair="2" position="40" offset="3"' });
  const before = await positions(figure);
  // The upper left dial is that of pair 0.
  const { x, y } = { x: middle.x - 112 + 252 + 42, y: middle.y - 122 + 32 + 42 };
  await page.mouse.move(x + 60, y);
  await page.mouse.move(x + 20, y);
  await page.mouse.down();
  for (let step = 1; step <= 24; step++) {
    await page.mouse.move(...at({ x, y }, 20, (2 * Math.PI * step) / 24));
  }
  const after = await positions(figure);
  expect(after[0]).toBeCloseTo(before[0] + 2 * Math.PI, 1);
  expect(after[1] - after[0]).toBeCloseTo(3, 6);
  await expect(figure).toHaveAttribute("pair", "0");
  await page.mouse.up();
});

test.describe("with a finger", { tag: "@touch" }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** @param {Page} page */
  async function finger(page) {
    const client = await page.context().newCDPSession(page);
    /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {[number, number][]} places */
    const send = (type, places) => client.send("Input.dispatchTouchEvent", { type, touchPoints: places.map(([x, y]) => ({ x, y })) });
    return {
      down: (/** @type {[number, number]} */ place) => send("touchStart", [place]),
      move: (/** @type {[number, number]} */ place) => send("touchMove", [place]),
      up: () => send("touchEnd", []),
    };
  }

  for (const dial of DIALS) {
    test(`a finger beside a bubble of ${dial.name} turns it, without scrolling the page`, async ({ page }) => {
      const { figure, middle, reaches: [reach] } = await open(page, dial);
      const touch = await finger(page);
      const top = await page.evaluate(() => scrollY);
      const before = await positions(figure);
      // A mouse would miss the bubble by 6 pixels.
      await touch.down(at(middle, reach + 18, dial.start[0]));
      for (let step = 1; step <= 24; step++) {
        await touch.move(at(middle, reach + 18, dial.start[0] + (2 * Math.PI * step) / 24));
      }
      const after = await positions(figure);
      expect(after[0]).toBeCloseTo(before[0] + (2 * Math.PI) / dial.frequency, 0);
      expect(after[1] - after[0]).toBeCloseTo(before[1] - before[0], 6);
      await touch.up();
      expect(await page.evaluate(() => scrollY)).toBe(top);
    });
  }

  test("a finger that scrolls over the small dials changes nothing", async ({ page }) => {
    const { figure, middle } = await open(page, DIALS[0]);
    await page.evaluate(() => (document.body.style.paddingBottom = "2000px"));
    const [before, state] = [await page.evaluate(() => scrollY), await positions(figure)];
    const touch = await finger(page);
    const from = { x: middle.x + 20, y: middle.y + 180 };
    await touch.down([from.x, from.y]);
    for (let step = 1; step <= 10; step++) {
      await touch.move([from.x, from.y - 20 * step]);
    }
    await touch.up();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
    expect(await positions(figure)).toEqual(state);
    await expect(figure).toHaveAttribute("pair", "0");
  });
});

test.describe("the pulse", () => {

  /** Notes which figures have pulsed, and whether one pulses. @param {Page} page */
  const watch = (page) => page.addInitScript(() => {
    const noted = { names: /** @type {string[]} */ ([]), now: "" };
    Object.assign(window, { noted });
    const look = () => {
      const pulsing = [...document.querySelectorAll("phasor-figure")].filter((figure) => figure.shadowRoot?.querySelector(".pulsing"));
      const now = pulsing.map((figure) => figure.getAttribute("name")).join();
      if (now && now !== noted.now) {
        noted.names.push(now);
      }
      noted.now = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const noted = (/** @type {Page} */ page) => page.evaluate(() => /** @type {any} */ (window).noted);
  /** Only the first is in sight, even while it has no height yet. */
  const TWO = '<phasor-figure name="blue-dog"></phasor-figure><svg width="9" height="900"></svg><phasor-figure name="rotation-angles"></phasor-figure>';

  test("runs once on a page, and ends", async ({ page }) => {
    await watch(page);
    await host(page, TWO);
    await expect.poll(() => noted(page)).toEqual({ names: ["blue-dog"], now: "" });
    await page.locator("phasor-figure").last().evaluate((figure) => figure.scrollIntoView({ block: "center" }));
    await expect(page.locator("phasor-figure").last().locator("canvas").first()).toBeVisible();
    await frames(page);
    expect(await noted(page)).toEqual({ names: ["blue-dog"], now: "" });
  });

  test("ends at the first touch", async ({ page }) => {
    await watch(page);
    await host(page, TWO);
    await page.waitForFunction(() => {
      const { noted } = /** @type {any} */ (window);
      if (noted.names.length === 0) {
        return false;
      }
      const stage = document.querySelector("phasor-figure")?.shadowRoot?.querySelector(".stage");
      stage?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      return true;
    });
    await frames(page);
    expect((await noted(page)).now).toBe("");
  });

  test("does not run with reduced motion", { tag: "@media" }, async ({ page }) => {
    await watch(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await host(page, TWO);
    await expect(page.locator("phasor-figure").first().locator("canvas").first()).toBeVisible();
    await frames(page);
    await frames(page);
    expect(await noted(page)).toEqual({ names: [], now: "" });
  });
});
