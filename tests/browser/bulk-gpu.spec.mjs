// The figure of bulk RoPE with WebGPU, which SwiftShader emulates on the processor.

import { readFileSync } from "node:fs";
import { expect, lab, mentions, read, test } from "./lab.mjs";
import { SOFTWARE_GPU, chromiumOptions } from "../../tools/setup/browsers.mjs";

test.use({ launchOptions: chromiumOptions(...SOFTWARE_GPU) });

/**
 * The rotations with which crates/bulk/tests tests every other kernel.
 * @type {Record<string, string | number>[]}
 */
const SHAPES = JSON.parse(readFileSync(new URL("../../crates/bulk/tests/shapes.json", import.meta.url), "utf8"));

for (const [path, label] of [["webgpu", "WebGPU"], ["simd", "SIMD"], ["scalar", "scalar"]]) {
  test(`exact: ${label}`, { tag: "@gpu" }, async ({ page }) => {
    for (const [place, shape] of SHAPES.entries()) {
      const { heads, positions, first, head_dim, rotary_dim, base, pairing, layout } = shape;
      const query =
        `path=${path}&heads=${heads}&positions=${positions}&first-position=${first}&head-dim=${head_dim}` +
        `&rotary-dim=${rotary_dim}&base=${base}&pairing=${pairing}&layout=${layout}`;
      // Another fragment alone would not load the page again.
      await page.goto(lab(`?shape=${place}#bulk-rope?${query}`));
      const section = page.locator("#bulk-rope");
      await section.locator(".run").click();
      await expect(section.locator(".reading"), query).toContainText(mentions(label, positions.toLocaleString("en"), "MiB"));
      await expect(section.locator(".run")).toHaveText("Run");
      await section.locator(".numbers > summary").click();
      const errors = await section.locator("tbody td:nth-child(6)").allTextContents();
      expect(errors.length, query).toBeGreaterThan(0);
      for (const error of errors) {
        expect(read(error ?? ""), query).toBeGreaterThan(0);
        expect(read(error ?? ""), query).toBeLessThanOrEqual(2e-7);
      }
    }
  });
}

test("both paths are measured, and the figure names the faster one", { tag: "@gpu" }, async ({ page }) => {
  await page.goto(lab("#bulk-rope?positions=256"));
  const section = page.locator("#bulk-rope");
  await section.locator(".run").click();
  await expect(section.locator(".reading")).toContainText(
    /SIMD\b.*\b256\b.*\bWebGPU\b.*\b(GPU|processor)\b/,
    // A GPU that the processor plays takes its time.
    { timeout: 30_000 },
  );
});

/**
 * Makes workers run a script of the test first.
 * @param {import("@playwright/test").Page} page
 * @param {string} script
 */
function beginWorkersWith(page, script) {
  return page.route("**/bulk/worker.js*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: script + (await response.text()) });
  });
}

test("the loss of the GPU during a run shows one sentence, and the processor's numbers stay", { tag: "@gpu" }, async ({ page }) => {
  // The device is lost when a worker submits its thirtieth piece of work.
  await beginWorkersWith(
    page,
    `
      let worked = 0;
      const submit = GPUQueue.prototype.submit;
      const devices = [];
      const request = GPUAdapter.prototype.requestDevice;
      GPUAdapter.prototype.requestDevice = async function (...given) {
        const device = await request.apply(this, given);
        devices.push(device);
        return device;
      };
      GPUQueue.prototype.submit = function (...given) {
        worked += 1;
        if (worked === 30) devices.at(-1).destroy();
        return submit.apply(this, given);
      };`,
  );
  await page.goto(lab("#bulk-rope?positions=256"));
  const section = page.locator("#bulk-rope");
  await section.locator(".run").click();
  await expect(section.locator("#bulk-trouble")).toContainText(mentions("GPU", "lost"));
  await expect(section.locator(".run")).toHaveText("Run");
  await expect(section.locator(".reading")).toContainText(mentions("SIMD", 256));
});

test("full GPU memory shows one sentence, and the numbers of smaller sizes stay", { tag: "@gpu" }, async ({ page }) => {
  // The memory counts as full at the first buffer larger than a mebibyte.
  await beginWorkersWith(
    page,
    `
      let isFull = false;
      const filters = [];
      const { createBuffer, pushErrorScope, popErrorScope } = GPUDevice.prototype;
      GPUDevice.prototype.createBuffer = function (given) {
        isFull ||= given.size > 1 << 20;
        return createBuffer.call(this, given);
      };
      GPUDevice.prototype.pushErrorScope = function (filter) {
        filters.push(filter);
        return pushErrorScope.call(this, filter);
      };
      GPUDevice.prototype.popErrorScope = async function () {
        const isOfMemory = filters.pop() === "out-of-memory";
        const error = await popErrorScope.call(this);
        return isOfMemory && isFull ? new GPUOutOfMemoryError("full") : error;
      };`,
  );
  await page.goto(lab("#bulk-rope?positions=1024"));
  const section = page.locator("#bulk-rope");
  await section.locator(".run").click();
  await expect(section.locator("#bulk-trouble")).toContainText("memory");
  await expect(section.locator(".run")).toHaveText("Run");
  await expect(section.locator(".reading")).toContainText(/SIMD\b.*\b1,024\b.*WebGPU\b.*\b(16|64)\b/);
});
