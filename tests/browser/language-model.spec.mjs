// A language model that runs in the page: that of the site, or one of the reader's own.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MODEL, PLACE_IN_SITE } from "../../tools/setup/language_model.mjs";
import { ROOT } from "../../tools/setup/setup.mjs";
import { address, bare, expect, presetOf, test, type } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const FIGURE = "embed.html?name=real-model";

/** A small model with the classes and the vocabulary of the tests of the decoder. @param {string} name */
const golden = (name) => join(ROOT, "tests", "golden", "decoder", "llama", name);
const SMALL = golden("model.gguf");

/** The address of the site's model, as a pattern. */
const OF_SITE = `**/${PLACE_IN_SITE}*.gguf`;

/** @param {Page} page @param {RegExp} name */
const button = (page, name) => page.getByRole("button", { name });
const run = (/** @type {Page} */ page) => button(page, /^Run it here/);
const load = (/** @type {Page} */ page) => button(page, /^Load/);
const stop = (/** @type {Page} */ page) => button(page, /^(Cancel|Back)/);
const forget = (/** @type {Page} */ page) => button(page, /^Delete/);
const reading = (/** @type {Page} */ page) => page.locator("phasor-figure .reading");
const error = (/** @type {Page} */ page) => page.locator(".live .error");
const typed = (/** @type {Page} */ page) => page.locator(".live textarea");
const options = (/** @type {Page} */ page) => page.locator(".live input[type=text]");
const progress = (/** @type {Page} */ page) => page.locator(".live progress");

/** Returns the figure as a picture in a file. @param {Page} page @returns {Promise<string>} */
const picture = (page) => page.evaluate(async () => (await /** @type {any} */ (document.querySelector("phasor-figure")).exportSvg()).text());

/** Waits until the picture is an answer of this model, with this text in it. @param {Page} page @param {string[]} texts */
const answered = (page, ...texts) => expect.poll(async () => {
  const svg = await picture(page);
  return texts.filter((text) => !svg.includes(text));
}).toEqual([]);

/** Gives the site a small model. @param {Page} page */
async function carry(page) {
  let n = 0;
  await page.route(OF_SITE, (route) => {
    n += 1;
    return route.fulfill({ body: readFileSync(SMALL) });
  });
  return { requests: () => n };
}

/** @param {Page} page */
const kept = (page) => page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat());

/** Opens the figure, with the answers that are stored. @param {Page} page */
async function open(page) {
  await page.goto(address(FIGURE));
  await expect(reading(page)).toContainText("%");
}

/** Opens the figure, and what runs a model. @param {Page} page */
async function prepare(page) {
  await open(page);
  await run(page).click();
  await expect(load(page)).toBeFocused();
}

test("nothing of a model loads before a reader runs one", async ({ page }) => {
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await open(page);
  await expect(run(page)).toBeVisible();
  await expect(stop(page)).toHaveCount(0);
  await expect(typed(page)).toBeHidden();
  expect(requests.filter((url) => /language-model|live-model|gguf/.test(url))).toEqual([]);
});

test("a reader's own model answers any text under any options, and a control takes their place", async ({ page }) => {
  await prepare(page);
  const before = await reading(page).textContent();
  await page.locator(".live input[type=file]").setInputFiles(SMALL);
  await answered(page, "model.gguf");
  await typed(page).fill("so she was");
  await answered(page, "so she was", "model.gguf");
  await type(options(page), "--shift 7 --dtype bf16");
  await expect(reading(page)).toContainText("--shift 7 --dtype bf16");
  const answer = await reading(page).textContent();
  // What is not accepted leaves the last answer.
  await type(options(page), "--shift far");
  await expect(error(page)).toContainText("far");
  expect(await reading(page).textContent()).toBe(answer);
  await presetOf(page.locator("phasor-figure"), "shift=10000000&angle-dtype=bf16").click();
  await expect(options(page)).toHaveValue("--shift 10000000 --dtype bf16");
  await expect(error(page)).toBeEmpty();
  await expect(reading(page)).toContainText("10,000,000");
  await stop(page).click();
  await expect(typed(page)).toBeHidden();
  await page.locator("phasor-figure").evaluate((element) => /** @type {any} */ (element).setState({}));
  await expect(reading(page)).toHaveText(String(before));
  await expect.poll(() => page.workers()).toHaveLength(0);
});

test("a model in safetensors format is chosen as its files together", async ({ page }) => {
  await prepare(page);
  const files = page.locator(".live input[type=file]");
  await files.setInputFiles(golden("model.safetensors"));
  await expect(error(page)).not.toBeEmpty();
  await files.setInputFiles(["config.json", "tokenizer.json", "model.safetensors"].map(golden));
  await answered(page, "model.safetensors");
  await expect(error(page)).toBeEmpty();
});

// The browser itself reports a file that a site does not have.
bare("files that are no model, and a site without the model, give a sentence, and the stored answers stay", async ({ page }) => {
  await prepare(page);
  const before = await reading(page).textContent();
  const files = page.locator(".live input[type=file]");
  const bytes = readFileSync(SMALL);
  for (const [name, buffer] of /** @type {[string, Buffer][]} */ ([["text.gguf", Buffer.from("No model.")], ["cut.gguf", bytes.subarray(0, 20_000)]])) {
    await files.setInputFiles([{ name, mimeType: "application/octet-stream", buffer }]);
    await expect(error(page)).not.toBeEmpty();
    await expect(load(page)).toBeVisible();
    expect(await reading(page).textContent()).toBe(before);
  }
  await page.route(OF_SITE, (route) => route.fulfill({ status: 404 }));
  const sentence = await error(page).textContent();
  await load(page).click();
  await expect(error(page)).not.toHaveText(String(sentence));
  await expect(error(page)).not.toBeEmpty();
  await expect.poll(() => page.workers()).toHaveLength(0);
});

test("a load that is cancelled leaves nothing, and can be started again", async ({ page }) => {
  /** @type {() => void} */
  let go = () => {};
  const held = new Promise((done) => (go = () => done(undefined)));
  await page.route(OF_SITE, async (route) => {
    await held;
    await route.fulfill({ body: readFileSync(SMALL) }).catch(() => {});
  });
  await prepare(page);
  await load(page).click();
  await expect(progress(page)).toBeVisible();
  await stop(page).click();
  await expect(load(page)).toBeVisible();
  await expect.poll(() => page.workers()).toHaveLength(0);
  go();
  expect(await kept(page)).toEqual([]);
  await load(page).click();
  await answered(page, MODEL.name);
});

test("the model is kept only if the reader wants it, and until the reader deletes it", async ({ page }) => {
  const { requests } = await carry(page);
  await prepare(page);
  await load(page).click();
  await answered(page, MODEL.name);
  await expect(forget(page)).toHaveCount(0);
  expect(await kept(page)).toEqual([]);
  await button(page, /^Keep/).click();
  await expect(forget(page)).toBeVisible();
  expect(await kept(page)).toEqual([address(PLACE_IN_SITE + MODEL.name)]);
  expect(requests()).toBe(2);
  await prepare(page);
  await load(page).click();
  await answered(page, MODEL.name);
  expect(requests()).toBe(2);
  await forget(page).click();
  await expect(button(page, /^Keep/)).toBeVisible();
  expect(await kept(page)).toEqual([]);
});

test("the room of models leads from a model that can run to the figure that runs it", async ({ page }) => {
  await page.goto(address("models.html"));
  const link = page.locator("#try").getByRole("link");
  await expect(page.locator("#panel .lead")).not.toBeEmpty();
  await expect(link).toBeHidden();
  await page.locator("#shelf").selectOption("smollm2-360m");
  await link.click();
  await expect(run(page)).toBeVisible();
});

test("the model of the site gives the stored answers, to the digit", { tag: "@same" }, async ({ page }) => {
  const presets = ["prompt=capital", "prompt=weekday", "shift=10000000&angle-dtype=bf16", "frozen-pairs=1&", "model-rule=yarn", "change=order", "model-test=heads"];
  const scope = page.locator("phasor-figure");
  await open(page);
  /** @type {(string | null)[]} */
  const stored = [];
  for (const preset of presets) {
    await presetOf(scope, preset).click();
    await expect(presetOf(scope, preset)).toBeVisible();
    await expect.poll(() => reading(page).textContent()).not.toBe(stored.at(-1));
    stored.push(await reading(page).textContent());
  }
  await run(page).click();
  await load(page).click();
  await answered(page, MODEL.name);
  for (const [place, preset] of presets.entries()) {
    await presetOf(scope, preset).click();
    await expect(reading(page)).toHaveText(String(stored[place]), { timeout: 120_000 });
    await answered(page, MODEL.name);
  }
});
