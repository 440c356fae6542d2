// Pages that refuse something, or change what scripts rely on. The element works there, or says what was refused.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { address, errorOf, expect, finished, openPart, stepOf, test } from "./lab.mjs";
import { elsewhere, host } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */
/** @typedef {import("@playwright/test").FrameLocator} FrameLocator */

/** A figure that a worker computes, and one that other workers train. */
const FIGURES = `<phasor-figure name="position-map" dim="8"><p>still map</p></phasor-figure>
  <phasor-figure name="training-race" seed="3"><p>still race</p></phasor-figure>`;

const SCRIPT = `<script type="module" src="${address("embed/phasor.js")}"></script>`;

/** The rules under which a page is isolated from others. */
const ISOLATED = { "cross-origin-embedder-policy": "require-corp", "cross-origin-opener-policy": "same-origin" };

/** @param {Page | FrameLocator} page @param {string} name */
const named = (page, name) => page.locator(`phasor-figure[name=${name}]`);

/**
 * Checks that both workers work.
 * @param {Page | FrameLocator} page
 */
async function works(page) {
  const [map, race] = [named(page, "position-map"), named(page, "training-race")];
  await map.scrollIntoViewIfNeeded();
  await finished(map);
  await race.scrollIntoViewIfNeeded();
  await race.getByRole("button", { name: "Start", exact: true }).click();
  await expect.poll(() => stepOf(race)).toBeGreaterThan(0);
  await race.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.locator("phasor-figure .error:not(:empty)")).toHaveCount(0);
}

/**
 * Opens everything below the map, and saves it.
 * @param {Locator} figure
 */
async function opens(figure) {
  await openPart(figure, "Settings");
  await expect(figure.locator(".own input").first()).toBeVisible();
  await openPart(figure, "Share");
  await expect(figure.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await openPart(figure, "Numbers");
  await expect(figure.locator("tbody tr").first()).toBeVisible();
  const file = await figure.evaluate(async (element) => (await /** @type {any} */ (element).exportSvg()).text());
  expect(file).toContain("<svg");
  await expect(figure.locator(".error:not(:empty)")).toHaveCount(0);
}

test.describe("the element works", () => {
  // Such pages make browsers log the attempts that were refused, so these tests take a page without the check for that.
  /** @type {Page} */
  let page;
  test.beforeEach(async ({ browser }) => {
    page = await browser.newPage({ viewport: { width: 1200, height: 1400 } });
  });
  test.afterEach(() => page.close());

  test("in a page that requires Trusted Types, with the policy phasor", async () => {
    await host(page, FIGURES, "; worker-src 'self'; require-trusted-types-for 'script'; trusted-types phasor");
    await works(page);
    await opens(named(page, "position-map"));
  });

  test("in a page whose scripts need a nonce, with strict-dynamic", async () => {
    const policy = "default-src 'none'; script-src 'nonce-a1b2' 'strict-dynamic' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; worker-src 'self'";
    await page.route("**/nonce.html", (route) =>
      route.fulfill({
        body: `<!doctype html><title>A post</title><main>${FIGURES}</main><script type="module" nonce="a1b2" src="embed/phasor.js"></script>`,
        contentType: "text/html",
        headers: { "content-security-policy": policy },
      }),
    );
    await page.goto(address("nonce.html"));
    await works(page);
    await opens(named(page, "position-map"));
  });

  test("in a sandboxed frame, and so does the frame of a figure", async () => {
    await elsewhere(page, `<iframe sandbox="allow-scripts" src="inside.html" width="1000" height="1300"></iframe>`, {
      files: { "inside.html": `<!doctype html><title>Inside</title>${FIGURES}${SCRIPT}` },
    });
    await works(page.frameLocator("iframe"));
    await elsewhere(page, `<iframe sandbox="allow-scripts" src="${address("embed.html?name=position-map&dim=8")}" width="800" height="1000"></iframe>`);
    await finished(page.frameLocator("iframe").locator("phasor-figure"));
  });

  test("in an isolated page, from another host and from its own, whose files have no headers for that", async () => {
    await elsewhere(page, FIGURES + SCRIPT, { headers: ISOLATED });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await works(page);
    await page.route("**/isolated.html", (route) =>
      route.fulfill({ body: `<!doctype html><title>A post</title>${FIGURES}${SCRIPT}`, contentType: "text/html", headers: ISOLATED }),
    );
    await page.goto(address("isolated.html"));
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await works(page);
  });

  test("in a page that extends and replaces methods, as MooTools does", { tag: "@again" }, async () => {
    const mootools = readFileSync(createRequire(import.meta.url).resolve("mootools"), "utf8");
    // Prototype.js and others add to all objects and arrays, also what breaks JSON.
    const more = `Object.prototype.own = 1; Array.prototype.own = 1; Array.prototype.toJSON = function () { return "changed"; };
      Array.prototype.reduce = function (join, value) { for (const item of this) { value = join(value, item); } return value; };`;
    await elsewhere(page, `<script>${mootools}</script><script>${more}</script>${FIGURES}${SCRIPT}`);
    expect(await page.evaluate("Array.from(5)")).toEqual([5]);
    await works(page);
    await opens(named(page, "position-map"));
  });

  test("in a page that freezes what all scripts share", { tag: "@again" }, async () => {
    const frozen = "Object, Array, Function, String, Number, Promise, Map, Set, RegExp, Error, JSON, Event, EventTarget, Node, Element, HTMLElement, Document";
    await elsewhere(page, `<script>for (const one of [${frozen}]) { Object.freeze(one); Object.freeze(one.prototype); }</script>${FIGURES}${SCRIPT}`);
    await works(page);
    await opens(named(page, "position-map"));
  });

  test("in a page that loads the script twice, from two places", { tag: "@again" }, async () => {
    await page.route(/\/earlier\//, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace("/earlier/", "/") });
      await route.fulfill({ response });
    });
    await host(page, `${FIGURES}<script type="module" src="earlier/embed/phasor.js"></script>`, "; worker-src 'self'");
    await works(page);
    await opens(named(page, "position-map"));
  });
});

for (const [what, policy, rule] of [
  ["WebAssembly", "script-src 'self'; connect-src 'self'; style-src 'self'", "'wasm-unsafe-eval'"],
  ["requests", "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'", "connect-src"],
]) {
  test(`a page that forbids ${what} shows one sentence in each figure, and the author's content`, async ({ browser }) => {
    const page = await browser.newPage();
    await page.route("**/strict.html", (route) =>
      route.fulfill({
        body: `<!doctype html><title>A post</title>${FIGURES}<script type="module" src="embed/phasor.js"></script>`,
        contentType: "text/html",
        headers: { "content-security-policy": `default-src 'none'; ${policy}` },
      }),
    );
    await page.goto(address("strict.html"));
    for (const [name, still] of [["position-map", "still map"], ["training-race", "still race"]]) {
      const figure = named(page, name);
      await figure.scrollIntoViewIfNeeded();
      await expect(errorOf(figure)).toContainText(rule);
      await expect(errorOf(figure)).toHaveAttribute("data-cause", "policy");
      await expect(figure.getByRole("button", { name: "Try again" })).toBeVisible();
      await expect(figure.getByText(still)).toBeVisible();
    }
    await page.close();
  });
}

for (const [what, more] of [
  ["workers", "; worker-src 'none'"],
  ["policies of Trusted Types", "; worker-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"],
]) {
  test(`a page that forbids ${what} shows one sentence in figures that need a worker, which stay live`, async ({ browser }) => {
    const page = await browser.newPage();
    await host(page, FIGURES, more);
    const [map, race] = [named(page, "position-map"), named(page, "training-race")];
    await map.scrollIntoViewIfNeeded();
    await expect(errorOf(map)).toBeVisible();
    await expect(errorOf(map)).toHaveAttribute("data-cause", "policy");
    await expect(map.locator("canvas").first()).toBeVisible();
    await race.scrollIntoViewIfNeeded();
    await race.getByRole("button", { name: "Start", exact: true }).click();
    // A race reports the same sentence below its buttons.
    await expect(race.locator(".race .error")).toHaveText(await errorOf(map).innerText());
    await expect(race.getByRole("button", { name: "Start", exact: true })).toBeVisible();
    await page.close();
  });
}

test("a host that cannot be reached shows one sentence in each figure; both work when it can be reached again", async ({ context }) => {
  const page = await context.newPage();
  let isOffline = true;
  await page.route("**/*.wasm", (route) => (isOffline ? route.abort("internetdisconnected") : route.continue()));
  // The policy of the page forbids the image, which has nothing to do with the figures.
  const image = '<img src="forbidden.png" alt="">';
  await host(page, `${image}<phasor-figure name="sine-waves"><p>still one</p></phasor-figure><phasor-figure name="binary-bits"><p>still two</p></phasor-figure>`);
  for (const figure of await page.locator("phasor-figure").all()) {
    await figure.scrollIntoViewIfNeeded();
    await expect(errorOf(figure)).toBeVisible();
    await expect(errorOf(figure)).toHaveAttribute("data-cause", "network");
    await expect(figure.getByText(/^still/)).toBeVisible();
  }
  isOffline = false;
  for (const figure of await page.locator("phasor-figure").all()) {
    await figure.getByRole("button", { name: "Try again" }).click();
    await expect(figure.locator("canvas").first()).toBeVisible();
    await expect(figure.getByText(/^still/)).toBeHidden();
  }
  await page.close();
});
