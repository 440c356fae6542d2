// How the page loads: text first, from any path, and only its own files.

import { labFiles } from "../../tools/check/size.mjs";
import { FIGURES, address, expect, holdPrograms, lab, open, test } from "./lab.mjs";

test("the text appears before the WebAssembly loads", async ({ page }) => {
  const arrive = await holdPrograms(page);
  await page.goto(lab(), { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("#lab .loading")).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length))
    .toBe(1);
  await expect(page.locator(".stage")).toHaveCount(0);
  arrive();
  await expect(page.locator(".stage")).toHaveCount(4);
  await expect(page.locator("#lab .loading")).toHaveCount(0);
});

test("a visit to the Lab loads every file of the page and no other", async ({ page }) => {
  /** @type {Set<string>} */
  const loaded = new Set();
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) {
      loaded.add(request.url());
    }
  });
  await open(page);
  const expected = labFiles(FIGURES).map((file) => address(file));
  // Only browsers with a window request the icon.
  const requests = [...loaded].filter((url) => !url.includes("/icon"));
  expect(requests.sort()).toEqual(expected.sort());
});

test("the page works at the root of a host and in a folder", async ({ page }) => {
  await page.goto(`${process.env.PHASOR_ROOT_URL}lab.html?base=500000`);
  await expect(page.locator("#shared-base-number")).toHaveValue("500000");
});
