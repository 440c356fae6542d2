// Figures that scripts put into a page, move, take away and bring back.

import { list } from "../../tools/program/core.mjs";
import { chromiumOptions, firefoxOptions } from "../../tools/setup/browsers.mjs";
import { address, expect, frames, mentions, test } from "./lab.mjs";
import { memories } from "./memories.mjs";
import { elsewhere, host } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/** @param {Locator} figure */
const position = (figure) => figure.evaluate((element) => /** @type {any} */ (element).position);

/** Runs in a page before its scripts, which then counts the figures that became live. */
function countReady() {
  Object.assign(window, { ready: 0 });
  document.addEventListener("phasor-ready", () => (/** @type {any} */ (window).ready += 1));
}

/** @param {Page} page */
const ready = (page) => page.evaluate(() => /** @type {any} */ (window).ready);

/**
 * Returns how many animation frames scripts ask for within a second.
 * @param {Page} page
 */
const framesInASecond = (page) =>
  page.evaluate(async () => {
    const ask = requestAnimationFrame;
    let count = 0;
    globalThis.requestAnimationFrame = (callback) => {
      count += 1;
      return ask(callback);
    };
    await new Promise((done) => setTimeout(done, 1000));
    globalThis.requestAnimationFrame = ask;
    return count;
  });

for (const mode of /** @type {const} */ (["open", "closed"])) {
  test(`a figure works in the ${mode} shadow root of another component, linked to one outside`, async ({ page }) => {
    await host(page, `<div id="card"></div><phasor-figure id="outside" name="binary-bits" linked="a"></phasor-figure>`);
    const outside = page.locator("phasor-figure[name=binary-bits]");
    await expect(outside.locator("canvas").first()).toBeVisible();
    const inside = await page.evaluateHandle((mode) => {
      const card = /** @type {HTMLElement} */ (document.getElementById("card"));
      const root = card.attachShadow({ mode });
      root.innerHTML = `<section><phasor-figure name="sine-waves" linked="a" position="7"><p>still picture</p></phasor-figure></section>`;
      card.scrollIntoView();
      return /** @type {HTMLElement} */ (root.querySelector("phasor-figure"));
    }, mode);
    const stage = await inside.waitForSelector(".stage");
    await (await inside.waitForSelector(".stage canvas")).waitForElementState("visible");
    expect(await inside.evaluate((figure) => figure.querySelector("p")?.checkVisibility())).toBe(false);
    await page.evaluate(() => {
      const heard = Object.assign(window, { heard: /** @type {Record<string, unknown>} */ ({}) }).heard;
      document.addEventListener("phasor-change", (event) => (heard[/** @type {Element} */ (event.target).id] = /** @type {CustomEvent} */ (event).detail));
    });
    await stage.press("ArrowRight");
    const state = { position: "8" };
    await expect.poll(() => page.evaluate(() => /** @type {any} */ (window).heard)).toEqual({ card: state, outside: state });
    expect(await position(outside)).toBe("8");
    expect(await (await inside.waitForSelector(".reading")).evaluate((reading) => getComputedStyle(reading).borderLeftStyle)).toBe("solid");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("card");
  });
}

test("a figure in a template waits, and each clone of it lives", async ({ page }) => {
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.addInitScript(countReady);
  await host(page, `<template><phasor-figure name="sine-waves" position="7"><p>still picture</p></phasor-figure></template><div id="place"></div>`);
  await frames(page);
  expect(requests.filter((url) => url.endsWith(".wasm"))).toEqual([]);
  expect(await page.evaluate(() => document.querySelector("template")?.content.querySelector("phasor-figure")?.shadowRoot ?? null)).toBeNull();
  await page.evaluate(() => {
    const { content } = /** @type {HTMLTemplateElement} */ (document.querySelector("template"));
    document.getElementById("place")?.append(content.cloneNode(true), document.importNode(content, true));
  });
  const [first, second] = [page.locator("phasor-figure").first(), page.locator("phasor-figure").last()];
  for (const figure of [first, second]) {
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator("canvas").first()).toBeVisible();
    await expect(figure.getByText("still picture")).toBeHidden();
  }
  await second.locator(".stage").press("ArrowRight");
  await expect.poll(() => position(second)).toBe("8");
  expect(await position(first)).toBe("7");
  expect(await ready(page)).toBe(2);
});

test("a live figure that is put away in a template comes back with its state and its looks", async ({ page }) => {
  await host(page, `<template></template><div id="place"><phasor-figure name="sine-waves" position="7"></phasor-figure></div>`);
  const figure = page.locator("phasor-figure");
  await figure.locator(".stage").press("ArrowRight");
  const looks = () => figure.locator(".reading").evaluate((reading) => getComputedStyle(reading).borderLeftStyle);
  expect(await looks()).toBe("solid");
  await figure.evaluate((element) => /** @type {HTMLTemplateElement} */ (document.querySelector("template")).content.append(element));
  await expect(figure).toHaveCount(0);
  await frames(page);
  await page.evaluate(() => document.getElementById("place")?.append(/** @type {HTMLTemplateElement} */ (document.querySelector("template")).content));
  await expect(figure.locator("canvas").first()).toBeVisible();
  expect(await position(figure)).toBe("8");
  expect(await looks()).toBe("solid");
});

test("a view transition moves a live figure, which stays as it is", async ({ page }) => {
  await page.addInitScript(countReady);
  await host(page, `<div id="one"><phasor-figure name="sine-waves" position="7"></phasor-figure></div><div id="other"></div>`);
  const figure = page.locator("phasor-figure");
  await figure.locator(".stage").press("ArrowRight");
  await page.evaluate(async () => {
    const [figure, other] = [document.querySelector("phasor-figure"), document.getElementById("other")];
    await document.startViewTransition(() => figure && other?.append(figure)).finished;
  });
  await expect(page.locator("#other phasor-figure canvas").first()).toBeVisible();
  expect(await position(figure)).toBe("8");
  expect(await ready(page)).toBe(1);
  await figure.locator(".stage").press("ArrowRight");
  await expect.poll(() => position(figure)).toBe("9");
});

test("a view transition replaces a live figure by another one, and by the same in another state", async ({ page }) => {
  await host(page, `<phasor-figure name="sine-waves" position="7"></phasor-figure>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator(".reading")).toContainText(mentions(7));
  /** @param {string} html */
  const replace = (html) =>
    page.evaluate((html) => {
      const change = () => {
        /** @type {Element} */ (document.querySelector("phasor-figure")).outerHTML = html;
      };
      return document.startViewTransition(change).finished;
    }, html);
  await replace('<phasor-figure name="binary-bits" position="5"></phasor-figure>');
  await expect(figure.locator(".reading")).toContainText(mentions(5, "00000101"));
  await replace('<phasor-figure name="sine-waves" position="9"></phasor-figure>');
  await expect(figure.locator(".reading")).toContainText(mentions(9));
  await page.evaluate(() => document.startViewTransition(() => document.querySelector("phasor-figure")?.setAttribute("position", "10")).finished);
  await expect(figure.locator(".reading")).toContainText(mentions(10));
});

test("a second call that starts a figure waits until it is live", async ({ page }) => {
  await host(page, `<p></p>`);
  const isLive = await page.evaluate(async () => {
    const figure = Object.assign(document.createElement("phasor-figure"), { name: "sine-waves" });
    document.body.append(figure);
    const element = /** @type {any} */ (figure);
    element.start();
    await element.start();
    return figure.shadowRoot?.querySelector("canvas") !== null;
  });
  expect(isLive).toBe(true);
});

test("a figure that gets another name while it starts shows the figure of that name", async ({ page }) => {
  await page.addInitScript(countReady);
  await host(page, `<div id="place"></div>`);
  await page.evaluate(() => {
    const figure = document.createElement("phasor-figure");
    figure.setAttribute("name", "sine-waves");
    document.getElementById("place")?.append(figure);
    /** @type {any} */ (figure).start();
    figure.setAttribute("name", "binary-bits");
  });
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("#binary-bits-reading")).not.toBeEmpty();
  await expect(figure.locator(".error:not(:empty)")).toHaveCount(0);
  expect(await ready(page)).toBe(1);
});

test("a page that comes back from the browser's history goes on where it was", async ({ playwright, browserName }) => {
  // Playwright switches this off in Chromium.
  const browser = await (browserName === "firefox"
    ? playwright.firefox.launch(firefoxOptions())
    : playwright.chromium.launch({ ...chromiumOptions(), ignoreDefaultArgs: ["--disable-back-forward-cache"] }));
  const page = await browser.newPage();
  /** @type {string[]} */
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  const figures = `<phasor-figure name="sine-waves" autoplay></phasor-figure><phasor-figure name="position-map" dim="8"></phasor-figure>`;
  await elsewhere(page, `${figures}<script type="module" src="${address("embed/phasor.js")}"></script>`, { files: { "other.html": "<!doctype html><title>Another post</title><p>text</p>" } });
  await page.evaluate(() => {
    Object.assign(window, { persisted: [] });
    addEventListener("pageshow", ({ persisted }) => /** @type {any} */ (window).persisted.push(persisted));
  });
  const [waves, map] = ["sine-waves", "position-map"].map((name) => page.locator(`phasor-figure[name=${name}]`));
  await map.scrollIntoViewIfNeeded();
  // The map may still be computed when the page goes.
  await expect(map.locator(".reading")).not.toBeEmpty();
  await waves.scrollIntoViewIfNeeded();
  const start = await position(waves);
  await expect.poll(() => position(waves)).not.toBe(start);
  const before = Number(await position(waves));
  await page.goto(new URL("other.html", page.url()).href);
  await expect(page.getByText("text")).toBeVisible();
  await page.evaluate(() => void setTimeout(() => history.back()));
  // Until the page is back, there is nothing to ask. In Firefox, Playwright's locators do not find their way back.
  await expect.poll(() => page.evaluate(() => /** @type {any} */ (window).persisted).catch(() => undefined)).toEqual([true]);
  const here = () => page.evaluate(() => Number(/** @type {any} */ (document.querySelector("phasor-figure")).position));
  await expect.poll(here).toBeGreaterThan(before);
  await page.evaluate(() => /** @type {any} */ (document.querySelector("phasor-figure[name=position-map]")).scrollIntoView());
  /** @param {string} selector */
  const texts = (selector) =>
    page.evaluate((selector) => [...document.querySelectorAll("phasor-figure")].map(({ shadowRoot }) => shadowRoot?.querySelector(selector)?.textContent), selector);
  await expect.poll(async () => (await texts(".reading"))[1]).toMatch(/\d+%/);
  expect(await texts(".error[part=error]")).toEqual(["", ""]);
  expect(troubles).toEqual([]);
  await browser.close();
});

test.describe("of 200 figures", () => {
  /** @param {number} length @param {string} more Attributes of every figure. */
  function many(length, more = "") {
    const names = list(process.env.PHASOR_CORE ?? "").figures.map(({ name }) => name);
    return Array.from({ length }, (_, place) => `<p>Figure ${place}</p><phasor-figure name="${names[place % names.length]}" ${more}></phasor-figure>`).join("");
  }

  /** Scrolls to every figure and waits until it is live. @param {Page} page */
  const scrollThrough = (page) =>
    page.evaluate(async () => {
      for (const figure of document.querySelectorAll("phasor-figure")) {
        figure.scrollIntoView({ block: "center" });
        while (!figure.shadowRoot?.querySelector("canvas")) {
          await new Promise((done) => requestAnimationFrame(done));
        }
      }
    });

  test("only those near the window start, even if the page keeps no room for the others", async ({ page }) => {
    await page.addInitScript(countReady);
    await host(page, many(200));
    await expect(page.locator("phasor-figure canvas").first()).toBeVisible();
    // One figure starts in each frame, so this is time for 60 figures.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame += 1) {
        await new Promise((done) => requestAnimationFrame(done));
      }
    });
    expect(await ready(page)).toBeLessThan(10);
  });

  test("all become live as a reader scrolls, and those out of sight do nothing", async ({ page }) => {
    test.setTimeout(300_000);
    await page.addInitScript(memories);
    await page.addInitScript(countReady);
    await host(page, many(200, "autoplay") + "<p>text</p>".repeat(100));
    await scrollThrough(page);
    expect(await ready(page)).toBe(200);
    await expect(page.locator("phasor-figure .error:not(:empty)")).toHaveCount(0);
    const waves = page.locator("phasor-figure[name=sine-waves]").nth(3);
    await waves.evaluate((figure) => figure.scrollIntoView({ block: "center" }));
    const far = () =>
      page.locator("phasor-figure").evaluateAll((figures) => {
        const isFar = (/** @type {Element} */ figure) => Math.abs(figure.getBoundingClientRect().top) > 3 * innerHeight;
        return figures.filter(isFar).map((figure) => /** @type {any} */ (figure).position);
      });
    await expect.poll(() => position(waves)).not.toBe("20");
    const [here, before] = [await position(waves), await far()];
    await expect.poll(() => position(waves)).not.toBe(here);
    expect(before.length).toBeGreaterThan(180);
    expect(await far()).toEqual(before);
    // All of them would play, but none of them is in sight here.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => framesInASecond(page)).toBe(0);
    expect(await page.evaluate(() => /** @type {any} */ (window).wasmBytes())).toBeLessThan(64 * 2 ** 20);
  });

  test("few keep their pictures, all keep their places, and paper has all pictures", { tag: "@again" }, async ({ page }) => {
    test.setTimeout(300_000);
    await host(page, many(200));
    await scrollThrough(page);
    const figures = page.locator("phasor-figure");
    /** Returns the places of the figures that have pictures. */
    const pictured = () =>
      figures.evaluateAll((figures) => {
        const canvases = (/** @type {Element} */ figure) => [...(figure.shadowRoot?.querySelectorAll("canvas") ?? [])];
        return figures.flatMap((figure, place) => (canvases(figure).every(({ width, height }) => width * height > 0) ? place : []));
      });
    const heights = () => figures.evaluateAll((figures) => figures.map((figure) => figure.shadowRoot?.querySelector(".stage")?.getBoundingClientRect().height ?? 0));
    await expect.poll(async () => (await pictured()).length).toBeLessThan(20);
    expect(await pictured()).toContain(199);
    expect(Math.min(...(await heights()))).toBeGreaterThan(100);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await pictured()).toHaveLength(200);
    const onPaper = await heights();
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    expect((await pictured()).length).toBeLessThan(20);
    await figures.nth(3).scrollIntoViewIfNeeded();
    await expect.poll(pictured).toContain(3);
    expect((await pictured()).length).toBeLessThan(20);
    expect(await heights()).toEqual(onPaper);
  });
});
