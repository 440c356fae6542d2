// The element in the pages of real hosts.

import { expect, finished, mentions, test } from "../browser/lab.mjs";
import { memories } from "../browser/memories.mjs";
import { PASTED } from "./copied.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/** @param {string} name */
const at = (name) => process.env[`PHASOR_HOST_${name.toUpperCase()}`] ?? "";

/** @param {Locator} figure */
const state = (figure) => figure.evaluate((element) => /** @type {any} */ (element).getState());

/**
 * Scrolls to the figure, waits until it is painted, and changes its state with the right arrow key.
 * @param {Locator} figure
 */
async function drive(figure) {
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator("canvas").first()).toBeVisible();
  const before = Number(await figure.evaluate((element) => /** @type {any} */ (element).position));
  await figure.locator(".stage").press("ArrowRight");
  await expect.poll(async () => (await state(figure)).position ?? (await state(figure)).offset).not.toBe(String(before));
  await expect(figure.locator(".reading")).not.toBeEmpty();
}

/**
 * Has the host take its figure away and bring it back, and remembers the figures that are gone.
 * @param {Page} page
 * @param {number} times
 */
async function remount(page, times) {
  await page.evaluate(async (times) => {
    const own = /** @type {any} */ (window);
    own.gone ??= [];
    const box = /** @type {HTMLInputElement} */ (document.querySelector("input[type=checkbox]"));
    for (let time = 0; time < times; time += 1) {
      own.gone.push(new WeakRef(/** @type {Element} */ (document.querySelector("phasor-figure"))));
      box.click();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const isReady = new Promise((done) => document.addEventListener("phasor-ready", done, { once: true }));
      box.click();
      await isReady;
    }
  }, times);
}

for (const [name, path, figure] of [
  ["html", "", "distance-heatmap"],
  ["csp", "", "rotation-angles"],
  ["hugo", "post/", "binary-bits"],
  ["mkdocs", "", "sine-waves"],
  ["astro", "", "distance-heatmap"],
]) {
  test(`a figure works in ${name}`, async ({ page }) => {
    await page.goto(at(name) + path);
    await drive(page.locator(`phasor-figure[name=${figure}]`));
  });
}

test("astro: the worker is bundled with the figures", async ({ page }) => {
  await page.goto(at("astro"));
  const map = page.locator("phasor-figure[name=position-map]");
  // The figure above must be live first: it grows then, and a map out of sight is not computed.
  await drive(page.locator("phasor-figure[name=distance-heatmap]"));
  await map.scrollIntoViewIfNeeded();
  await finished(map);
});

test("html: linked figures follow, and the caption is below", async ({ page }) => {
  await page.goto(at("html"));
  const [heatmap, waves] = ["distance-heatmap", "sine-waves"].map((name) => page.locator(`phasor-figure[name=${name}]`));
  await drive(heatmap);
  await waves.scrollIntoViewIfNeeded();
  await expect(waves.locator("canvas").first()).toBeVisible();
  expect(await state(waves)).toEqual(await state(heatmap));
  await expect(heatmap.locator("[slot=caption]")).toBeVisible();
});

for (const name of ["react", "vue", "svelte"]) {
  for (const [how, host] of [
    ["built", name],
    ["in development", `${name}_development`],
  ]) {
    test(`${name}, ${how}: the host and the figure share one state, also after the host has taken the figure away`, async ({ page }) => {
      await page.goto(at(host));
      const [figure, heading] = [page.locator("phasor-figure"), page.getByRole("heading", { level: 1 })];
      await drive(figure);
      await expect(heading).toHaveText("Position 21");
      await page.getByRole("button", { name: "to 100" }).click();
      await expect(figure.locator(".reading")).toContainText(mentions(100));
      await page.getByLabel("Show the figure").uncheck();
      await expect(figure).toHaveCount(0);
      await page.getByLabel("Show the figure").check();
      await expect(figure.locator(".reading")).toContainText(mentions(100));
      await figure.locator(".stage").press("ArrowRight");
      await expect(heading).toHaveText("Position 101");
      expect(await state(figure)).toEqual({ "far-offset": "40", position: "101" });
    });

    test(`${name}, ${how}: every mount makes one figure live, and no figure that was taken away stays in memory`, async ({ page }) => {
      await page.addInitScript(memories);
      await page.addInitScript(() => {
        Object.assign(window, { ready: 0 });
        document.addEventListener("phasor-ready", () => (/** @type {any} */ (window).ready += 1));
      });
      await page.goto(at(host));
      await expect(page.locator("phasor-figure canvas").first()).toBeVisible();
      await remount(page, 20);
      const memory = () => page.evaluate(() => /** @type {any} */ (window).wasmBytes());
      // Two figures may meet for a frame, and the memory grow once. What a mount leaks makes it grow every time.
      let [mounts, before, bytes] = [21, 0, await memory()];
      do {
        before = bytes;
        await remount(page, 100);
        mounts += 100;
        bytes = await memory();
      } while (bytes !== before && mounts < 421);
      await page.requestGC();
      const after = await page.evaluate(() => {
        const { ready, wasmBytes, gone } = /** @type {any} */ (window);
        return { ready, bytes: wasmBytes(), kept: gone.filter((/** @type {WeakRef<Element>} */ one) => one.deref()).length };
      });
      await expect(page.locator("phasor-figure .stage")).toHaveCount(1);
      expect(after).toEqual({ ready: mounts, bytes: before, kept: 0 });
    });
  }
}

test("react, in development: strict mode mounts twice, which leaves one live figure with one listener", async ({ page }) => {
  await page.addInitScript(() => {
    const own = Object.assign(/** @type {any} */ (window), { heard: [], ready: 0 });
    for (const name of /** @type {const} */ (["addEventListener", "removeEventListener"])) {
      const does = EventTarget.prototype[name];
      EventTarget.prototype[name] = function (/** @type {[any, any, any]} */ ...given) {
        if (given[0] === "phasor-change") {
          own.heard.push(name);
        }
        does.apply(this, given);
      };
    }
    document.addEventListener("phasor-ready", () => (own.ready += 1));
  });
  await page.goto(at("react_development"));
  await drive(page.locator("phasor-figure"));
  await expect(page.locator("phasor-figure .stage")).toHaveCount(1);
  const { heard, ready } = await page.evaluate(() => {
    const { heard, ready } = /** @type {any} */ (window);
    return { heard, ready };
  });
  expect(heard).toEqual(["addEventListener", "removeEventListener", "addEventListener"]);
  expect(ready).toBe(1);
});

test("htmx: a figure lives after a swap, goes with the next one, and comes back", async ({ page }) => {
  await page.goto(at("htmx"));
  const [waves, bits] = ["sine-waves", "binary-bits"].map((name) => page.locator(`phasor-figure[name=${name}]`));
  await drive(waves);
  await page.getByRole("button", { name: "Bits" }).click();
  await drive(bits);
  await expect(waves).toHaveCount(0);
  await page.getByRole("button", { name: "Text" }).click();
  await expect(page.locator("#place > p")).toBeVisible();
  await expect(page.locator("phasor-figure")).toHaveCount(0);
  await page.getByRole("button", { name: "Waves" }).click();
  await expect(waves.locator(".reading")).toContainText(mentions(7));
  await drive(waves);
});

test("reveal: a figure on a hidden slide starts when the slide appears, and receives its keys", async ({ page }) => {
  await page.goto(at("reveal"));
  const figure = page.locator("phasor-figure");
  await expect(page.locator(".reveal.ready")).toBeVisible();
  await expect(figure.locator("canvas")).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await drive(figure);
  const { width } = (await figure.locator("canvas").first().boundingBox()) ?? { width: 0 };
  expect(width).toBeGreaterThan(300);
  await expect(figure).toBeInViewport();
});

/** The accent of the gallery's figure in the browser's notation. */
const ACCENT = "rgb(170, 0, 51)";

for (const [name, path] of [
  ["html", "pasted.html"],
  ["hugo", "pasted/"],
  ["mkdocs", "pasted.html"],
  ["astro", "pasted/"],
]) {
  test(`code from the gallery works in ${name} with its settings`, async ({ page }) => {
    await page.goto(at(name) + path);
    const figure = page.locator("phasor-figure");
    await expect(figure.locator("canvas").first()).toBeVisible();
    expect(await state(figure)).toEqual({ position: PASTED.position });
    await expect(figure).toHaveAttribute("controls", PASTED.controls);
    // Hugo and MDX need the rules in a separate style sheet; the code for HTML contains them.
    if (["html", "mkdocs"].includes(name)) {
      await expect(figure.locator(".reading")).toHaveCSS("border-left-color", ACCENT);
    }
    await drive(figure);
  });
}

/** @param {import("@playwright/test").FrameLocator} frame */
async function isAsSetUp(frame) {
  const figure = frame.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  await expect(figure).toHaveAttribute("position", PASTED.position);
  await expect(figure.locator(".reading")).toHaveCSS("border-left-color", ACCENT);
}

test("code from the gallery works as a frame on another host", async ({ page }) => {
  await page.goto(`${at("html")}pasted-frame.html`);
  await isAsSetUp(page.frameLocator("iframe"));
});

test("the picture from the gallery leads to the live figure, and so does the link", async ({ page }) => {
  await page.goto(`${at("mkdocs")}pasted-picture.html`);
  await page.getByRole("img", { name: /^Blue dog/ }).click();
  await expect(page).toHaveURL(process.env.PHASOR_COPIED_LINK ?? "");
  const figure = page.locator("phasor-figure#blue-dog");
  await expect(figure.locator("canvas").first()).toBeVisible();
  await expect.poll(async () => (await state(figure)).position).toBe(PASTED.position);
});

test("code from the gallery works in a notebook", async ({ page }) => {
  await page.goto(`${at("jupyter")}lab/tree/pasted.ipynb?reset`);
  await expect(page.getByRole("button", { name: /\| Idle/ })).toBeVisible({ timeout: 60_000 });
  await page.locator(".jp-CodeCell .cm-content").first().click();
  await page.keyboard.press("Shift+Enter");
  const figure = page.locator(".jp-OutputArea phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  await expect.poll(() => state(figure)).toEqual({ position: PASTED.position });
  await expect(figure).toHaveAttribute("controls", PASTED.controls);
});
