// Measures how fast the page responds and how much it loads, and prints tables. Times depend on the machine and the
// run; only the ratios can be compared.

import { createRequire } from "node:module";
import { check } from "../tools/check/size.mjs";
import { DIST } from "../tools/program/stamp.mjs";
import { build } from "../tools/site/build.mjs";
import { buildCore, list } from "../tools/program/core.mjs";
import { chromiumOptions } from "../tools/setup/browsers.mjs";
import { setUpBrowser } from "../tools/setup/setup.mjs";
import { serve } from "../tools/site/serve.mjs";
import { SLOWER, firstFigure, interactions } from "./slow.mjs";
import { blit, dragAll, dragSlider, mountFigures, playTransition, plotly, scrollThrough, timeFrames } from "./page.mjs";

const LENGTHS = [512, 1024, 2048, 4096];
const STEPS = 120;

/** The slider that is dragged in each figure, over the middle of its range. */
const DRAGS = [
  { figure: "sine-waves", key: "base", query: "?length=512" },
  { figure: "binary-bits", key: "position", query: "?length=512" },
  { figure: "rotation-angles", key: "base", query: "?length=512&dim=128" },
  ...LENGTHS.map((length) => ({ figure: "distance-heatmap", key: "base", query: `?dim=128&length=${length}` })),
];

/** The transitions that take longer than a glide: what begins each, and its seconds. */
const TRANSITIONS = [
  { figure: "binary-bits", query: "?length=100", selector: "[data-query='corners=0']", secs: 1.4 },
  { figure: "distance-heatmap", query: "", selector: "[data-query^='woven=0']", secs: 1.7 },
  { figure: "distance-heatmap", query: "?length=4096", selector: "[data-query^='woven=0']", secs: 1.7 },
  { figure: "rotation-angles", query: "", selector: "input[type=radio][value=score]", secs: 2.2 },
  { figure: "rotation-angles", query: "?dim=512", selector: "input[type=radio][value=score]", secs: 2.2 },
  { figure: "sinusoidal-path", query: "", selector: "[data-query*='rise=1']", secs: 1.4 },
  { figure: "order-blind", query: "", selector: "input[type=radio][value=learned]", secs: 1.6 },
];

/** The most milliseconds that a frame of a transition may take. */
const FRAME_MILLIS = 8;

/**
 * @param {number[]} times
 * @param {number} share
 */
function quantile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

const median = (/** @type {number[]} */ times) => quantile(times, 0.5);
const millis = (/** @type {number} */ time) => `${time.toFixed(2)} ms`;

/** @param {string[]} cells */
function line(...cells) {
  console.log(cells.map((cell, place) => (place ? cell.padStart(16) : cell.padEnd(30))).join(""));
}

/**
 * Opens the Lab with one figure.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {{ figure: string, query: string }} drag
 */
async function openFigure(browser, url, { figure, query }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  await page.addInitScript(timeFrames);
  await page.goto(`${url}lab.html?figures=${figure}${query.replace("?", "&")}`);
  const stage = page.locator(`#${figure} .stage`);
  await stage.scrollIntoViewIfNeeded();
  await page.locator(`#${figure} .stage canvas`).first().waitFor();
  return page;
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {{ figure: string, key: string, query: string }} drag
 */
async function measureDrag(browser, url, drag) {
  const page = await openFigure(browser, url, drag);
  const options = { id: `shared-${drag.key}`, from: 0.3, to: 0.9, steps: STEPS };
  const times = await page.evaluate(dragSlider, options);
  await page.close();
  return times;
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 */
async function measureDrags(browser, url) {
  line("one drag step, main thread", "dragged", "median", "p95", "its frame");
  for (const drag of DRAGS) {
    const { step, frame } = await measureDrag(browser, url, drag);
    const length = /length=(\d+)/.exec(drag.query)?.[1] ?? "";
    const times = [median(step), quantile(step, 0.95), median(frame)].map(millis);
    line(`${drag.figure}, N = ${length}`, drag.key, ...times);
  }
}

/**
 * Plays each transition, and measures its frames.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 */
async function measureTransitions(browser, url) {
  line("a frame of a transition", "frames", "median", "p95", "longest", `p95 : ${FRAME_MILLIS} ms`);
  for (const { figure, query, selector, secs } of TRANSITIONS) {
    const page = await openFigure(browser, url, { figure, query });
    // Presets are in the panel.
    await page.locator(`#${figure} .more`).click();
    await page.locator(`#${figure} ${selector}`).waitFor({ state: "attached" });
    const times = await page.evaluate(playTransition, { selector: `#${figure} ${selector}`, secs });
    await page.close();
    const slow = quantile(times, 0.95);
    const cells = [median(times), slow, Math.max(...times)].map(millis);
    const verdict = slow > FRAME_MILLIS ? "MISSED" : "met";
    line(`${figure} ${query}`, String(times.length), ...cells, `${(slow / FRAME_MILLIS).toFixed(2)} ${verdict}`);
  }
}

/**
 * Compares the heatmap with a bare blit of as many pixels, and with Plotly. The time to repaint the image is that of a
 * frame in which the image changes minus that of a frame in which only the cursor moves. At dim 4, the curve of the new
 * base costs almost nothing.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 */
async function measurePeers(browser, url) {
  const page = await openFigure(browser, url, { figure: "distance-heatmap", query: "" });
  const picture = page.locator("#distance-heatmap .stage canvas").nth(1);
  const side = await picture.evaluate((element) => /** @type {HTMLCanvasElement} */ (element).width);
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve("plotly.js-dist-min") });
  line(`heatmap, ${side} x ${side} pixels`, "whole frame", "image alone", "bare blit", "image : blit", "Plotly", "Plotly : frame");
  for (const length of LENGTHS) {
    const query = `?dim=4&length=${length}`;
    const times = (/** @type {string} */ key) => measureDrag(browser, url, { figure: "distance-heatmap", key, query });
    const frame = median((await times("base")).frame);
    const image = frame - median((await times("offset")).frame);
    const bare = median(await page.evaluate(blit, { side, steps: STEPS }));
    const steps = length > 1024 ? 3 : 7;
    const peer = median(await page.evaluate(plotly, { length, side, steps }));
    const ratios = [`${(image / bare).toFixed(2)} x`, millis(peer), `${(peer / frame).toFixed(0)} x`];
    line(`N = ${length}`, millis(frame), millis(image), millis(bare), ...ratios);
  }
  await page.close();
}

/**
 * Measures figures in somebody else's page: the first one, which loads and compiles the program, and later ones.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 */
async function measureMounts(browser, url) {
  line("a figure in another page", "first, local host", "later, median", "later, p95", "its first frame");
  for (const name of ["sine-waves", "binary-bits", "rotation-angles", "distance-heatmap"]) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    await page.addInitScript(timeFrames);
    await page.goto(`${url}embed/integrity.json`);
    const { first, later, frame } = await page.evaluate(mountFigures, { name, times: 60 });
    line(name, millis(first), millis(median(later)), millis(quantile(later, 0.95)), millis(median(frame)));
    await page.close();
  }
}

/**
 * Measures every slider of every figure, and prints the slowest slider of each figure.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 */
async function measureFigures(browser, url) {
  line("a step of a slider, all figures", "slowest slider", "median", "p95");
  for (const { name } of list(await buildCore()).figures) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    await page.addInitScript(timeFrames);
    await page.goto(`${url}embed/integrity.json`);
    const sliders = await page.evaluate(dragAll, { name, steps: 40 });
    const [slowest] = sliders.sort((one, other) => median(other.step) - median(one.step));
    if (slowest) {
      line(name, slowest.slider.replace(`${name}-`, ""), millis(median(slowest.step)), millis(quantile(slowest.step, 0.95)));
    }
    await page.close();
  }
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 */
async function measureScrolling(browser, url) {
  const page = await browser.newPage();
  await page.goto(url);
  const long = await page.evaluate(scrollThrough, { line: 60 });
  console.log(`scrolling through the ladder: ${long.length} tasks above 50 ms, the longest ${millis(Math.max(0, ...long))} ms`);
  await page.close();
}

/**
 * Measures a slow device. Every interaction should be painted within 200 ms, and the first figure be live within 5 s.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 */
async function measureSlow(browser, url) {
  line(`processor ${SLOWER} times slower`, "slowest control", "to next paint", "median", "controls");
  for (const { name } of list(await buildCore()).figures) {
    const all = await interactions(browser, url, name);
    const [{ what, took }] = all;
    const verdict = took > 200 ? "MISSED" : "met";
    line(name, what.slice(0, 15), millis(took), millis(median(all.map((one) => one.took))), String(all.length), verdict);
  }
  console.log();
  line("first live figure, slow 4G", "fast processor", "", `${SLOWER} times slower`);
  for (const path of ["", "lab.html", "embed.html?name=sine-waves"]) {
    const times = [await firstFigure(browser, url + path, false), await firstFigure(browser, url + path, true)];
    const cells = times.flatMap((took) => [`${(took / 1000).toFixed(1)} s`, took > 5000 ? "MISSED" : "met"]);
    line(path || "the ladder", ...cells);
  }
}

await setUpBrowser();
// These imports need packages that set-up has just installed.
const { chromium } = await import("@playwright/test");
await build();
// Browsers give only isolated pages a clock finer than a tenth of a millisecond.
const headers = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};
const { url, close } = await serve({ root: DIST, headers });
const browser = await chromium.launch(chromiumOptions());
console.log(`\nChromium ${browser.version()}, ${STEPS} steps each\n`);
await measureDrags(browser, url);
console.log();
await measureTransitions(browser, url);
console.log();
await measurePeers(browser, url);
console.log();
await measureMounts(browser, url);
console.log();
await measureFigures(browser, url);
console.log();
await measureScrolling(browser, url);
console.log();
await measureSlow(browser, url);
await browser.close();
close();
console.log();
await check();
