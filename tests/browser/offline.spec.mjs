// The site without a network, and after an update.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "../../tools/program/stamp.mjs";
import { MODEL, PLACE_IN_SITE } from "../../tools/setup/language_model.mjs";
import { ROOT } from "../../tools/setup/setup.mjs";
import { drag, expect, figure, mentions, painted, shared, stepOf, test } from "./lab.mjs";
import { elsewhere } from "./post.mjs";
import { Host, POST, built, clear, origins, settled, whole } from "./site.mjs";

/** @typedef {import("@playwright/test").Page} Page */

test.use({ serviceWorkers: "allow" });

const PAGES = ["", "lab.html", "models.html", "gallery.html", "licences.html"];

/** @type {Host} */
let host;
test.beforeEach(() => {
  host = new Host();
});
test.afterEach(() => {
  host.end();
  clear();
});

/** Opens a page of the site, and waits until the site is kept. @param {Page} page */
async function visit(page, path = "") {
  await page.goto(host.url + path);
  await settled(page);
}

/** Returns what a page has left on the device. @param {Page} page */
const left = (page) => page.evaluate(async () => ({ caches: await caches.keys(), workers: (await navigator.serviceWorker.getRegistrations()).length }));

const NOTHING = { caches: [], workers: 0 };

test.describe("after one visit of the ladder, without a network", () => {
  test.beforeEach(async ({ page }) => {
    await host.publish(DIST);
    await visit(page);
    host.end();
  });

  test("the page that is open goes on, with every figure", async ({ page }) => {
    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
    const figures = page.locator("phasor-figure");
    for (const figure of await figures.all()) {
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.locator(".reading")).not.toBeEmpty();
    }
    await expect(page.locator("phasor-figure .error:not(:empty)")).toHaveCount(0);
    expect(await figures.count()).toBeGreaterThan(20);
  });

  test("every page opens, and links lead from one to the next", async ({ page }) => {
    await page.goto(host.url);
    for (const [name, content] of [["Lab", "#lab"], ["Models", "#panel"], ["Gallery", ".cards"], ["Ladder", "#rungs"]]) {
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();
      await expect(page.locator(content)).toBeVisible();
    }
    await page.locator("footer a[href='licences.html']").click();
    await expect(page.locator("tbody tr").first()).toBeVisible();
    await page.getByRole("link", { name: "licence", exact: true }).click();
    await expect(page.locator("body")).toContainText("Apache License");
  });

  test("a figure of the Lab can be dragged, set and saved", { tag: "@again" }, async ({ page }) => {
    await page.goto(`${host.url}lab.html?base=500000`);
    await painted(page, page);
    const { stage, open, section } = figure(page, "sine-waves");
    await drag(page, stage, [0.5, 0.3], [0.7, 0.3]);
    expect(Number(await shared(page, "position").box.inputValue())).toBeGreaterThan(60);
    await open("Settings");
    await expect(page.locator("#sine-waves-pairs")).toBeVisible();
    await open("Share");
    await expect(section.getByRole("img", { name: /^QR code/ })).toBeVisible();
  });

  test("the kernels of bulk RoPE run, with SIMD and without", async ({ page }) => {
    await page.goto(`${host.url}lab.html#bulk-rope?positions=64`);
    const bulk = page.locator("#bulk-rope");
    const run = bulk.getByRole("button", { name: "Run", exact: true });
    for (const path of ["simd", "scalar"]) {
      await bulk.getByRole("combobox", { name: "path" }).selectOption(path);
      await run.click();
      await expect(bulk.locator(".reading")).toContainText(mentions(path === "simd" ? "SIMD" : path, 64));
      await expect(run).toHaveText("Run");
    }
  });

  test("a race of transformers runs", { tag: "@again" }, async ({ page }) => {
    await page.goto(`${host.url}gallery.html?seed=3#training-race`);
    const race = page.locator("phasor-figure");
    await race.getByRole("button", { name: "Start", exact: true }).click();
    await expect.poll(() => stepOf(race)).toBeGreaterThan(0);
    await race.getByRole("button", { name: "Cancel", exact: true }).click();
  });

  test("the room shows every view of a published model, and reads a text", { tag: "@again" }, async ({ page }) => {
    await page.goto(`${host.url}models.html#model=qwen3-8b`);
    const panel = page.locator("#panel");
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await expect(tab).toHaveAttribute("aria-selected", "true");
      await expect(panel).not.toBeEmpty();
    }
    await expect(page.locator("#ask-error")).toBeEmpty();
  });
});

/** Opens the ladder, and waits until its service worker has failed. @param {Page} page */
async function failing(page) {
  await page.addInitScript(() => {
    const own = /** @type {any} */ (globalThis);
    // An empty page has none.
    const { prototype } = own.ServiceWorkerContainer ?? class {};
    const { register } = prototype;
    prototype.register = async (/** @type {string} */ url) => {
      const { installing } = await register.call(navigator.serviceWorker, url);
      own.installed = installing;
    };
  });
  await page.goto(host.url);
  await failed(page);
  expect((await left(page)).workers).toBe(0);
}

/** Waits until the service worker that a page after `failing` has registered has failed. @param {Page} page */
async function failed(page) {
  await expect.poll(() => page.evaluate(() => /** @type {any} */ (globalThis).installed?.state)).toBe("redundant");
}

/**
 * Waits until exactly these builds are kept whole, and no service worker is about to replace the one that answers.
 * @param {Page} page
 * @param {string[]} marks
 */
async function keeps(page, ...marks) {
  const state = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
      const count = async (/** @type {string} */ name) => [name.at(-1), (await (await caches.open(name)).keys()).length > 100];
      return { isAtRest: !installing && !waiting && active?.state === "activated", builds: await Promise.all((await caches.keys()).map(count)) };
    });
  await expect.poll(state).toEqual({ isAtRest: true, builds: marks.map((mark) => [mark, true]) });
}

/** Opens the Lab and waits for its figures. @param {Page} page */
async function lab(page, query = "") {
  await page.goto(`${host.url}lab.html${query}`);
  await painted(page, page);
}

/** Ends the service worker, as browsers do after half a minute without a request. @param {Page} page */
async function restart(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
}

test("a language model that is kept runs without a network", async ({ page }) => {
  const site = await built("a");
  mkdirSync(join(site, PLACE_IN_SITE));
  copyFileSync(join(ROOT, "tests", "golden", "decoder", "llama", "model.gguf"), join(site, PLACE_IN_SITE, MODEL.name));
  await host.publish(site);
  await visit(page, "gallery.html#real-model");
  const status = page.locator(".live [role=status]");
  const run = async () => {
    await page.getByRole("button", { name: /^Run it here/ }).click();
    await page.getByRole("button", { name: /^Load/ }).click();
    await expect(status).toHaveText(/ s\.$/);
  };
  await run();
  await page.getByRole("button", { name: /^Keep/ }).click();
  await expect(page.getByRole("button", { name: /^Delete/ })).toBeVisible();
  const kept = () => page.evaluate(async () => (await Promise.all(["worker.js", "runner.js", "runner_bg.wasm"].map((name) => caches.match(`embed/language-model/${name}`)))).filter(Boolean).length);
  await expect.poll(kept).toBe(3);
  host.end();
  await page.reload();
  await run();
});

test("the first load after an update shows the new build whole, which is then kept instead of the old one", async ({ page }) => {
  await host.publish(await built("a"));
  await visit(page);
  await lab(page);
  expect(await origins(page)).toEqual(whole("a"));
  await host.publish(await built("b"));
  await lab(page);
  expect(await origins(page)).toEqual(whole("b"));
  await keeps(page, "b");
  host.end();
  await lab(page, "?base=500000");
  expect(await origins(page)).toEqual(whole("b"));
});

test("a page that stays open during updates keeps its own build, which the host no longer has", { tag: "@protocol" }, async ({ page, context }) => {
  await host.publish(await built("a"));
  await visit(page, "gallery.html");
  const other = await context.newPage();
  for (const mark of ["b", "c"]) {
    await host.publish(await built(mark));
    await lab(other);
    expect(await origins(other)).toEqual(whole(mark));
    await keeps(other, "a", mark);
    await restart(page);
    await page.locator("[data-name=sine-waves] a").first().click();
    await expect(page.locator("phasor-figure .reading")).not.toBeEmpty();
    await page.goBack();
    expect(await origins(page)).toEqual(whole("a"));
  }
  await page.close();
  await lab(other);
  await keeps(other, "c");
});

test("where the network gives no answer, the kept page appears, whole", { tag: "@host" }, async ({ page }) => {
  await host.publish(await built("a"));
  await visit(page);
  await host.stall();
  await lab(page);
  expect(await origins(page)).toEqual(whole("a"));
});

test("where the host fails, the kept page appears, whole", { tag: "@host" }, async ({ page }) => {
  const root = await built("a");
  await host.publish(root);
  await visit(page);
  await host.fail();
  await lab(page);
  expect(await origins(page)).toEqual(whole("a"));
});

test("an update that cannot be fetched whole is never used without a network", { tag: "@protocol" }, async ({ page }) => {
  await host.publish(await built("a"));
  await visit(page);
  const broken = await built("b");
  writeFileSync(join(broken, "pages", "gallery.js"), "// This file is of another build.");
  await host.publish(broken);
  // The page is the new one as long as the host can be reached, also when the browser has ended the service worker.
  await lab(page);
  await restart(page);
  await figure(page, "sine-waves").open("Share");
  await expect(figure(page, "sine-waves").section.getByRole("img", { name: /^QR code/ })).toBeVisible();
  expect(await origins(page)).toEqual(whole("b"));
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().catch(() => {}));
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null)).toBe(null);
  host.end();
  await lab(page);
  expect(await origins(page)).toEqual(whole("a"));
  await host.publish(await built("b"));
  await lab(page);
  expect(await origins(page)).toEqual(whole("b"));
  await keeps(page, "b");
});

test("a first visit that ends too early leaves a site that works, and the next visit completes it", { tag: "@host" }, async ({ page }) => {
  const root = await built("a");
  const missing = join(root, "models", "models-aaaaaaaa.wasm");
  const bytes = readFileSync(missing);
  rmSync(missing);
  await host.publish(root);
  await failing(page);
  await lab(page);
  expect(await origins(page)).toEqual(whole("a"));
  // What the page or its worker still loads would fail when the host closes its connections.
  await failed(page);
  await page.goto("about:blank");
  writeFileSync(missing, bytes);
  await host.publish(root);
  await visit(page, "licences.html");
  host.end();
  await page.goto(`${host.url}models.html`);
  await expect(page.locator("#panel .lead")).not.toBeEmpty();
});

test("the site is kept also if the page's own script comes after its first figure", { tag: "@host" }, async ({ page }) => {
  await host.publish(DIST);
  await page.route("**/pages/ladder.js", async (route) => {
    await expect(page.locator("phasor-figure .reading").first()).not.toBeEmpty();
    await route.continue();
  });
  await page.goto(host.url, { waitUntil: "commit" });
  await settled(page);
});

test("what else is served at the address later is never mixed with the site", { tag: "@host" }, async ({ page }) => {
  await host.publish(await built("a"));
  await visit(page);
  // A build in development has no number and no service worker.
  const other = await built("d");
  rmSync(join(other, "offline.js"));
  for (const name of ["index.html", "lab.html"]) {
    const path = join(other, name);
    writeFileSync(path, readFileSync(path, "utf8").replace(/<meta name="phasor-build".*>/, ""));
  }
  await host.publish(other);
  await lab(page);
  expect(await origins(page)).toEqual({ ...whole("d"), page: undefined });
});

test("pages of others in the folder of the site, and frames, get what the host has now", { tag: "@host" }, async ({ page }) => {
  await host.publish(await built("a"));
  await visit(page);
  const root = await built("b");
  writeFileSync(join(root, "post.html"), POST);
  await host.publish(root);
  for (const path of ["post.html", "embed.html?name=sine-waves"]) {
    await page.goto(host.url + path);
    await expect(page.locator("phasor-figure .reading")).not.toBeEmpty();
    expect(await origins(page)).toEqual({ ...whole("b"), page: undefined });
  }
});

test("on a host that removes the endings of addresses, every page is kept", { tag: "@host" }, async ({ page }) => {
  await host.publishBare(await built("a"));
  await visit(page);
  host.end();
  for (const path of ["lab", "lab.html"]) {
    await page.goto(host.url + path);
    await painted(page, page);
    expect(await origins(page)).toEqual(whole("a"));
  }
});

test("every page can be installed, with an icon for each kind of device", { tag: "@protocol" }, async ({ page }) => {
  await host.publish(DIST);
  for (const path of PAGES) {
    await visit(page, path);
    const session = await page.context().newCDPSession(page);
    const { errors, url, data = "" } = await session.send("Page.getAppManifest");
    expect([errors, url]).toEqual([[], `${host.url}manifest.json`]);
    // The only thing in the way is the profile of a test, which browsers treat like a private window.
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);
    const { start_url, scope, icons } = JSON.parse(data);
    expect([start_url, scope].map((address) => new URL(address, url).href)).toEqual([host.url, host.url]);
    const touch = await page.locator("link[rel=apple-touch-icon]").evaluate((link) => ({ src: /** @type {HTMLLinkElement} */ (link).href, sizes: "180x180" }));
    for (const { src, sizes } of [...icons, touch].filter(({ sizes }) => sizes !== "any")) {
      const size = await page.evaluate(
        async (src) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        },
        new URL(src, url).href,
      );
      expect(size).toBe(sizes);
    }
  }
});

test("the bar of the browser has the colour of the page, in the colours of the system and in chosen ones", { tag: "@media" }, async ({ page }) => {
  await host.publish(DIST);
  await page.goto(host.url);
  const colours = () =>
    page.evaluate(() => {
      const bars = [...document.querySelectorAll("meta[name=theme-color]")].filter((bar) => matchMedia(/** @type {HTMLMetaElement} */ (bar).media).matches);
      const probe = Object.assign(document.createElement("i"), { style: `color: ${bars[0].getAttribute("content")}` });
      document.body.append(probe);
      return [bars.length, getComputedStyle(probe).color === getComputedStyle(document.body).backgroundColor];
    });
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    for (const name of ["auto", "dark", "light"]) {
      await page.getByRole("button", { name, exact: true }).click();
      expect(await colours()).toEqual([1, true]);
    }
  }
});

test.describe("nothing is left on the device", () => {
  test.beforeEach(() => host.publish(DIST));

  test("by a page on the same host that embeds a figure", async ({ page }) => {
    await page.goto(new URL("/post.html", host.url).href);
    await rested(page);
  });

  test("by a page on another host that embeds a figure", async ({ page }) => {
    await elsewhere(page, `<phasor-figure name="sine-waves"></phasor-figure><script type="module" src="${host.url}embed/phasor.js"></script>`);
    await rested(page);
  });

  test("by a frame with a figure", async ({ page }) => {
    await page.goto(`${host.url}embed.html?name=sine-waves`);
    await rested(page);
  });

  test("by a page of ours in somebody else's frame", async ({ page }) => {
    await page.goto(new URL("/post.html", host.url).href);
    await page.evaluate((url) => document.body.insertAdjacentHTML("beforeend", `<iframe src="${url}" width="900" height="900"></iframe>`), host.url);
    await expect(page.frameLocator("iframe").locator("phasor-figure .reading").first()).not.toBeEmpty();
    await rested(page);
  });

  test("by a page of a reader who wants to save data", async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    await page.goto(host.url);
    await rested(page);
  });
});

/** Waits until a page with a figure has nothing more to do, and checks that nothing is kept. @param {Page} page */
async function rested(page) {
  await expect(page.locator("phasor-figure .reading").first()).not.toBeEmpty();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
  await page.waitForLoadState("networkidle");
  expect(await left(page)).toEqual(NOTHING);
}

test.describe("the pages work without a word in the console", () => {
  for (const path of PAGES) {
    test(`where there are no service workers: ${path || "the ladder"}`, async ({ page }) => {
      await host.publish(DIST);
      await page.addInitScript(() => delete (/** @type {any} */ (Navigator.prototype).serviceWorker));
      await page.goto(host.url + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
    });
  }

  test("where the browser refuses them", async ({ page }) => {
    await host.publish(DIST);
    await page.addInitScript(() => {
      // An empty page has none.
      (/** @type {any} */ (globalThis).ServiceWorkerContainer ?? class {}).prototype.register = async () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
    });
    await page.goto(host.url);
    await rested(page);
  });

  test("where the browser refuses to keep files", async ({ page }) => {
    const root = await built("a");
    const refusal = 'caches.open = async () => { throw new DOMException("The quota has been exceeded.", "QuotaExceededError"); };';
    writeFileSync(join(root, "offline.js"), refusal + readFileSync(join(root, "offline.js"), "utf8"));
    await host.publish(root);
    await failing(page);
    await rested(page);
  });

  test("in a page without an origin", async ({ page }) => {
    await host.publish(DIST, { "content-security-policy": "sandbox allow-scripts" });
    await page.goto(host.url);
    await expect(page.locator("phasor-figure .reading").first()).not.toBeEmpty();
    await page.waitForLoadState("networkidle");
  });

  for (const policy of ["worker-src 'none'", "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; child-src https://example.org"]) {
    test(`where the policy of the host forbids workers: ${policy}`, async ({ page }) => {
      await host.publish(DIST, { "content-security-policy": policy });
      await page.goto(host.url);
      await rested(page);
    });
  }
});
