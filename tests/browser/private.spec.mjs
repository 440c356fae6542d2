// Nobody but the host hears of a visit, and nothing is stored but the reader's own choice of colours, and the files of the
// site for a time without a network.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "../../tools/program/stamp.mjs";
import { ROOT } from "../../tools/setup/setup.mjs";
import { storedFiles } from "../../tools/site/offline.mjs";
import { address, expect, FIGURES, lab, mentions, openPart, stepOf, test } from "./lab.mjs";
import { settled } from "./site.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/**
 * Collects the requests of a page, its frames and its workers to anyone but its host.
 * @param {Page} page
 */
function listen(page) {
  /** @type {string[]} */
  const others = [];
  const hear = (/** @type {string} */ url) => url.startsWith(address()) || /^(data|blob):/.test(url) || others.push(url);
  page.context().on("request", (request) => hear(request.url()));
  page.on("websocket", (socket) => hear(socket.url()));
  // A link to another place that the browser prepares for makes no request that a script could see.
  const hints = () => page.locator("link[rel=preconnect], link[rel=dns-prefetch], link[rel=prefetch], [ping]").count();
  return { others, hints };
}

/** Returns everything that a page can store. @param {Page} page */
async function stored(page) {
  const kept = await page.evaluate(async () => {
    const folder = [];
    for await (const name of /** @type {any} */ (await navigator.storage.getDirectory()).keys()) {
      folder.push(name);
    }
    return {
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookie: document.cookie,
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      workers: ((await navigator.serviceWorker?.getRegistrations()) ?? []).length,
      folder,
      name: window.name,
    };
  });
  return { ...kept, cookies: await page.context().cookies() };
}

const NOTHING = { local: {}, session: {}, cookie: "", databases: [], caches: [], workers: 0, folder: [], name: "", cookies: [] };

/**
 * Checks that a page has asked nobody else and has stored nothing.
 * @param {Page} page
 * @param {ReturnType<typeof listen>} heard
 */
async function isPrivate(page, { others, hints }) {
  expect(await hints()).toBe(0);
  expect(others).toEqual([]);
  expect(await stored(page)).toEqual(NOTHING);
}

/**
 * Saves a file with every button of that name.
 * @param {Page} page
 * @param {Page | Locator} place
 * @param {RegExp} name
 */
async function saveFiles(page, place, name) {
  const buttons = place.getByRole("button", { name });
  await expect(buttons.first()).toBeVisible();
  for (const button of await buttons.all()) {
    const [download] = await Promise.all([page.waitForEvent("download"), button.press("Enter")]);
    await download.delete();
  }
}

/**
 * Opens every part of a figure.
 * @param {Locator} figure
 */
async function openParts(figure) {
  for (const part of /** @type {const} */ (["Settings", "Numbers", "Help", "Share"])) {
    await openPart(figure, part);
  }
}

/**
 * Opens every part of a figure, and saves every file that it offers.
 * @param {Page} page
 * @param {Locator} figure
 */
async function useParts(page, figure) {
  await openParts(figure);
  await saveFiles(page, figure, /^(PNG|SVG|CSV|JSON|Save as .*|Save .*)$/);
}

test("the ladder asks only its host, with every figure live and every part open", async ({ page }) => {
  test.setTimeout(240_000);
  const heard = listen(page);
  await page.goto(address());
  await page.evaluate(() => document.querySelectorAll("details").forEach((claim) => (claim.open = true)));
  const figures = await page.locator("phasor-figure").all();
  expect(figures.length).toBeGreaterThan(25);
  for (const figure of figures) {
    await figure.evaluate((element) => /** @type {any} */ (element).start());
    await expect(figure.locator(".reading")).not.toBeEmpty();
  }
  await openParts(page.locator("phasor-figure[name=order-blind]").first());
  await useParts(page, page.locator("phasor-figure[name=position-map]").first());
  await isPrivate(page, heard);
});

test("the Lab asks only its host, with every part open and bulk RoPE measured", async ({ page }) => {
  const heard = listen(page);
  await page.goto(lab());
  await expect(page.locator(".stage canvas").first()).toBeVisible();
  const figures = await page.locator("figure.figure").all();
  for (const figure of figures) {
    await openParts(figure);
  }
  await page.locator("#bulk-open").click();
  await page.locator("#bulk-positions").fill("64");
  await page.locator("#bulk-positions").press("Tab");
  await page.locator("#bulk-rope .run").click();
  await expect(page.locator("#bulk-rope .reading")).toContainText(mentions("SIMD", 64));
  await isPrivate(page, heard);
});

for (const name of FIGURES) {
  // One figure on each page: Chromium once saved no more than ten files of a page.
  test(`the Lab asks only its host when ${name} is saved`, async ({ page }) => {
    const heard = listen(page);
    await page.goto(lab());
    await useParts(page, page.locator(`#${name}`));
    await isPrivate(page, heard);
  });
}

test("the room of models asks only its host, in every view, for every file, with weights", async ({ page }) => {
  const heard = listen(page);
  await page.goto(address("models.html#model=llama-3.1-8b"));
  await expect(page.locator("#panel .lead")).not.toBeEmpty();
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await expect(page.locator("#panel")).not.toBeEmpty();
  }
  await page.getByRole("tab", { name: "Model", exact: true }).click();
  await saveFiles(page, page, /^(report|CSV|JSON|NPY|Save “.*)$/);
  await page.getByRole("tab", { name: "Weights", exact: true }).click();
  await page.getByRole("textbox", { name: "config.json" }).fill('{"model_type": "llama", "head_dim": 2, "num_attention_heads": 2, "num_key_value_heads": 1}');
  await page.locator("#weights-files").setInputFiles(join(ROOT, "tests", "golden", "checkpoints", "half-split-f32.safetensors"));
  await expect(page.locator("#weights-progress")).toBeHidden();
  await page.locator("#file").setInputFiles(join(ROOT, "assets", "models", "gemma-3-27b.json"));
  await expect(page.getByRole("textbox", { name: "config.json" })).toHaveValue(/gemma/);
  await isPrivate(page, heard);
});

test("only the button Fetch asks somebody else, for one file, without a word about the reader", async ({ page }) => {
  /** @type {{ url: string, headers: Record<string, string> }[]} */
  const requests = [];
  await page.route("https://huggingface.co/**", (route) => {
    requests.push({ url: route.request().url(), headers: route.request().headers() });
    return route.fulfill({ body: '{"model_type": "llama", "head_dim": 64}', contentType: "application/json", headers: { "access-control-allow-origin": "*" } });
  });
  const { others } = listen(page);
  await page.goto(address("models.html"));
  await expect(page.locator("#panel .lead")).not.toBeEmpty();
  await page.locator("details.hub > summary").click();
  await page.getByLabel("Repository").fill("org/name");
  expect(others).toEqual([]);
  await page.getByRole("button", { name: "Fetch" }).click();
  await expect(page.getByRole("textbox", { name: "config.json" })).toHaveValue(/"head_dim": 64/);
  expect(requests.map(({ url }) => url)).toEqual(["https://huggingface.co/org/name/resolve/main/config.json"]);
  expect(requests[0].headers).not.toHaveProperty("referer");
  expect(requests[0].headers).not.toHaveProperty("cookie");
  expect(others).toHaveLength(1);
});

test("the gallery asks only its host, with a figure set up for every kind of page", async ({ page }) => {
  const heard = listen(page);
  await page.goto(address("gallery.html#sine-waves"));
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  await page.locator("input[type=color]").first().fill("#ff0000");
  const hosts = page.locator("select[name=host]");
  for (const name of await hosts.locator("option").allTextContents()) {
    await hosts.selectOption(name);
    await expect(page.locator(".give pre").first()).not.toBeEmpty();
  }
  await saveFiles(page, page, /^Save the picture$/);
  await useParts(page, figure);
  await isPrivate(page, heard);
});

test("a frame with a race asks only its host", async ({ page }) => {
  const heard = listen(page);
  await page.goto(address("embed.html?name=training-race&seed=3"));
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect.poll(() => stepOf(page.locator("phasor-figure"))).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await useParts(page, page.locator("phasor-figure"));
  await isPrivate(page, heard);
});

test("only the reader's choice of colours is stored", async ({ page }) => {
  await page.goto(address());
  await page.getByRole("button", { name: "dark", exact: true }).click();
  expect(await stored(page)).toEqual({ ...NOTHING, local: { "phasor-theme": "dark" } });
});

test.describe("for a time without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("the files of the site are stored, and which build a page is of, but nothing about the reader", async ({ page }) => {
    const { others } = listen(page);
    await page.goto(lab("?base=500000#sine-waves"));
    await settled(page);
    const { caches: names, workers, ...rest } = await stored(page);
    expect({ ...rest, caches: [], workers: 0 }).toEqual(NOTHING);
    expect(workers).toBe(1);
    expect(names).toHaveLength(1);
    const entries = await page.evaluate(async (name) => {
      const cache = await caches.open(name);
      const all = [];
      for (const { url } of await cache.keys()) {
        const bytes = (await (await cache.match(url))?.arrayBuffer()) ?? new ArrayBuffer();
        const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))];
        all.push({ url, text: new TextDecoder().decode(bytes), digest: digest.map((byte) => byte.toString(16).padStart(2, "0")).join("") });
      }
      return all;
    }, names[0]);
    const kept = entries.map(({ url, ...entry }) => ({ path: url.slice(address().length), ...entry }));
    const files = kept.filter(({ path }) => !path.includes("?")).map(({ path, digest }) => [path, digest]);
    const published = storedFiles(DIST).map((path) => [path, createHash("sha256").update(readFileSync(join(DIST, path))).digest("hex")]);
    expect(files.sort()).toEqual(published);
    const number = await page.locator("meta[name=phasor-build]").getAttribute("content");
    for (const { path, text } of kept.filter(({ path }) => path.includes("?"))) {
      expect(path).toMatch(/^page\?[\w-]+$/);
      expect(text).toBe(number);
    }
    expect(others).toEqual([]);
  });
});
