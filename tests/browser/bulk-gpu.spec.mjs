// The figure of bulk RoPE with WebGPU, which SwiftShader plays on the processor.

import { readFileSync } from "node:fs";
import { address, expect, test } from "./lab.mjs";
import { QUIET } from "../../playwright.config.mjs";
import { setUpChromium } from "../../tools/setup.mjs";

const GPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-unsafe-swiftshader"];

test.use({ launchOptions: { executablePath: setUpChromium(), args: [...QUIET, ...GPU] } });

/**
 * The rotations that tests/bulk.rs and tests/gpu.rs put every other kernel to.
 * @type {Record<string, string | number>[]}
 */
const SHAPES = JSON.parse(readFileSync(new URL("../support/bulk_shapes.json", import.meta.url), "utf8"));

for (const path of ["webgpu", "simd", "scalar"]) {
  for (const shape of SHAPES) {
    const { heads, positions, first, head_dim, rotary_dim, base, pairing, layout } = shape;
    const query =
      `path=${path}&heads=${heads}&positions=${positions}&first-position=${first}&head-dim=${head_dim}` +
      `&rotary-dim=${rotary_dim}&base=${base}&pairing=${pairing}&layout=${layout}`;
    test(`exact: ${query}`, async ({ page }) => {
      await page.goto(address(`#bulk-rope?${query}`));
      const section = page.locator("#bulk-rope");
      await section.locator(".run").click();
      await expect(section.locator(".reading")).toContainText(`turns ${positions.toLocaleString("en")} position`);
      await expect(section.locator(".run")).toHaveText("Run");
      await section.getByText("The numbers").click();
      const errors = await section.locator("tbody td:nth-child(6)").allTextContents();
      expect(errors.length).toBeGreaterThan(0);
      for (const error of errors) {
        expect(Number(error)).toBeGreaterThan(0);
        expect(Number(error)).toBeLessThanOrEqual(2e-7);
      }
    });
  }
}

test("both paths are measured, and which is better is said", async ({ page }) => {
  await page.goto(address("#bulk-rope?positions=256"));
  const section = page.locator("#bulk-rope");
  await section.locator(".run").click();
  await expect(section.locator(".reading")).toContainText(
    /SIMD turns 256 positions .* WebGPU turns 256 positions .*is the faster path/,
  );
});

test("a GPU that is lost in mid-run is one sentence, and the processor's numbers stay", async ({ page }) => {
  // The device goes away at the thirtieth piece of work of a worker.
  await page.route("**/bulk/worker.js*", async (route) => {
    const response = await route.fetch();
    const lose = `
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
      };`;
    await route.fulfill({ response, body: lose + (await response.text()) });
  });
  await page.goto(address("#bulk-rope?positions=256"));
  const section = page.locator("#bulk-rope");
  await section.locator(".run").click();
  await expect(section.locator("#bulk-trouble")).toContainText("The GPU was lost");
  await expect(section.locator(".run")).toHaveText("Run");
  await expect(section.locator(".reading")).toContainText("SIMD turns 256 positions");
});
