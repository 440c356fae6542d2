// The page on screens of all widths, in both colour schemes, and with assistive technology.

import { AxeBuilder } from "@axe-core/playwright";
import { FIGURES, again, drag, expect, figure, frames, mentions, open, shared, test } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/**
 * Returns what axe finds in the page, or in the part of it that `selector` names.
 * @param {Page} page
 */
async function faults(page, selector = ":root") {
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

for (const [place, width] of [320, 390, 768, 1440, 2560].entries()) {
  test(`nothing is wider than a screen of ${width} pixels`, again(place), async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
    for (const name of FIGURES) {
      const { stage } = figure(page, name);
      await stage.scrollIntoViewIfNeeded();
      await frames(page);
      const gap = await stage.evaluate((element) => {
        const canvas = element.querySelector("canvas");
        return element.clientWidth - (canvas?.getBoundingClientRect().width ?? 0);
      });
      expect(gap).toBeGreaterThanOrEqual(0);
      // Both widths are rounded to whole pixels.
      expect(gap).toBeLessThanOrEqual(1);
    }
    for (const part of /** @type {const} */ (["Settings", "Share", "Numbers", "Help"])) {
      await figure(page, "distance-heatmap").open(part);
      expect(await overflow()).toBe(0);
    }
  });
}

for (const [scheme, width] of /** @type {const} */ ([["light", 1440], ["dark", 390]])) {
  test(`axe finds no faults: ${scheme}, ${width} pixels`, { tag: "@same" }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await open(page, "?dim=7");
    expect(await faults(page)).toEqual([]);
    const { section, open: openPart } = figure(page, "sine-waves");
    for (const part of /** @type {const} */ (["Settings", "Share", "Numbers", "Help"])) {
      await openPart(part);
      await expect(section.locator(".own, .share svg:not([hidden]), .table, .panel .help").first()).toBeVisible();
      expect(await faults(page, "#sine-waves")).toEqual([]);
    }
  });
}

/** @param {Page} page */
async function paper(page) {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

/**
 * Returns the mean lightness of the ink of the first figure.
 * @param {Page} page
 */
async function ink(page) {
  return page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(".stage canvas + canvas"));
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    if (!copy) throw new Error("no canvas to copy to");
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 255) {
        sum += data[at] + data[at + 1] + data[at + 2];
        count += 1;
      }
    }
    return sum / count / 3;
  });
}

test("colours follow the system, and the reader's own choice stays", { tag: "@media" }, async ({ page }) => {
  // Without motion, no handle pulses while the ink is measured.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  expect(await paper(page)).toBe("rgb(255, 253, 249)");
  const light = await ink(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => paper(page)).toBe("rgb(21, 23, 28)");
  // The canvas follows in the next frame.
  await expect.poll(() => ink(page)).not.toBe(light);
  await page.getByRole("button", { name: "light", exact: true }).click();
  await expect.poll(() => paper(page)).toBe("rgb(255, 253, 249)");
  await expect.poll(() => ink(page)).toBe(light);
  await page.reload();
  await expect(page.getByRole("button", { name: "light", exact: true })).toHaveAttribute("aria-pressed", "true");
  expect(await paper(page)).toBe("rgb(255, 253, 249)");
  await page.getByRole("button", { name: "auto", exact: true }).click();
  await expect.poll(() => paper(page)).toBe("rgb(21, 23, 28)");
});

test("a narrow page folds the shared controls and keeps them in sight", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const { slider } = shared(page, "base");
  await expect(slider).toBeHidden();
  await figure(page, "distance-heatmap").stage.scrollIntoViewIfNeeded();
  const summary = page.locator(".console .fold");
  await expect(summary).toBeInViewport();
  await expect(summary).toContainText(mentions("10,000", 64, 2, 128));
  await summary.click();
  await slider.press("ArrowRight");
  await expect(summary).toContainText(mentions("10,500", 64, 2, 128));
});

test.describe("with a finger", { tag: "@touch" }, () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, isMobile: true });

  test("a tap moves the cursor", async ({ page }) => {
    await open(page);
    for (const [name, position] of /** @type {const} */ ([["distance-heatmap", { x: 200, y: 120 }], ["sine-waves", { x: 250, y: 100 }]])) {
      const { stage, reading } = figure(page, name);
      const before = (await reading.textContent()) ?? "";
      await stage.tap({ position });
      await expect(reading).not.toHaveText(before);
    }
  });
});

test("the keyboard reaches everything in reading order", async ({ page }) => {
  await open(page);
  /** @type {string[]} */
  const visited = [];
  for (let press = 0; press < 90; press += 1) {
    await page.keyboard.press("Tab");
    visited.push(
      await page.evaluate(() => {
        const element = document.activeElement;
        return element?.id || element?.getAttribute("aria-controls") || element?.getAttribute("href") || element?.getAttribute("aria-label") || element?.textContent?.trim() || "";
      }),
    );
  }
  const order = ["#lab", "Play", "shared-position", "shared-base", "shared-length", "Add a figure", "sine-waves-panel", "Sine waves", "binary-bits-bits", "binary-bits-panel", "Binary bits", "Rotation angles", "distance-heatmap-measure", "Distance heatmap"];
  const places = order.map((name) => visited.indexOf(name));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("forced colours leave the controls usable", { tag: "@media" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page);
  await drag(page, shared(page, "base").slider, [0.5, 0.5], [0.99, 0.5]);
  await expect(shared(page, "base").box).toHaveValue("10000000");
});
