// Every figure fits into one window, with its reading, picture, controls and presets, and nothing of it is cut or too small.

import { list } from "../../tools/program/core.mjs";
import { again, expect, frames, painted, test } from "./lab.mjs";
import { host } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** Two large screens with the columns that the ladder gives to figures there, and a phone. */
const SCREENS = [
  { name: "a phone", viewport: { width: 390, height: 844 }, column: 358 },
  { name: "a large screen", viewport: { width: 1440, height: 900 }, column: 688 },
  { name: "a very large screen", viewport: { width: 1920, height: 940 }, column: 960 },
];

/** The height of the window that a page may use for other things, in CSS pixels. */
const BAR = 44;

/** The columns that pages give to figures, in CSS pixels: two phones, the ladder at 1024, 1280 and 1440, and a post. */
const COLUMNS = [288, 358, 480, 530, 566, 624, 688];

/** The part of the height of figures beside a text that pictures have in the mean. Some need two rows of controls. */
const SHARE = 0.65;

/** The length of the shortest slider that a finger can set, in CSS pixels. */
const SLIDER = 160;

/** Returns the names of all figures. */
const names = () => list(process.env.PHASOR_CORE ?? "").figures.map(({ name }) => name);

/**
 * Opens a page with all figures in a column.
 * @param {Page} page
 * @param {number} column
 */
async function all(page, column) {
  await page.route("**/column.css", (route) => route.fulfill({ body: `main { width: ${column}px; } phasor-figure::part(figure) { padding-inline: 0; }`, contentType: "text/css" }));
  await host(page, `<link rel="stylesheet" href="column.css">${names().map((name) => `<phasor-figure name="${name}"></phasor-figure>`).join("")}`);
  for (const name of names()) {
    const figure = page.locator(`phasor-figure[name=${name}]`);
    await figure.scrollIntoViewIfNeeded();
    await painted(page, figure);
  }
}

for (const [place, { name, viewport, column }] of SCREENS.entries()) {
  test(`every figure fits on ${name}, with all of it, in every example`, again(place), async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize(viewport);
    await all(page, column);
    const measure = () =>
      page.locator("phasor-figure").evaluateAll((figures) =>
        figures.map((figure) => {
          const height = (/** @type {string} */ part) => figure.shadowRoot?.querySelector(part)?.getBoundingClientRect().height ?? 0;
          return { name: figure.getAttribute("name"), height: height(".figure"), share: height(".stage") / height(".figure") };
        }),
      );
    const room = viewport.height - BAR;
    const opened = await measure();
    if (viewport.width >= 1024) {
      expect(opened.reduce((sum, { share }) => sum + share, 0) / opened.length).toBeGreaterThan(SHARE);
    }
    // Each press goes to the next example of all figures.
    const most = Math.max(...(await page.locator("phasor-figure").evaluateAll((figures) => figures.map((figure) => figure.shadowRoot?.querySelectorAll(".presets button").length ?? 0))));
    const heights = [...opened];
    for (let place = 0; place < most; place += 1) {
      await page.locator("phasor-figure").evaluateAll((figures, place) => figures.forEach((figure) => /** @type {HTMLElement | undefined} */ (figure.shadowRoot?.querySelectorAll(".presets button")[place])?.click()), place);
      await frames(page);
      heights.push(...(await measure()));
    }
    expect(heights.filter(({ height }) => height > room), `of ${room} pixels`).toEqual([]);
  });
}

for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
  test(`nothing is cut and no slider too short, in any column, reduced motion: ${reducedMotion}`, { tag: "@media" }, async ({ page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ reducedMotion });
    await all(page, COLUMNS[0]);
    for (const column of COLUMNS) {
      await page.locator("main").evaluate((main, width) => (main.style.width = width), `${column}px`);
      await frames(page);
      const faults = await page.locator("phasor-figure").evaluateAll(
        (figures, shortest) =>
          figures.flatMap((figure) => {
            const box = figure.getBoundingClientRect();
            const parts = (/** @type {string} */ selector) => [...(figure.shadowRoot?.querySelectorAll(selector) ?? [])].map((part) => ({ part, rect: part.getBoundingClientRect() })).filter(({ rect }) => rect.width > 0);
            const cut = parts(".presets button, .transport, .transport > *").filter(({ part, rect }) => rect.right > box.right || rect.left < box.left || part.scrollWidth > part.clientWidth);
            const short = parts("input[type=range]").filter(({ rect }) => rect.width < shortest);
            return [...cut, ...short].map(({ part, rect }) => `${figure.getAttribute("name")}: ${part.id || part.textContent} ${rect.width}`);
          }),
        SLIDER,
      );
      expect(faults, `in a column of ${column} pixels`).toEqual([]);
    }
  });
}
