// The figure of bulk RoPE with WebGPU, which SwiftShader plays on the processor.

import { address, expect, test } from "./lab.mjs";
import { QUIET } from "../../playwright.config.mjs";
import { setUpChromium } from "../../tools/setup.mjs";

const GPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-unsafe-swiftshader"];

test.use({ launchOptions: { executablePath: setUpChromium(), args: [...QUIET, ...GPU] } });

for (const pairing of ["half-split", "interleaved"]) {
  for (const [layout, shape] of [
    ["heads-first", "heads=8&head-dim=128&rotary-dim=128"],
    ["positions-first", "heads=3&head-dim=96&rotary-dim=24"],
    ["heads-first", "heads=5&head-dim=50&rotary-dim=22"],
  ]) {
    test(`WebGPU is exact: ${pairing}, ${layout}, ${shape}`, async ({ page }) => {
      const query = `positions=300&first-position=9999700&path=webgpu&pairing=${pairing}&layout=${layout}&${shape}`;
      await page.goto(address(`#bulk-rope?${query}`));
      const section = page.locator("#bulk-rope");
      await section.locator(".run").click();
      await expect(section.locator(".reading")).toContainText("WebGPU turns 300 positions");
      await expect(section.locator(".run")).toHaveText("Run");
      await section.getByText("The numbers").click();
      for (const error of await section.locator("tbody td:nth-child(6)").allTextContents()) {
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
