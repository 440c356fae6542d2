// Readers with large text, a large zoom or a finger, and hosts that write from right to left.

import { address, drag, expect, frames, moreOf, test } from "./lab.mjs";
import { host } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const PAGES = ["", "lab.html", "gallery.html", "models.html", "embed.html?name=distance-heatmap"];

/** Returns by how many pixels the page is wider than the window. @param {Page} page */
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Opens a page and waits for its first figure, if it has live ones. @param {Page} page @param {string} path */
async function openPage(page, path) {
  await page.goto(address(path));
  await page.evaluate(() => document.fonts.ready);
  await frames(page);
}

test.describe("at 400% of a window of 1280 by 1024 pixels", () => {
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });

  for (const path of PAGES) {
    test(`one scrolls ${path || "the ladder"} in one direction only`, { tag: "@same" }, async ({ page }) => {
      await openPage(page, path);
      expect(await overflow(page)).toBe(0);
    });
  }

  test("what sticks to the window leaves most of it to the text", { tag: "@same" }, async ({ page }) => {
    await openPage(page, "#rope");
    await page.evaluate(() => scrollBy(0, 400));
    await frames(page);
    const covered = await page.evaluate(() => {
      const rows = Array.from({ length: 64 }, (_, row) => document.elementFromPoint(innerWidth / 2, (row + 0.5) * 4));
      const sticks = (/** @type {Element | null} */ element) => {
        for (let one = element; one; one = one.parentElement) {
          const { position } = getComputedStyle(one);
          if (["sticky", "fixed"].includes(position) && one.getBoundingClientRect().top <= 1) return true;
        }
        return false;
      };
      return rows.filter(sticks).length / rows.length;
    });
    expect(covered).toBeLessThan(0.5);
  });
});

test.describe("with text of 200%", () => {
  for (const path of PAGES) {
    test(`no text of ${path || "the ladder"} is cut off`, { tag: "@protocol" }, async ({ page }) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
      await openPage(page, path);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
      expect(await overflow(page)).toBe(0);
      const cut = await page.evaluate(() => {
        const roots = [document, ...[...document.querySelectorAll("phasor-figure")].map((figure) => figure.shadowRoot)];
        const all = roots.flatMap((root) => [...(root?.querySelectorAll("button, label, h1, h2, h3, summary, .reading") ?? [])]);
        const isCut = (/** @type {Element} */ { scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          clientWidth > 2 && (scrollWidth > clientWidth + 2 || scrollHeight > clientHeight + 2);
        const hides = (/** @type {Element} */ one) => getComputedStyle(one).overflow !== "visible";
        return all.filter((one) => hides(one) && isCut(one)).map((one) => one.outerHTML.slice(0, 120));
      });
      expect(cut).toEqual([]);
    });
  }
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("everything that is pressed in a figure has at least 24 by 24 pixels", { tag: "@touch" }, async ({ page }) => {
    await host(page, `<phasor-figure name="distance-heatmap"></phasor-figure>`);
    const figure = page.locator("phasor-figure");
    await expect(figure.locator("canvas").first()).toBeVisible();
    expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
    await moreOf(figure).tap();
    await expect(figure.getByRole("slider", { name: "zoom" })).toBeVisible();
    const small = await figure.locator("button, input, select").evaluateAll((all) =>
      all
        .map((one) => ({ what: one.outerHTML.slice(0, 90), ...one.getBoundingClientRect().toJSON() }))
        .filter(({ width, height }) => width > 0 && Math.min(width, height) < 24)
        .map(({ what, width, height }) => `${width} x ${height}: ${what}`),
    );
    expect(small).toEqual([]);
  });
});

test("in a page that is written from right to left, a figure keeps its directions", async ({ page }) => {
  await host(page, `<div dir="rtl" lang="ar"><p>شكل</p><phasor-figure name="sine-waves" controls="full"></phasor-figure></div>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  const position = () => figure.evaluate((element) => Number(/** @type {any} */ (element).position));
  const before = await position();
  await figure.locator(".stage").press("ArrowRight");
  await expect.poll(position).toBe(before + 1);
  await drag(page, figure.locator(".stage"), [0.4, 0.3], [0.7, 0.3]);
  expect(await position()).toBeGreaterThan(before + 1);
  expect(await overflow(page)).toBe(0);
  const [stage, box] = await Promise.all([figure.locator(".stage").boundingBox(), figure.boundingBox()]);
  expect(stage?.x).toBeGreaterThanOrEqual(box?.x ?? Infinity);
  expect((stage?.x ?? 0) + (stage?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) + 1);
  // The texts are English, so a full stop is at the right end of its sentence, and an English voice reads it.
  expect(await figure.locator(".reading").evaluate((element) => element.closest("[lang]")?.getAttribute("lang"))).toBe("en");
  await expect(figure.locator(".reading")).toHaveCSS("direction", "ltr");
});
