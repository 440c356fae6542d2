// Firefox, over WebDriver BiDi: another browser engine, without WebGPU.

import puppeteer from "puppeteer-core";
import { DIST } from "../../tools/build.mjs";
import { serve } from "../../tools/serve.mjs";
import { findFirefox } from "../../tools/setup.mjs";
import { reportsHere, reportsOf } from "../race.mjs";
import { expect, test } from "@playwright/test";

/** @typedef {import("puppeteer-core").Page} Page */

/**
 * Opens an address, uses the page, and fails if the page has reported errors.
 * @param {string} url
 * @param {(page: Page) => Promise<void>} use
 */
async function visit(url, use) {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: findFirefox(), headless: true });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1200, height: 900 });
    /** @type {string[]} */
    const troubles = [];
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
    await page.goto(url);
    await use(page);
    expect(troubles).toEqual([]);
  } finally {
    await browser.close();
  }
}

test("firefox: a linked figure works and follows keys", async () => {
  await visit(process.env.PHASOR_HOST_HTML ?? "", async (page) => {
    await page.waitForFunction(() => document.querySelector("phasor-figure")?.shadowRoot?.querySelector("canvas"));
    expect(await page.evaluate(() => "gpu" in navigator)).toBe(false);
    const stage = await page.evaluateHandle(() => document.querySelector("phasor-figure")?.shadowRoot?.querySelector(".stage"));
    await /** @type {any} */ (stage).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector("phasor-figure")?.getAttribute("offset") === "3");
    // The picture has many colours.
    const colours = await page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("phasor-figure")?.shadowRoot?.querySelectorAll("canvas")[1]);
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      return new Set(new Uint32Array(pen.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
    });
    expect(colours).toBeGreaterThan(20);
  });
});

test("firefox: the page works, and bulk RoPE runs on the processor", async () => {
  const { url, close } = await serve({ root: DIST });
  try {
    await visit(`${url}lab.html`, async (page) => {
      await page.waitForFunction(() => document.querySelectorAll(".stage canvas").length >= 8);
      const box = await page.waitForSelector("#shared-base-number, #sine-waves-base-number");
      await box?.click({ count: 3 });
      await page.keyboard.type("500000");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => location.search.includes("base=500000"));
      await page.click("#bulk-open");
      await page.waitForSelector("#bulk-rope .reading");
      await page.waitForFunction(() => /SIMD/i.test(document.querySelector("#bulk-rope")?.textContent ?? ""));
    });
  } finally {
    close();
  }
});

test("firefox: a race of transformers reports the same numbers as Node to its end, bit for bit", async () => {
  const { url, close } = await serve({ root: DIST });
  try {
    await visit(`${url}embed.html?name=training-race`, async (page) => {
      expect(await page.evaluate(reportsOf(url))).toEqual(await reportsHere());
    });
  } finally {
    close();
  }
});
