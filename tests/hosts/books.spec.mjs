// Figures in books, from the books' own files.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../tools/setup/places.mjs";
import { bare, expect } from "../browser/lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/** @param {string} name */
const at = (name) => process.env[`PHASOR_HOST_${name.toUpperCase().replace("-", "_")}`] ?? "";

/** What the page of a notebook asks nbconvert's own hosts for: RequireJS and MathJax. */
const NBCONVERT = "cdnjs.cloudflare.com";

/** A test whose pages reach nothing but this machine, and fails if a page wants to or logs an error. */
const test = bare.extend({
  page: async ({ page, context }, use) => {
    /** @type {string[]} */
    const troubles = [];
    await context.route("**", (route) => {
      const { hostname, href, protocol } = new URL(route.request().url());
      if (hostname === "127.0.0.1" || ["blob:", "file:"].includes(protocol)) {
        return route.continue();
      }
      if (hostname !== NBCONVERT) {
        troubles.push(href);
      }
      return route.abort();
    });
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("response", (response) => response.status() >= 400 && troubles.push(`${response.status()}: ${response.url()}`));
    await use(page);
    expect(troubles).toEqual([]);
  },
});

/** @param {Locator} figure */
const state = (figure) => figure.evaluate((element) => /** @type {any} */ (element).getState());

/**
 * Waits until the figure is live, and returns its stage.
 * @param {Locator} figure
 */
async function live(figure) {
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator("canvas").first()).toBeVisible();
  return figure.locator(".stage");
}

/** @param {Page} page @param {string} name */
const named = (page, name) => page.locator(`phasor-figure[name=${name}]`);

test("documentation: linked figures are live", async ({ page }) => {
  await page.goto(`${at("documentation")}figures.html`);
  const [heatmap, waves] = [named(page, "distance-heatmap"), named(page, "sine-waves")];
  const stage = await live(heatmap);
  await stage.press("ArrowRight");
  await live(waves);
  expect(await state(waves)).toEqual(await state(heatmap));
});

for (const book of ["jupyter-book", "myst"]) {
  test(`${book}: linked figures are live, and share their state`, async ({ page }) => {
    await page.goto(`${at(book)}index.html`);
    const [angles, waves] = [named(page, "rotation-angles"), named(page, "sine-waves")];
    const stage = await live(angles);
    expect(await state(angles)).toEqual({ base: "500000" });
    await stage.press("ArrowRight");
    await live(waves);
    await expect.poll(() => state(waves)).toEqual({ base: "500000", position: "21" });
    await expect(waves).toHaveAttribute("controls", "minimal");
  });
}

/** A page that a reader opens from the disk. */
const ON_DISK = pathToFileURL(join(ROOT, "examples", "nbconvert", "site", "one.html")).href;

for (const [name, address] of [
  ["jupyter-book", `${at("jupyter-book")}model.html`],
  ["nbconvert", at("nbconvert")],
  ["nbconvert, in one file on the disk", ON_DISK],
  ["myst", `${at("myst")}pasted.html`],
  ["quarto", at("quarto")],
]) {
  test(`${name}: the figure of a cell is live`, async ({ page }) => {
    await page.goto(address);
    const figure = page.locator("phasor-figure").first();
    const stage = await live(figure);
    const before = await state(figure);
    await stage.press("ArrowRight");
    await expect.poll(() => state(figure)).not.toEqual(before);
    await expect(figure.locator("img")).toBeHidden();
  });
}

test("quarto: a figure outside cells is live", async ({ page }) => {
  await page.goto(at("quarto"));
  await live(named(page, "sine-waves"));
});

test("jupyter-book: a page without figures loads no script of ours", async ({ page }) => {
  await page.goto(`${at("jupyter-book")}search.html`);
  await expect(page.locator('script[src*="phasor.js"]')).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  for (const [book, path, pictures] of /** @type {[string, string, number][]} */ ([
    ["jupyter-book", "index.html", 2],
    ["jupyter-book", "model.html", 1],
    ["nbconvert", "", 1],
    ["myst", "index.html", 2],
    ["quarto", "", 1],
  ])) {
    test(`${book}: /${path} shows ${pictures} pictures with their text`, { tag: "@noscript" }, async ({ page }) => {
      await page.goto(at(book) + path);
      const images = page.getByRole("img", { name: /\. / });
      await expect(images).toHaveCount(pictures);
      for (const image of await images.all()) {
        await expect(image).toBeVisible();
        expect(await image.evaluate((element) => /** @type {HTMLImageElement} */ (element).naturalWidth)).toBeGreaterThan(300);
      }
    });
  }
});
