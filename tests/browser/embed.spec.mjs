// The element in other people's pages.

import { AxeBuilder } from "@axe-core/playwright";
import { list } from "../../tools/program/core.mjs";
import { address, errorOf, expect, finished, mentions, moreOf, openPart, test } from "./lab.mjs";
import { memories } from "./memories.mjs";
import { host } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
function watch(page) {
  /** @type {string[]} */
  const names = [];
  const base = address();
  page.on("request", (request) => names.push(request.url().replace(base, "")));
  return names;
}

/**
 * Returns the requested files in the folder of the element, without the number of the build.
 * @param {string[]} names
 */
function plain(names) {
  return names.flatMap((name) => /^embed\/(.*)$/.exec(name)?.[1].replace(/-[0-9a-f]{8}(?=\.)/, "") ?? []);
}

test("figures and their workers start in a page that requires Trusted Types", async ({ browser }) => {
  // A page without the check for an empty console: the browser reports the first attempt, which bundlers look for.
  const page = await browser.newPage();
  const figures = ["distance-heatmap", "position-map"].map((name) => `<phasor-figure name="${name}" dim="8"></phasor-figure>`);
  await host(page, figures.join(""), "; worker-src 'self'; require-trusted-types-for 'script'");
  const [heatmap, map] = await page.locator("phasor-figure").all();
  await expect(heatmap.locator(".reading")).toContainText(mentions(20, 22));
  await map.scrollIntoViewIfNeeded();
  await finished(map);
  await page.close();
});

test("the program loads when a figure comes near, once for all figures", async ({ page }) => {
  const names = watch(page);
  const far = "<p>text</p>".repeat(400);
  await host(page, `${far}<phasor-figure name="sine-waves"></phasor-figure><phasor-figure name="binary-bits"></phasor-figure>`);
  await page.waitForLoadState("networkidle");
  expect(names.filter((name) => name.startsWith("embed/"))).toEqual(["embed/phasor.js"]);
  await page.locator("phasor-figure").first().scrollIntoViewIfNeeded();
  await expect(page.locator("phasor-figure .reading")).toHaveText([mentions(20), mentions(20, "00010100")]);
  await expect(page.locator("phasor-figure canvas").first()).toBeVisible();
  expect(plain(names)).toEqual(["phasor.js", "page.js", "page.wasm", "sine-waves.wasm", "binary-bits.wasm"]);
});

test("figures that come near together start in different frames", async ({ page }) => {
  // The test records the frame in which each figure becomes ready.
  await page.addInitScript(() => {
    const own = /** @type {any} */ (window);
    own.ready = [];
    let frame = 0;
    const count = () => requestAnimationFrame(() => (frame++, count()));
    count();
    document.addEventListener("phasor-ready", () => own.ready.push(frame));
  });
  const figures = ["sine-waves", "binary-bits", "rotation-angles"].map((name) => `<phasor-figure name="${name}"></phasor-figure>`);
  await host(page, figures.join(""));
  const frames = () => page.evaluate(() => /** @type {any} */ (window).ready);
  await expect.poll(frames).toHaveLength(figures.length);
  const ready = await frames();
  expect(new Set(ready).size).toBe(figures.length);
});

test("all figures work on one page with one file each, and linked ones share one state", { tag: "@again" }, async ({ page }) => {
  const { figures } = list(process.env.PHASOR_CORE ?? "");
  const names = watch(page);
  await host(page, figures.map(({ name }) => `<phasor-figure name="${name}" linked="a"></phasor-figure>`).join(""));
  const live = page.locator("phasor-figure");
  for (const figure of await live.all()) {
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator("canvas").first()).toBeVisible();
    await expect(figure.locator(".reading")).not.toBeEmpty();
    expect(await figure.locator(".error:not(:empty)").count()).toBe(0);
  }
  // The worker of one figure requests the figure's file again.
  const requests = [...new Set(plain(names))].filter((name) => name.endsWith(".wasm"));
  expect(requests.toSorted()).toEqual([...new Set(figures.map(({ chunk }) => `${chunk}.wasm`)), "page.wasm"].toSorted());
  await live.first().evaluate((element) => /** @type {any} */ (element).setState({ position: 7 }));
  for (const figure of await live.all()) {
    expect(await figure.evaluate((element) => /** @type {any} */ (element).getState())).toEqual({ position: "7" });
  }
});

test("a figure that is inserted later loads only its chunk, and shares the state of earlier figures", async ({ page }) => {
  const names = watch(page);
  await host(page, `<phasor-figure name="blue-dog" linked="a" position="5"></phasor-figure>`);
  const figures = page.locator("phasor-figure");
  await expect(figures.first().locator("canvas").first()).toBeVisible();
  names.length = 0;
  await page.evaluate(() => {
    const later = document.createElement("phasor-figure");
    later.setAttribute("name", "sines-only");
    later.setAttribute("linked", "a");
    document.querySelector("main")?.append(later);
  });
  await figures.nth(1).scrollIntoViewIfNeeded();
  await expect(figures.nth(1).locator(".reading")).not.toBeEmpty();
  expect(plain(names)).toEqual(["sines-only.wasm"]);
  await expect(figures.nth(1)).toHaveAttribute("position", "5");
  await figures.first().locator(".stage").press("ArrowRight");
  await expect.poll(() => figures.nth(1).evaluate((element) => /** @type {any} */ (element).getState().position)).toBe("6");
});

test("files of every figure come from one chunk", async ({ page }) => {
  const names = watch(page);
  await host(page, `<phasor-figure name="binary-bits"></phasor-figure>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  names.length = 0;
  const csv = () => figure.evaluate(async (element) => (await /** @type {any} */ (element).exportCsv()).name);
  expect(await csv()).toBe("phasor-binary-bits.csv");
  expect(plain(names)).toEqual(["files.wasm"]);
  await figure.evaluate((element) => element.setAttribute("name", "scoreboard"));
  await expect(figure.locator("#scoreboard-reading")).not.toBeEmpty();
  expect(await csv()).toBe("phasor-scoreboard.csv");
  expect(plain(names)).toEqual(["files.wasm", "scoreboard.wasm"]);
});

test("attributes and properties agree, and errors are reported", async ({ page }) => {
  await host(page, `<phasor-figure name="distance-heatmap" base="500000" dim="64"></phasor-figure>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  const property = (/** @type {string} */ name) => figure.evaluate((element, name) => /** @type {any} */ (element)[name], name);
  expect(await property("base")).toBe("500000");
  await figure.evaluate((element) => element.setAttribute("dim", "128"));
  expect(await property("dim")).toBe("128");
  await figure.evaluate((element) => Object.assign(element, { viewRow: 3 }));
  await expect(figure).toHaveAttribute("view-row", "3");
  const error = figure.evaluate(
    (element) => new Promise((resolve) => element.addEventListener("phasor-error", (event) => resolve(/** @type {CustomEvent} */ (event).detail.message))),
  );
  await figure.evaluate((element) => element.setAttribute("dim", "7"));
  expect(await error).toMatch(mentions("`dim`", 2, "1,024", "`7`"));
  const message = errorOf(figure);
  await expect(message).toHaveText(String(await error));
  expect(await property("dim")).toBe("128");
  await figure.evaluate((element) => element.setAttribute("dim", "32"));
  await expect(message).toBeEmpty();
  await expect(figure.locator("#distance-heatmap-dim-number")).toHaveValue("32");
});

test("a change by the reader fires an event, and linked figures follow", async ({ page }) => {
  await host(
    page,
    `<phasor-figure name="sine-waves" linked="a" position="3"></phasor-figure>
     <phasor-figure name="rotation-angles" linked="a"></phasor-figure>
     <phasor-figure name="rotation-angles"></phasor-figure>`,
  );
  const [first, second, alone] = [0, 1, 2].map((place) => page.locator("phasor-figure").nth(place));
  await alone.scrollIntoViewIfNeeded();
  await expect(alone.locator(".reading")).not.toBeEmpty();
  const changed = first.evaluate(
    (element) => new Promise((resolve) => element.addEventListener("phasor-change", (event) => resolve(/** @type {CustomEvent} */ (event).detail))),
  );
  await first.locator(".stage").focus();
  await first.locator(".stage").press("ArrowRight");
  expect(await changed).toEqual({ position: "4" });
  const state = (/** @type {import("@playwright/test").Locator} */ figure) => figure.evaluate((element) => /** @type {any} */ (element).getState());
  expect(await state(second)).toEqual({ position: "4" });
  expect(await state(alone)).toEqual({});
});

test("one wrong attribute leaves the others in force, and a wrong name shows one sentence", async ({ page }) => {
  await host(page, `<phasor-figure name="sine-waves" dim="9" base="500"></phasor-figure><phasor-figure name="sin"><p>fallback</p></phasor-figure>`);
  const [figure, unknown] = [0, 1].map((place) => page.locator("phasor-figure").nth(place));
  await expect(errorOf(figure)).toContainText(mentions("`dim`", 2, "1,024", "`9`"));
  expect(await figure.evaluate((element) => /** @type {any} */ (element).getState())).toEqual({ base: "500" });
  await unknown.scrollIntoViewIfNeeded();
  await expect(errorOf(unknown)).toContainText(mentions("`sin`", "sine-waves", "scoreboard"));
  await expect(unknown.getByText("fallback")).toBeVisible();
  // With a valid name the figure works; with a wrong one the author's content is back.
  await unknown.evaluate((element) => element.setAttribute("name", "sine-waves"));
  await expect(unknown.locator("canvas").first()).toBeVisible();
  await expect(unknown.getByText("fallback")).toBeHidden();
  await unknown.evaluate((element) => element.setAttribute("name", "cosine"));
  await expect(errorOf(unknown)).toContainText(mentions("`cosine`", "sine-waves", "scoreboard"));
  await expect(unknown.getByText("fallback")).toBeVisible();
});

test("a moved figure keeps its state, and a hidden one starts when it appears", async ({ page }) => {
  await host(page, `<div id="tab" hidden><phasor-figure name="sine-waves" position="5"></phasor-figure></div><div id="other"></div>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas")).toHaveCount(0);
  await page.evaluate(() => document.getElementById("tab")?.removeAttribute("hidden"));
  await expect(figure.locator("canvas").first()).toBeVisible();
  await figure.locator(".stage").focus();
  await figure.locator(".stage").press("ArrowRight");
  await figure.evaluate((element) => document.getElementById("other")?.append(element));
  const position = () => figure.evaluate((element) => /** @type {any} */ (element).position);
  expect(await position()).toBe("6");
  await figure.evaluate(async (element) => {
    const place = element.parentElement;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    place?.append(element);
  });
  await expect(figure.locator("canvas").first()).toBeVisible();
  expect(await position()).toBe("6");
});

test("the host's styles do not affect the figure, and the figure's do not affect the host", async ({ page }) => {
  await page.route("**/host.css", (route) =>
    route.fulfill({ body: "* { color: red !important; font-size: 40px; } p, div, canvas { display: none !important; } main { display: block; }", contentType: "text/css" }),
  );
  await host(page, `<link rel="stylesheet" href="host.css"><phasor-figure name="sine-waves"></phasor-figure><button>of the host</button>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  await expect(figure.locator(".reading")).toBeVisible();
  const radius = page.getByRole("button", { name: "of the host" });
  expect(await radius.evaluate((button) => getComputedStyle(button).borderRadius)).toBe("0px");
  const globals = await page.evaluate(() => Object.keys(window).filter((name) => /phasor|wasm/i.test(name)));
  expect(globals).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, ""]);
});

test("methods and buttons save files", { tag: "@download" }, async ({ page }) => {
  await host(page, `<phasor-figure name="sine-waves" dim="16" length="16"></phasor-figure>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  const [name, type, text] = await figure.evaluate(async (element) => {
    /** @type {File} */
    const file = await /** @type {any} */ (element).exportCsv();
    return [file.name, file.type, await file.text()];
  });
  expect([name, type]).toEqual(["phasor-sine-waves-dim-16-length-16.csv", "text/csv"]);
  expect(text.split("\n").length).toBeGreaterThan(8);
  const download = page.waitForEvent("download");
  await openPart(figure, "Share");
  await figure.getByRole("button", { name: "Save as SVG" }).click();
  expect((await download).suggestedFilename()).toBe("phasor-sine-waves-dim-16-length-16.svg");
});

test("attributes set the looks, and a caption has a slot", async ({ page }) => {
  await host(
    page,
    `<phasor-figure name="sine-waves" theme="dark" controls="none"><span slot="caption">caption</span><a href="#x">still picture</a></phasor-figure>`,
  );
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  await expect(page.getByText("caption", { exact: true })).toBeVisible();
  await expect(page.getByText("still picture")).toBeHidden();
  const paper = () => figure.locator(".phasor").evaluate((place) => getComputedStyle(place).backgroundColor);
  expect(await paper()).toBe("rgb(21, 23, 28)");
  const base = figure.getByRole("slider", { name: "base (θ)" });
  const play = figure.getByRole("button", { name: "Play" });
  await expect(play).toBeHidden();
  await figure.evaluate((element) => element.setAttribute("controls", "minimal"));
  await expect(play).toBeVisible();
  await expect(base).toBeHidden();
  await figure.evaluate((element) => element.removeAttribute("controls"));
  await expect(base).toBeVisible();
  await figure.evaluate((element) => element.setAttribute("theme", "light"));
  expect(await paper()).toBe("rgb(255, 253, 249)");
  await figure.evaluate((element) => element.setAttribute("theme", "blue"));
  await expect(errorOf(figure)).toContainText(mentions("`theme`", "auto", "light", "dark", "`blue`"));
});

test("a host's colours reach text and canvas, even when they change later", async ({ page }) => {
  await page.route("**/host.css", (route) =>
    route.fulfill({ body: "main { --phasor-surface: #fee; --phasor-query: oklch(0.5 0.2 140); } main.night { color-scheme: dark; --phasor-surface: #012; }", contentType: "text/css" }),
  );
  await host(page, `<link rel="stylesheet" href="host.css"><phasor-figure name="sine-waves"></phasor-figure>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  const paper = () => figure.locator(".phasor").evaluate((place) => getComputedStyle(place).backgroundColor);
  /** Returns whether some pixel of the canvases has this colour. */
  const has = (/** @type {number[]} */ colour) =>
    figure.evaluate(
      (element, [red, green, blue]) =>
        [.../** @type {ShadowRoot} */ (element.shadowRoot).querySelectorAll("canvas")].some((canvas) => {
          const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
          const pen = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d", { willReadFrequently: true }));
          pen.drawImage(canvas, 0, 0);
          const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
          return data.some((_, at) => at % 4 === 0 && data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255);
        }),
      colour,
    );
  expect(await paper()).toBe("rgb(255, 238, 238)");
  const green = await page.evaluate(() => {
    const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    pen.fillStyle = "oklch(0.5 0.2 140)";
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });
  await expect.poll(() => has(green)).toBe(true);
  await page.evaluate(() => document.querySelector("main")?.classList.add("night"));
  await expect.poll(paper).toBe("rgb(0, 17, 34)");
  // The colour of keys in the dark theme, which the host has not changed.
  await expect.poll(() => has([0xe2, 0xcf, 0x56])).toBe(true);
  const svg = await figure.evaluate(async (element) => (await /** @type {any} */ (element).exportSvg()).text());
  expect(svg.toLowerCase()).toContain("#001122");
});

test("a property writes its attribute at once, without an empty value in between", async ({ page }) => {
  await host(page, `<phasor-figure name="sine-waves"></phasor-figure>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  const heard = await figure.evaluate((element) => {
    /** @type {string[]} */
    const heard = [];
    element.addEventListener("phasor-error", (event) => heard.push(/** @type {CustomEvent} */ (event).detail.message));
    Object.assign(element, { base: 500, farOffset: 7, theme: "dark", controls: "none", autoplay: true, linked: null });
    Object.assign(element, { base: null, autoplay: false });
    return [...heard, ...element.getAttributeNames()];
  });
  expect(heard).toEqual(["name", "far-offset", "theme", "controls"]);
});

test("attributes follow the reader, and unchanged ones keep the author's notation", async ({ page }) => {
  await host(page, `<phasor-figure name="sine-waves" base="1e4" position="3"></phasor-figure>`);
  const figure = page.locator("phasor-figure");
  await figure.locator(".stage").focus();
  await figure.locator(".stage").press("ArrowRight");
  await expect(figure).toHaveAttribute("position", "4");
  await expect(figure).toHaveAttribute("base", "1e4");
  // Reset restores the author's values.
  await openPart(figure, "Settings");
  await figure.getByRole("button", { name: "Reset" }).click();
  await expect(figure).toHaveAttribute("position", "3");
  await expect(figure).toHaveAttribute("base", "1e4");
});

test("text has the reader's font size, whatever the host's root has", async ({ page }) => {
  await page.route("**/host.css", (route) => route.fulfill({ body: "html { font-size: 62.5%; }", contentType: "text/css" }));
  await host(page, `<link rel="stylesheet" href="host.css"><phasor-figure name="sine-waves"></phasor-figure>`);
  const reading = page.locator("phasor-figure .reading");
  await expect(reading).toBeVisible();
  expect(await reading.evaluate((text) => getComputedStyle(text).fontSize)).toBe("16px");
});

test("print shows the author's content until the reader changes the figure", { tag: "@media" }, async ({ page }) => {
  await host(page, `<phasor-figure name="sine-waves"><p>still picture</p></phasor-figure>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("still picture")).toBeVisible();
  await expect(figure.locator("canvas").first()).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await figure.locator(".stage").focus();
  await figure.locator(".stage").press("ArrowRight");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("still picture")).toBeHidden();
  await expect(figure.locator("canvas").first()).toBeVisible();
  await expect(moreOf(figure)).toBeHidden();
});

test("one program serves several scripts and figures, with one frame request at a time", async ({ page }) => {
  const names = watch(page);
  await page.addInitScript(() => {
    const ask = requestAnimationFrame;
    Object.assign(globalThis, { frames: 0 });
    globalThis.requestAnimationFrame = (callback) => {
      /** @type {any} */ (globalThis).frames += 1;
      return ask(callback);
    };
  });
  const figure = (/** @type {string} */ name) => `<phasor-figure name="${name}" autoplay></phasor-figure>`;
  await host(page, `${figure("sine-waves")}${figure("binary-bits")}<script type="module" src="embed/phasor.js?again"></script>`);
  const figures = page.locator("phasor-figure");
  await expect(figures.locator("canvas").first()).toBeVisible();
  await expect(figures.nth(1).locator(".reading")).not.toBeEmpty();
  expect(plain(names).filter((name) => name === "page.wasm")).toHaveLength(1);
  const { frames, passed } = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const count = () => /** @type {any} */ (globalThis).frames;
        const [before, start] = [count(), performance.now()];
        // The test uses a timer, because its own animation frames would be counted.
        setTimeout(() => resolve({ frames: count() - before, passed: performance.now() - start }), 1000);
      }),
  );
  expect(frames).toBeGreaterThan(5);
  // One request for each frame of at least 1/60 s, although two figures play.
  expect(frames).toBeLessThanOrEqual(Math.ceil(passed / (1000 / 60)) + 2);
});

test("without scripts or without the program, the author's content is visible", { tag: "@noscript" }, async ({ page, browser }) => {
  const still = `<phasor-figure name="sine-waves"><p>still picture</p></phasor-figure>`;
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const quiet = await plain.newPage();
  await quiet.route("**/host.html", (route) => route.fulfill({ body: `<!doctype html>${still}<script type="module" src="embed/phasor.js"></script>`, contentType: "text/html" }));
  await quiet.goto(address("host.html"));
  await expect(quiet.getByText("still picture")).toBeVisible();
  await plain.close();
  await page.addInitScript(() => Object.assign(globalThis, { WebAssembly: undefined }));
  await host(page, still);
  const error = errorOf(page.locator("phasor-figure"));
  await expect(error).toHaveAttribute("data-cause", "load");
  await expect(error).toBeVisible();
  await expect(page.getByText("still picture")).toBeVisible();
});

test("forced colours and reduced motion are respected", { tag: "@media" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await host(page, `<phasor-figure name="sine-waves" autoplay></phasor-figure>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("#sine-waves-still")).not.toBeEmpty();
  await expect(figure.getByRole("button", { name: "Play" })).toBeDisabled();
  const slider = figure.getByRole("slider", { name: "base (θ)" });
  expect(await slider.evaluate((input) => getComputedStyle(input).appearance)).toBe("auto");
  await figure.getByRole("button", { name: "Step forward" }).click();
  await expect(figure).toHaveAttribute("position", "21");
});

/** What may happen to a figure in the moment after a change. */
const ENDS = {
  "becomes another one": (/** @type {Element} */ figure) => figure.setAttribute("name", "blue-dog"),
  "is removed": (/** @type {Element} */ figure) => figure.remove(),
};

for (const [says, end] of Object.entries(ENDS)) {
  test(`a figure with open settings ${says} in the moment after a change`, async ({ page }) => {
    await host(page, '<phasor-figure name="normalised-code"></phasor-figure><phasor-figure name="sine-waves"></phasor-figure>');
    const [figure, other] = [page.locator("phasor-figure").first(), page.locator("phasor-figure").last()];
    await openPart(figure, "Settings");
    await figure.locator("#normalised-code-sentence").fill("the dog");
    await figure.evaluate(end);
    await expect(other.locator(".reading")).toContainText(mentions(20));
    await page.locator("phasor-figure").first().evaluate((element) => element.setAttribute("name", "blue-dog"));
    await expect(page.locator("phasor-figure").first().locator("#blue-dog-reading")).toContainText(/\d\.\d{4}/);
  });
}

test("a figure with open settings takes several attributes at once", async ({ page }) => {
  await host(page, '<phasor-figure name="normalised-code"></phasor-figure>');
  const figure = page.locator("phasor-figure");
  await openPart(figure, "Settings");
  await figure.evaluate((element) => {
    element.setAttribute("sentence", "the dog");
    element.setAttribute("name", "integer-code");
  });
  await expect(figure.locator("#integer-code-reading")).toContainText("“dog”");
  expect(await figure.evaluate((element) => /** @type {any} */ (element).getState())).toEqual({ sentence: "the dog" });
});

test("three hundred mounts leave no memory behind", { tag: "@same" }, async ({ page }) => {
  await page.addInitScript(memories);
  await host(page, `<div id="place"></div>`);
  const memory = () => page.evaluate(() => /** @type {any} */ (window).wasmBytes());
  const mount = (/** @type {number} */ times) =>
    page.evaluate(async (times) => {
      const names = ["sine-waves", "binary-bits", "rotation-angles", "distance-heatmap"];
      const place = /** @type {HTMLElement} */ (document.getElementById("place"));
      for (let time = 0; time < times; time += 1) {
        const figure = document.createElement("phasor-figure");
        figure.setAttribute("name", names[time % names.length]);
        const ready = new Promise((resolve) => figure.addEventListener("phasor-ready", resolve));
        place.append(figure);
        await ready;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        figure.remove();
      }
    }, times);
  await mount(40);
  const before = await memory();
  expect(before).toBeGreaterThan(0);
  await mount(300);
  expect(await memory()).toBe(before);
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds no faults, ${scheme}`, { tag: "@same" }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await host(page, `<phasor-figure name="distance-heatmap"></phasor-figure>`);
    await expect(page.locator("phasor-figure canvas").first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include("phasor-figure").analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  });
}
