// The hashes that the gallery and Share print with the code: browsers accept the scripts of this build and no others.

import { test as plain } from "@playwright/test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "../../tools/program/stamp.mjs";
import { address, errorOf, expect, openPart, test } from "./lab.mjs";
import { elsewhere } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** @type {Record<string, string>} */
const HASHES = JSON.parse(readFileSync(join(DIST, "embed", "integrity.json"), "utf8"));

const GLUE = Object.keys(HASHES).find((name) => /^page-[0-9a-f]+\.js$/.test(name)) ?? "";

/** Returns the code that the gallery prints with hashes. @param {Page} page */
async function pinned(page, host = "tag") {
  await page.goto(address("gallery.html#binary-bits"));
  await page.getByLabel("Code for").selectOption(host);
  await page.locator("[name=pinned]").check();
  const code = page.locator(".give > .words code");
  await expect(code).toContainText("integrity");
  return (await code.textContent()) ?? "";
}

/** Adds a space to a script on its way. @param {Page} page @param {string} name */
async function change(page, name) {
  await page.route(`**/embed/${name}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} ` });
  });
}

test("the gallery prints the hash of every script that a post imports", async ({ page }) => {
  const code = await pinned(page);
  for (const name of ["phasor.js", GLUE, "share.js", "background.js", "race.js"]) {
    expect(code).toContain(HASHES[name]);
  }
  await elsewhere(page, code.replace(/<a .*<\/a>/s, "A picture"));
  await expect(page.locator("phasor-figure canvas").first()).toBeVisible();
});

test("the code of a frame has the hash of its only script", async ({ page }) => {
  const code = await pinned(page, "iframe");
  expect(code).toContain(`phasor-frames.js" integrity="${HASHES["phasor-frames.js"]}"`);
  expect(code).not.toContain("importmap");
});

test("without the box the code has no hash, so that posts survive an update", async ({ page }) => {
  await page.goto(address("gallery.html#binary-bits"));
  const code = page.locator(".give > .words code");
  await expect(code).toContainText("phasor-figure");
  await expect(code).not.toContainText("integrity");
});

plain("a browser refuses a changed phasor.js, and readers keep the picture", { tag: "@report" }, async ({ page }) => {
  const code = await pinned(page);
  await change(page, "phasor.js");
  const rejection = page.waitForEvent("console", (message) => message.text().includes("integrity"));
  await elsewhere(page, code.replace(/<a .*<\/a>/s, "<b>A picture</b>"));
  await rejection;
  await expect(page.getByText("A picture")).toBeVisible();
  expect(await page.evaluate(() => customElements.get("phasor-figure") === undefined)).toBe(true);
});

plain("a browser refuses a changed script that phasor.js imports, and the figure says that it cannot be live", async ({ page }) => {
  const code = await pinned(page);
  await change(page, GLUE);
  await elsewhere(page, code.replace(/<a .*<\/a>/s, "<b>A picture</b>"));
  await expect(errorOf(page.locator("phasor-figure"))).toHaveAttribute("data-cause", "network");
  await expect(page.getByText("A picture")).toBeVisible();
});

test("Share adds the hashes to its code if the reader wants them", async ({ page }) => {
  await page.goto(address("embed.html?name=binary-bits"));
  await openPart(page.locator("phasor-figure"), "Share");
  const code = page.locator(".share .code");
  await expect(code).toHaveValue(/phasor\.js"><\/script>/);
  await page.locator(".pin input").check();
  await expect(code).toHaveValue(/importmap/);
  const value = await code.inputValue();
  for (const name of ["phasor.js", GLUE, "background.js", "race.js"]) {
    expect(value).toContain(HASHES[name]);
  }
  await page.locator(".pin input").uncheck();
  await expect(code).not.toHaveValue(/integrity/);
});
