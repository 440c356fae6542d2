// A language model on the GPU, which SwiftShader emulates on the processor.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PLACE_IN_SITE } from "../../tools/setup/language_model.mjs";
import { ROOT } from "../../tools/setup/setup.mjs";
import { SOFTWARE_GPU, chromiumOptions } from "../../tools/setup/browsers.mjs";
import { address, expect, test } from "./lab.mjs";

test.use({ launchOptions: chromiumOptions(...SOFTWARE_GPU) });

const SMALL = readFileSync(join(ROOT, "tests", "golden", "decoder", "llama", "model.gguf"));

/** Opens a figure in a state, and runs the small model in it. @param {import("@playwright/test").Page} page @param {string} query */
async function open(page, query) {
  await page.route(`**/${PLACE_IN_SITE}*.gguf`, (route) => route.fulfill({ body: SMALL }));
  await page.goto(address(`embed.html?name=real-model&${query}`));
  await page.getByRole("button", { name: /^Run it here/ }).click();
  await page.getByRole("button", { name: /^Load/ }).click();
  const status = page.locator(".live [role=status]");
  await expect(status).toHaveText(/ s\.$/);
  return { status, gpu: page.getByRole("checkbox", { name: "on the GPU" }), reading: page.locator("phasor-figure .reading") };
}

for (const [test_, query] of [["next-word", "model-test=next-word&change=rotation"], ["text", "model-test=text&change=order"], ["heads", "model-test=heads&change=rule"]]) {
  test(`the GPU answers as the processor does: ${test_}`, { tag: "@gpu" }, async ({ page }) => {
    const { status, gpu, reading } = await open(page, query);
    // A GPU that is software is used only if the reader wants it.
    await expect(gpu).not.toBeChecked();
    const before = String(await reading.textContent());
    await gpu.check();
    await expect(status).toHaveText(/ on the GPU\.$/);
    await expect(reading).toHaveText(before);
    await gpu.uncheck();
    await expect(status).toHaveText(/ s\.$/);
    await expect(reading).toHaveText(before);
  });
}

test("without an adapter, the switch says so, and the processor goes on", { tag: "@gpu" }, async ({ page }) => {
  await page.route("**/language-model/worker.js*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `GPU.prototype.requestAdapter = async () => null;${await response.text()}` });
  });
  const { status, gpu } = await open(page, "model-test=next-word&change=rotation");
  await gpu.click();
  await expect(page.locator(".live .error")).toContainText("processor");
  await expect(gpu).not.toBeChecked();
  await expect(status).toHaveText(/ s\.$/);
});
