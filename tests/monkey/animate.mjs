// An hour of animation in a few minutes: the page's clock runs ahead, and every frame is painted.

import { chromium } from "@playwright/test";
import { chromiumOptions } from "../../tools/setup/browsers.mjs";
import { memories } from "../browser/memories.mjs";
import { growth, measure, written } from "./memory.mjs";
import { inside } from "./script.mjs";
import { watch } from "./watch.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** Where each page plays. The room of models has nothing that moves. @type {Record<string, string>} */
export const PLAYS = { ladder: "#sinusoidal", lab: "lab.html?speed=16", gallery: "gallery.html?speed=16#rotation-angles", embed: "embed.html?name=sine-waves&speed=16" };

/** The number of samples of memory. */
const SAMPLES = 12;

const MINUTE = 60_000;

/** Counts the frames that the page asks for. Runs inside the page. */
function count() {
  const own = /** @type {any} */ (window);
  own.counted = 0;
  const ask = requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => ask((now) => ((own.counted += 1), callback(now)));
}

/**
 * Lets the first figure of a page play for so many minutes, of the page's clock or of real time, and returns whether
 * nothing went wrong.
 * @param {{ name: string, base: string, minutes: number, isReal: boolean }} plan
 */
export async function animate({ name, base, minutes, isReal }) {
  /** @type {string[]} */
  const troubles = [];
  const browser = await chromium.launch(chromiumOptions());
  // The window is high enough for all figures of the Lab, because figures out of sight are not painted.
  const context = await browser.newContext({ viewport: { width: 1440, height: name === "lab" ? 3000 : 1000 } });
  if (!isReal) {
    await context.clock.install();
  }
  await context.addInitScript(count);
  await context.addInitScript(memories);
  await context.addInitScript({ content: inside });
  await watch(context, base, () => "", (trouble) => troubles.push(trouble));
  const page = await context.newPage();
  await page.goto(base + PLAYS[name]);
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  const began = performance.now();
  const samples = [];
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    const length = (minutes * MINUTE) / SAMPLES;
    await (isReal ? page.evaluate((length) => new Promise((done) => setTimeout(done, length)), length) : page.clock.runFor(length));
    samples.push(await measure(page));
    const frames = await page.evaluate(() => /** @type {any} */ (window).counted);
    console.log(`${name}: ${((sample * minutes) / SAMPLES).toFixed(1)} minutes, ${frames} frames, ${written(samples[samples.length - 1])}`);
  }
  troubles.push(...(await page.evaluate(() => /** @type {any} */ (window).monkey.check())), ...growth(samples));
  if (!(await page.getByRole("button", { name: "Pause", exact: true }).first().isVisible())) {
    troubles.push("the figure does not play any more");
  }
  await browser.close();
  const seconds = (performance.now() - began) / 1000;
  console.log(`${name}: ${minutes} minutes of animation in ${seconds.toFixed(0)} s, ${troubles.length} failures`);
  troubles.forEach((trouble) => console.log(`  ${trouble}`));
  return troubles.length === 0;
}
