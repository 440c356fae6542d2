// Races of tiny transformers, trained in the page.

import { AxeBuilder } from "@axe-core/playwright";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../tools/setup/setup.mjs";
import { lossesIn, reportsHere, reportsOf } from "../race.mjs";
import { address, expect, numbersIn, stepOf, test } from "./lab.mjs";
import { elsewhere, host } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** The losses of a race in WebAssembly. */
const STORED = join(ROOT, "tests", "golden", "race.json");

const RACE = "embed.html?name=training-race";

const FIGURE = '<phasor-figure name="training-race" seed="3"></phasor-figure>';

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** @param {Page} page */
const reading = (page) => page.locator("phasor-figure .reading");

/** @param {Page} page */
const step = (page) => stepOf(page.locator("phasor-figure"));

/** Waits until the figure shows no race, so its reading has no results. @param {Page} page */
const hasNone = (page) => expect(reading(page)).toHaveText(/^[^\d%]+$/);

/** A reading with the results of a whole race: one at each of three lengths. */
const RESULTS = /^\D*\d+%\D+\d+%\D+\d+%\D+$/;

/**
 * Makes the browser report another device.
 * @param {Page} page
 * @param {Record<string, number>} properties
 */
function pretend(page, properties) {
  return page.addInitScript((all) => {
    for (const [name, value] of Object.entries(all)) {
      Object.defineProperty(Navigator.prototype, name, { get: () => value, configurable: true });
    }
  }, properties);
}

test("nothing of a race loads before a reader starts one", async ({ page }) => {
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(address(RACE));
  await expect(reading(page)).toHaveText(RESULTS);
  await expect(button(page, "Start")).toBeVisible();
  await expect(button(page, "Pause")).toHaveCount(0);
  expect(requests.filter((url) => /race\.js|runner|trainer|alice/.test(url))).toEqual([]);
  expect(requests.filter((url) => url.endsWith("races.bin"))).toHaveLength(1);
});

test("a race pauses, goes on step by step, and is cancelled, on all cores but one", async ({ page }) => {
  await pretend(page, { hardwareConcurrency: 3 });
  await page.goto(address(`${RACE}&seed=3`));
  await hasNone(page);
  await button(page, "Start").click();
  await expect.poll(() => step(page)).toBeGreaterThan(0);
  expect(page.workers()).toHaveLength(2);
  await button(page, "Pause").click();
  await expect(button(page, "Resume")).toBeVisible();
  // The page of a frame has no landmarks.
  const { violations } = await new AxeBuilder({ page }).include("phasor-figure").disableRules("region").analyze();
  expect(violations).toEqual([]);
  const paused = await step(page);
  await button(page, "Step").click();
  await expect.poll(() => step(page)).toBeGreaterThan(paused);
  await button(page, "Resume").click();
  await expect(button(page, "Pause")).toBeVisible();
  await button(page, "Cancel").click();
  await expect(button(page, "Start")).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);
  // What was learned until then stays on show.
  expect(await step(page)).toBeGreaterThan(paused);
});

test("other settings are another race", async ({ page }) => {
  await page.goto(address(`${RACE}&seed=3`));
  const status = page.locator(".acts [role=status]");
  const before = await status.innerText();
  await button(page, "Start").click();
  await expect.poll(() => step(page)).toBeGreaterThan(0);
  const running = await status.innerText();
  await page.locator("phasor-figure").evaluate((figure) => figure.setAttribute("seed", "4"));
  await hasNone(page);
  await expect(button(page, "Start")).toBeVisible();
  // The earlier race goes on, and a sentence says what Start does to it.
  expect(page.workers().length).toBeGreaterThan(0);
  expect([before, running]).not.toContain(await status.innerText());
  await page.locator("phasor-figure").evaluate((figure) => figure.setAttribute("seed", "3"));
  await expect(button(page, "Pause")).toBeVisible();
  await button(page, "Cancel").click();
});

test("a race on a weak device has three racers, ends, and gives back its workers; the room of models opens a racer", { tag: "@download" }, async ({ page }) => {
  await pretend(page, { deviceMemory: 2 });
  await page.goto(address(`${RACE}&seed=2&racer=rope`));
  await button(page, "Start").click();
  await expect(page.locator(".race .error")).toContainText("3");
  await expect(button(page, "Race with seed 3")).toBeVisible({ timeout: 100_000 });
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(reading(page)).toContainText("RoPE");
  expect(await numbersIn(reading(page))).toEqual([100, expect.any(Number), expect.any(Number)]);
  const folder = mkdtempSync(join(tmpdir(), "phasor-"));
  /** @type {string[]} */
  const files = [];
  page.on("download", async (file) => {
    await file.saveAs(join(folder, file.suggestedFilename()));
    files.push(join(folder, file.suggestedFilename()));
  });
  await button(page, "Save this racer").click();
  await expect.poll(() => files.length).toBe(2);
  await page.goto(address("models.html#view=weights"));
  await page.getByRole("textbox", { name: "config.json" }).fill(readFileSync(join(folder, "config.json"), "utf8"));
  await page.getByRole("tab", { name: "Weights", exact: true }).click();
  await page.locator("#weights-files").setInputFiles(join(folder, "model.safetensors"));
  await expect(page.locator("#weights-heads")).toBeVisible();
});

test("a race reports the same numbers as in Node to its end, bit for bit, and its first losses are the stored ones", { tag: "@same" }, async ({ page }) => {
  await page.goto(address(RACE));
  const here = await reportsHere();
  expect(await page.evaluate(reportsOf(address()))).toEqual(here);
  // A test of the trainer compares these losses with those of the command line.
  const content = { id: "race", source: "the trainer in WebAssembly", tolerance: { loss_abs: 1e-3 }, losses: lossesIn(here) };
  if (process.env.PHASOR_BLESS) {
    writeFileSync(STORED, `${JSON.stringify(content)}\n`);
  }
  expect(JSON.parse(readFileSync(STORED, "utf8"))).toEqual(content);
});

for (const [where, open] of /** @type {[string, (page: Page) => Promise<void>][]} */ ([
  ["under the strictest policy, with Trusted Types", (page) => host(page, FIGURE, "; worker-src 'self'; require-trusted-types-for 'script'")],
  ["in a page of another host", (page) => elsewhere(page, `${FIGURE}<script type="module" src="${address("embed/phasor.js")}"></script>`)],
])) {
  test(`a race runs ${where}`, async ({ browser }) => {
    // A page without the check for an empty console: the browser reports the first attempt to start a worker.
    const page = await browser.newPage();
    await open(page);
    await hasNone(page);
    await button(page, "Start").click();
    await expect.poll(() => step(page)).toBeGreaterThan(0);
    await button(page, "Cancel").click();
    await page.close();
  });
}

test("a page that forbids workers gets a sentence, and the stored race stays", async ({ browser }) => {
  const page = await browser.newPage();
  await host(page, '<phasor-figure name="training-race"></phasor-figure>', "; worker-src 'none'");
  await expect(reading(page)).toHaveText(RESULTS);
  const before = await reading(page).textContent();
  await button(page, "Start").click();
  await expect(page.locator(".race .error")).not.toBeEmpty();
  // Firefox lists the worker for a moment before it ends it.
  await expect.poll(() => page.workers()).toHaveLength(0);
  await expect(button(page, "Start")).toBeVisible();
  expect(await reading(page).textContent()).toBe(before);
  await page.close();
});
