// If something does not load or stops, readers see one sentence and the author's content.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { address, errorOf, expect, finished, frames, lab, mentions, stepOf, test } from "./lab.mjs";
import { host } from "./post.mjs";

/**
 * Opens two figures; `answer` serves the chunk of the first one.
 * @param {import("@playwright/test").BrowserContext} context
 * @param {(route: import("@playwright/test").Route) => Promise<void>} answer
 */
async function withChunk(context, answer) {
  // The test uses a new page, because here the browser is meant to log errors.
  const page = await context.newPage();
  await page.route("**/sine-waves-*.wasm", answer);
  await host(page, `<phasor-figure name="sine-waves"><p>still picture</p></phasor-figure><phasor-figure name="binary-bits"></phasor-figure>`);
  const [first, second] = [0, 1].map((place) => page.locator("phasor-figure").nth(place));
  await second.scrollIntoViewIfNeeded();
  await expect(second.locator("canvas").first()).toBeVisible();
  await first.scrollIntoViewIfNeeded();
  return { first, second };
}

test("a missing chunk shows one sentence and the author's content, and a second try works", async ({ context }) => {
  let refusals = 1;
  const { first, second } = await withChunk(context, (route) => (refusals-- > 0 ? route.fulfill({ status: 503 }) : route.continue()));
  await expect(errorOf(first)).toContainText(mentions("sine-waves", 503));
  await expect(first.getByText("still picture")).toBeVisible();
  await expect(second.locator(".reading")).not.toBeEmpty();
  await first.getByRole("button", { name: "Try again" }).click();
  await expect(first.locator("canvas").first()).toBeVisible();
  await expect(errorOf(first)).toBeEmpty();
  await expect(first.getByText("still picture")).toBeHidden();
});

test("a page of an older build says that its chunk is gone, and the next figure works", async ({ context }) => {
  const { first, second } = await withChunk(context, (route) => route.fulfill({ status: 404 }));
  await expect(errorOf(first)).toContainText(mentions("sine-waves", 404));
  await second.locator(".stage").press("ArrowRight");
  await expect(second).toHaveAttribute("position", "21");
});

test("a fault in WebAssembly shows one sentence and the author's content, and the next figure works", async ({ context }) => {
  const empty = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]);
  const { first, second } = await withChunk(context, (route) => route.fulfill({ body: empty, contentType: "application/wasm" }));
  await expect(errorOf(first)).toBeVisible();
  await expect(errorOf(first)).toHaveAttribute("data-cause", "fault");
  await expect(first.getByText("still picture")).toBeVisible();
  await second.locator(".stage").press("ArrowRight");
  await expect(second).toHaveAttribute("position", "21");
});

test("a fault during the use of a figure is shown on that figure, and the others work", async ({ context }) => {
  const { first, second } = await withChunk(context, (route) => route.continue());
  await expect(first.locator("canvas").first()).toBeVisible();
  await first.locator(".stage").press("ArrowRight");
  // The browser dispatches such an event when WebAssembly stops in a frame, where no call of the element can catch it.
  await first.evaluate(() => {
    const error = new WebAssembly.RuntimeError("unreachable");
    dispatchEvent(new ErrorEvent("error", { error, message: error.message }));
  });
  await expect(errorOf(first)).toBeVisible();
  await expect(errorOf(first)).toHaveAttribute("data-cause", "fault");
  await expect(first.getByText("still picture")).toBeVisible();
  await expect(first.locator("canvas")).toHaveCount(0);
  await second.locator(".stage").press("ArrowRight");
  await expect(second).toHaveAttribute("position", "21");
  await first.evaluate((element) => /** @type {any} */ (element).start());
  await expect(first.locator("canvas").first()).toBeVisible();
});

test("a fault during playing is shown on the figure that plays, and the other one continues", async ({ context }) => {
  const { first, second } = await withChunk(context, (route) => route.continue());
  // The window shows both figures, because figures out of sight do not play.
  await first.page().setViewportSize({ width: 1440, height: 3000 });
  await second.locator(".stage").press(" ");
  await first.evaluate((element) => element.setAttribute("autoplay", ""));
  await expect(first).toHaveAttribute("position", /\d/);
  // The first figure's canvas throws the error of a fault in WebAssembly.
  await first.evaluate((element) => {
    const canvas = /** @type {HTMLCanvasElement} */ (element.shadowRoot?.querySelector("canvas:last-of-type"));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.stroke = () => {
      throw new WebAssembly.RuntimeError("unreachable");
    };
  });
  await expect(errorOf(first)).toBeVisible();
  await expect(errorOf(first)).toHaveAttribute("data-cause", "fault");
  await expect(first.getByText("still picture")).toBeVisible();
  const before = await second.getAttribute("position");
  await expect(second).not.toHaveAttribute("position", String(before));
});

/**
 * Makes a worker stop with an error as soon as it gets something to do.
 * @param {import("@playwright/test").Page} page
 * @param {string} file
 */
async function breakWorker(page, file) {
  let breaks = 1;
  await page.route(`**/${file}*`, async (route) => {
    const response = await route.fetch();
    const words = breaks-- > 0 ? 'addEventListener("message", (event) => { event.stopImmediatePropagation(); throw new Error("killed"); });' : "";
    await route.fulfill({ response, body: `${words}${await response.text()}` });
  });
}

test("a figure whose worker stops says so, and a change of a setting tries again", async ({ context }) => {
  const page = await context.newPage();
  await breakWorker(page, "background-worker.js");
  await page.goto(address("embed.html?name=position-map&projection=umap"));
  const live = page.locator("phasor-figure");
  await expect(errorOf(live)).toBeVisible();
  await expect(errorOf(live)).toHaveAttribute("data-cause", "worker");
  await expect(live.locator("canvas").first()).toBeVisible();
  await live.evaluate((element) => element.setAttribute("dim", "32"));
  await expect(errorOf(live)).toBeEmpty();
  await finished(live);
  await page.close();
});

test("a figure whose worker does not find its file says so", async ({ context }) => {
  const page = await context.newPage();
  await page.goto(address("embed.html?name=position-map"));
  const live = page.locator("phasor-figure");
  await finished(live);
  // The page has the file already; only the worker asks for it.
  await context.route("**/position-map-*.wasm", (route) => route.abort());
  await live.evaluate((element) => element.setAttribute("projection", "umap"));
  await expect(errorOf(live)).toBeVisible();
  await expect(errorOf(live)).toHaveAttribute("data-cause", "network");
  await page.close();
});

test("a race whose worker stops ends with a sentence, and can be started again", async ({ context }) => {
  const page = await context.newPage();
  await breakWorker(page, "runner.js");
  await page.goto(address("embed.html?name=training-race&seed=3"));
  const start = page.getByRole("button", { name: "Start", exact: true });
  const started = page.waitForEvent("worker");
  await start.click();
  await started;
  await expect(page.locator(".race .error")).not.toBeEmpty();
  await start.click();
  await expect.poll(() => stepOf(page.locator("phasor-figure"))).toBeGreaterThan(0);
  await expect(page.locator(".race .error")).toBeEmpty();
  await page.close();
});

test("bulk RoPE whose worker stops says so, and can be run again", async ({ context }) => {
  const page = await context.newPage();
  await breakWorker(page, "bulk/worker.js");
  await page.goto(lab("#bulk-rope?positions=64&path=simd"));
  const section = page.locator("#bulk-rope");
  await section.locator(".run").click();
  await expect(section.locator("#bulk-trouble")).not.toBeEmpty();
  await expect(section.locator(".reading")).not.toContainText("SIMD");
  await section.locator(".run").click();
  await expect(section.locator(".reading")).toContainText(mentions("SIMD", 64));
  await expect(section.locator("#bulk-trouble")).toBeEmpty();
  await page.close();
});

test("the room of models says when the reader of weights stops, and reads them at the second try", async ({ context }) => {
  const page = await context.newPage();
  await breakWorker(page, "models-weigh.js");
  await page.goto(address("models.html#view=weights"));
  const golden = (/** @type {string} */ name) => fileURLToPath(new URL(`../golden/${name}`, import.meta.url));
  /** @type {{ cases: { id: string, config: string }[] }} */
  const { cases } = JSON.parse(readFileSync(golden("checkpoint.json"), "utf8"));
  const config = cases.find(({ id }) => id === "half-split-f32")?.config ?? "";
  await page.getByRole("textbox", { name: "config.json" }).fill(config);
  const file = golden("checkpoints/half-split-f32.safetensors");
  await page.locator("#weights-files").setInputFiles(file);
  await expect(page.locator("#ask-error")).not.toBeEmpty();
  await expect(page.locator("#weights-progress")).toBeHidden();
  await expect(page.locator("#weights-heads")).toBeHidden();
  await page.locator("#weights-files").setInputFiles(file);
  // The heads can be chosen when there is a report.
  await expect(page.locator("#weights-heads")).toBeVisible();
  await expect(page.locator("#ask-error")).toBeEmpty();
  await page.close();
});

test("when the browser has lost the GPU, every figure is painted again", { tag: "@protocol" }, async ({ browser }) => {
  // With reduced motion, the handles do not pulse.
  const page = await browser.newPage({ deviceScaleFactor: 2, reducedMotion: "reduce" });
  await page.goto(lab());
  await expect(page.locator("#distance-heatmap canvas").first()).toBeVisible();
  await page.locator("#bulk-open").click();
  await expect(page.locator("#bulk-rope canvas").first()).toBeVisible();
  /** Returns the number of pixels that are painted on each canvas. */
  const painted = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("canvas")].map((canvas) => {
        const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height);
        return data.reduce((count, value, index) => count + Number(index % 4 === 3 && value > 0), 0);
      }),
    );
  // Figures out of sight are painted when they come into sight.
  await page.setViewportSize({ width: 1440, height: 4000 });
  // Bulk RoPE has no axes, so its lower canvas stays empty.
  /** @type {number[]} */
  let before = [];
  const ready = async () => {
    const last = before;
    await frames(page);
    before = await painted();
    return before.filter((count) => count === 0).length === 1 && isDeepStrictEqual(before, last);
  };
  await expect.poll(ready).toBe(true);
  const restored = page.evaluate(() => new Promise((done) => addEventListener("contextrestored", done, { capture: true, once: true })));
  const session = await browser.newBrowserCDPSession();
  // The process never answers.
  session.send("Browser.crashGpuProcess").catch(() => undefined);
  await restored;
  await expect.poll(painted).toEqual(before);
  await page.close();
});
