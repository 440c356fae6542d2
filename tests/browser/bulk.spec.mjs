// The figure of bulk RoPE in a browser without a GPU: opened, run, cancelled, refused.

import { AxeBuilder } from "@axe-core/playwright";
import { test as plain } from "@playwright/test";
import { address, expect, lab, mentions, open, read, shared, test, type } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
function bulk(page) {
  const section = page.locator("#bulk-rope");
  return {
    section,
    run: section.locator(".run"),
    reading: section.locator(".reading"),
    trouble: section.locator("#bulk-trouble"),
    field: (/** @type {string} */ name) => section.locator(`#bulk-${name}`),
  };
}

/**
 * Opens the figure by its address, with the state `query`.
 * @param {Page} page
 */
async function openBulk(page, query = "") {
  await page.goto(lab(`#bulk-rope?${query}`));
  await expect(bulk(page).run).toBeVisible();
  return bulk(page);
}

/** @param {Page} page */
function watchRequests(page) {
  /** @type {Set<string>} */
  const names = new Set();
  const base = address();
  page.context().on("request", (request) => names.add(request.url().replace(base, "").replace(/\?.*/, "")));
  return names;
}

test("opening the figure loads its code, and running it loads the kernels", async ({ page }) => {
  const names = watchRequests(page);
  await open(page);
  names.clear();
  await page.locator("#bulk-open").click();
  const { run, reading, field } = bulk(page);
  await expect(run).toBeVisible();
  expect([...names]).toEqual([expect.stringMatching(/^embed\/bulk-rope-[0-9a-f]{8}\.wasm$/)]);
  await field("positions").fill("64");
  await field("positions").press("Tab");
  await run.click();
  await expect(reading).toContainText(mentions("SIMD", 64, "1 MiB"));
  await expect(run).toHaveText("Run");
  expect(names).toContain("bulk/simd_bg.wasm");
  expect(names).not.toContain("bulk/scalar_bg.wasm");
});

test("without a GPU the processor is still measured, and one sentence says why", { tag: "@again" }, async ({ page }) => {
  const { section, run, reading, trouble } = await openBulk(page, "positions=512&path=auto&first-position=9999488");
  await run.press("Enter");
  await expect(trouble).toContainText("GPU");
  await expect(run).toHaveText("Run");
  await expect(reading).toContainText(mentions("SIMD", 512, "8 MiB"));
  await section.locator(".numbers > summary").click();
  const rows = await section.locator("tbody tr").allTextContents();
  expect(rows).toHaveLength(3);
  const errors = await section.locator("tbody td:nth-child(6)").allTextContents();
  // Exact to a few roundings of 32 bits, at a position of ten million.
  for (const error of errors) {
    expect(read(error ?? "")).toBeGreaterThan(0);
    expect(read(error ?? "")).toBeLessThanOrEqual(2e-7);
  }
});

for (const pairing of ["half-split", "interleaved"]) {
  test(`scalar kernels compute the same numbers, ${pairing}`, async ({ page }) => {
    const names = watchRequests(page);
    const query = `positions=100&path=scalar&pairing=${pairing}&layout=positions-first&heads=7&head-dim=80&rotary-dim=20`;
    const { section, run, reading } = await openBulk(page, query);
    await run.click();
    await expect(reading).toContainText(mentions("scalar", 100));
    await expect(run).toHaveText("Run");
    expect(names).toContain("bulk/scalar_bg.wasm");
    await section.locator(".numbers > summary").click();
    const error = await section.locator("tbody td:nth-child(6)").first().textContent();
    expect(read(error ?? "")).toBeLessThanOrEqual(2e-7);
  });
}

test("a browser whose WebAssembly has no SIMD gets scalar kernels, or an error if it asks for SIMD", async ({ page }) => {
  await page.route("**/bulk/worker.js*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `WebAssembly.validate = () => false;\n${await response.text()}` });
  });
  const names = watchRequests(page);
  const { run, reading, trouble, field } = await openBulk(page, "positions=64&path=auto");
  await run.click();
  await expect(reading).toContainText(mentions("scalar", 64));
  await expect(run).toHaveText("Run");
  expect(names).not.toContain("bulk/simd_bg.wasm");
  await field("path").selectOption("simd");
  await run.click();
  await expect(trouble).toContainText(mentions("SIMD", "scalar"));
  await expect(run).toHaveText("Run");
});

test("a run can be cancelled, and the page stays responsive during it", async ({ page }) => {
  const { run, section, reading } = await openBulk(page, "positions=65536&path=scalar");
  await run.click();
  await expect(section.locator("progress")).toBeVisible();
  await expect(run).toHaveText("Cancel");
  // The other figures keep working.
  const before = await page.locator("#sine-waves .reading").innerText();
  await shared(page, "base").box.fill("500000");
  await expect(page.locator("#sine-waves .reading")).not.toHaveText(before);
  // Each size has a new worker, so for a moment there may be none.
  await expect.poll(() => page.workers().length).toBe(1);
  await run.click();
  await expect(run).toHaveText("Run");
  await expect(section.locator("progress")).toBeHidden();
  await expect.poll(() => page.workers().length).toBe(0);
  await bulk(page).field("positions").fill("16");
  await bulk(page).field("positions").press("Tab");
  await run.click();
  await expect(reading).toContainText(mentions("scalar", 16));
});

test("a size that is too large is refused at once, with the largest possible one", async ({ page }) => {
  const { run, trouble } = await openBulk(page, "positions=4194304");
  await run.click();
  await expect(trouble).toContainText(mentions("64 GiB", "120,989"));
  await expect(run).toHaveText("Run");
});

test("the address holds the shape, and an error in it is shown", async ({ page }) => {
  const { field, section, trouble } = await openBulk(page, "positions=128&heads=0&layout=positions-first");
  await expect(field("positions")).toHaveValue("128");
  await expect(field("heads")).toHaveValue("32");
  await expect(field("layout")).toHaveValue("positions-first");
  await expect(trouble).toContainText(mentions("`heads`", 1, "1,024", "`0`"));
  await section.getByRole("button", { name: "GPT-NeoX 20B" }).click();
  await expect(field("rotary-dim")).toHaveValue("24");
  await expect(page).toHaveURL(/#bulk-rope\?positions=128&layout=positions-first&heads=64&head-dim=96&rotary-dim=24&base=10000$/);
  await field("heads").press("ArrowUp");
  await expect(field("heads")).toHaveValue("67");
  await field("positions").press("Shift+ArrowUp");
  await expect(field("positions")).toHaveValue("256");
  await type(field("rotary-dim"), "98");
  await expect(section.locator("#bulk-rotary-dim-error")).toContainText(mentions("`rotary-dim`", 2, "head_dim", 96, "`98`"));
  await expect(page).toHaveURL(/positions=256.*rotary-dim=24/);
});

for (const [scheme, width] of /** @type {const} */ ([["light", 1440], ["dark", 390]])) {
  test(`axe finds no faults, and nothing is too wide: ${scheme}, ${width} pixels`, { tag: "@picture" }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 1000 });
    const { run, reading, section } = await openBulk(page, "positions=64&path=simd");
    await page.evaluate(() => document.fonts.ready);
    await expect(section.locator(".stage")).toHaveScreenshot(`bulk-rope-${scheme}-${width}.png`);
    await run.click();
    await expect(reading).toContainText(mentions("SIMD", 64));
    await expect(run).toHaveText("Run");
    const { violations } = await new AxeBuilder({ page }).include("#bulk-rope").analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
  });
}

plain("a figure that does not load says so, and offers another try", async ({ page }) => {
  await page.route("**/bulk-rope-*.wasm", (route) => route.abort());
  await page.goto(lab());
  const [button, error] = [page.locator("#bulk-open"), page.locator("#bulk-figure .error")];
  await expect(error).toBeEmpty();
  await button.click();
  await expect(error).not.toBeEmpty();
  await page.unroute("**/bulk-rope-*.wasm");
  await button.click();
  await expect(bulk(page).run).toBeVisible();
});

plain("if the kernels do not load, the figure says so, and the rest of the page works", async ({ page }) => {
  await page.route("**/bulk/simd_bg.wasm", (route) => route.abort());
  const { run, trouble } = await openBulk(page, "positions=64&path=simd");
  await run.click();
  await expect(trouble).not.toBeEmpty();
  await expect(run).toHaveText("Run");
  await expect(page.locator("#sine-waves .stage canvas").first()).toBeVisible();
});
