// Every control, used with mouse and keyboard, compared with the numbers of the core.

import { FIGURES, again, barOf, core, coreTable, drag, expect, figure, mentions, numbersIn, open, query, shared, test, type } from "./lab.mjs";

/** For each slider: its initial range, and its value after one press of the right arrow key. */
const SLIDERS = [
  { id: "#shared-base", key: "base", first: "2", last: "10000000", next: "10500" },
  { id: "#shared-dim", key: "dim", first: "2", last: "1024", next: "68" },
  { id: "#shared-position", key: "position", first: "0", last: "127", next: "21" },
  { id: "#shared-offset", key: "offset", first: "-127", last: "127", next: "3" },
  { id: "#shared-length", key: "length", first: "2", last: "4096", next: "134" },
  { id: "#sine-waves-far-offset", key: "far-offset", first: "-127", last: "127", next: "61" },
  { id: "#binary-bits-bits", key: "bits", first: "1", last: "53", next: "9" },
  { id: "#rotation-angles-pair", key: "pair", first: "0", last: "31", next: "4" },
  { id: "#distance-heatmap-zoom", key: "zoom", first: "1", last: "512", next: "1.25" },
  { id: "#distance-heatmap-view-row", key: "view-row", first: "0", last: "4096", next: "1" },
  { id: "#distance-heatmap-view-column", key: "view-column", first: "0", last: "4096", next: "1" },
];

/**
 * Opens the Lab, and the settings of the figure that has the control `id`.
 * @param {import("@playwright/test").Page} page
 * @param {string} id
 */
async function openFor(page, id) {
  // These controls appear only on a magnified heatmap.
  await open(page, id.includes("-view-") ? "?zoom=8" : "");
  const name = FIGURES.find((name) => id.startsWith(`#${name}`));
  if (name) {
    await figure(page, name).open("Settings");
  }
}

for (const [place, { id, key, first, last, next }] of SLIDERS.entries()) {
  test(`${id} follows keys, mouse and typed numbers, and keeps the last valid one`, again(place), async ({ page }) => {
    await openFor(page, id);
    const [slider, box, error] = ["", "-number", "-number-error"].map((end) => page.locator(id + end));
    const start = await box.inputValue();
    await slider.focus();
    await slider.press("ArrowRight");
    await expect(box).toHaveValue(next);
    await expect.poll(() => query(page).get(key)).toBe(next);
    await slider.press("ArrowLeft");
    await expect(box).toHaveValue(start);
    await slider.press("Home");
    await expect(box).toHaveValue(first);
    await slider.press("End");
    await expect(box).toHaveValue(last);
    await drag(page, slider, [0.9, 0.5], [0.02, 0.5]);
    await expect(box).toHaveValue(first);
    await expect(slider).toHaveAttribute("aria-valuetext", /\d/);
    await type(box, last);
    await expect(box).toHaveValue(last);
    await type(box, "nonsense");
    await expect(error).toContainText(mentions(`\`${key}\``, "`nonsense`"));
    await expect(box).toHaveAttribute("aria-invalid", "true");
    await expect.poll(() => query(page).get(key)).toBe(last);
    await type(box, first);
    await expect(error).toBeEmpty();
    await expect(box).toHaveValue(first);
  });
}

test("the base slider snaps to 10,000, 500,000 and 1,000,000", async ({ page }) => {
  await open(page);
  const { slider, box } = shared(page, "base");
  for (const snap of [10_000, 500_000, 1_000_000]) {
    // A press on the thumb moves nothing.
    await slider.press("Home");
    const fraction = Math.log(snap / 2) / Math.log(10_000_000 / 2);
    const bounds = await slider.boundingBox();
    const thumb = 18 / (bounds?.width ?? 1);
    const at = thumb / 2 + fraction * (1 - thumb) + 0.004;
    await slider.click({ position: { x: at * (bounds?.width ?? 1), y: (bounds?.height ?? 0) / 2 } });
    await expect(box).toHaveValue(String(snap));
  }
});

test("base, dim and positions reach every figure", { tag: "@same" }, async ({ page }) => {
  await open(page);
  await type(shared(page, "base").box, "500000");
  await type(shared(page, "dim").box, "128");
  await type(shared(page, "position").box, "100");
  await type(shared(page, "offset").box, "-7");
  const args = ["--base", "500000", "--dim", "128"];
  const angles = coreTable("angles", ...args, "--position", "100", "--offset", "-7");

  // Texts out of sight change only when the page has come to rest.
  await expect(figure(page, "sine-waves").reading).toContainText(mentions(100));
  const waves = await numbersIn(figure(page, "sine-waves").reading);
  const alike = coreTable("similarity-curve", ...args, "--measure", "cosine-similarity");
  expect(waves[1]).toBeCloseTo(alike.value[7], 3);
  expect(waves[2]).toBeCloseTo(alike.value[60], 3);

  await expect(figure(page, "rotation-angles").reading).toContainText(mentions(100, 93));
  const rotation = await numbersIn(figure(page, "rotation-angles").reading);
  const score = angles.score.reduce((sum, part) => sum + part, 0);
  expect(rotation[0]).toBeCloseTo(score, 4);

  const curve = coreTable("similarity-curve", ...args, "--measure", "cosine-distance");
  await expect(figure(page, "distance-heatmap").reading).toContainText(mentions(7, 100, 93));
  const heatmap = await numbersIn(figure(page, "distance-heatmap").reading);
  expect(heatmap[3]).toBeCloseTo(curve.value[7], 4);
  await expect(figure(page, "binary-bits").reading).toContainText(mentions(100, "01100100", 8));
});

for (const [place, [measure, label]] of [
  ["cosine-distance", "cosine distance"],
  ["cosine-similarity", "cosine similarity"],
  ["dot", "dot product"],
  ["euclidean", "Euclidean distance"],
].entries()) {
  test(`the measure ${measure} matches the core`, again(place), async ({ page }) => {
    await open(page, "?dim=1024&length=31&position=1&offset=1");
    await figure(page, "distance-heatmap").open("Settings");
    await page.locator("#distance-heatmap-measure").selectOption(measure);
    const curve = coreTable("similarity-curve", "--dim", "1024", "--length", "31", "--measure", measure);
    const { reading } = figure(page, "distance-heatmap");
    await expect(reading).toContainText(label);
    const printed = (await numbersIn(reading))[3];
    expect(Math.abs(printed / curve.value[1] - 1)).toBeLessThan(1e-3);
  });
}

test("layout, content and order are chosen from lists", { tag: "@same" }, async ({ page }) => {
  await open(page);
  await figure(page, "rotation-angles").open("Settings");
  await figure(page, "sine-waves").open("Settings");
  await page.locator("#rotation-angles-content").selectOption("tilted");
  // The control of the view is beside the picture.
  await figure(page, "rotation-angles").section.getByRole("radio", { name: "components" }).check({ force: true });
  await page.locator("#rotation-angles-pairing").selectOption("interleaved");
  await page.locator("#sine-waves-order").selectOption("concatenated");
  await expect
    .poll(() => query(page).toString())
    .toBe("order=concatenated&content=tilted&pairing=interleaved&angles-view=components");
});

test("pairs are chosen by text and on the ruler", { tag: "@same" }, async ({ page }) => {
  await open(page);
  const pairs = page.locator("#sine-waves-pairs");
  await figure(page, "sine-waves").open("Settings");
  await type(pairs, "0, 2-3");
  await expect(pairs).toHaveValue("0,2-3");
  await type(pairs, "-9");
  await expect(page.locator("#sine-waves-pairs-error")).toContainText(mentions("`pairs`", "auto", 16, "`-9`"));
  await expect.poll(() => query(page).get("pairs")).toBe("0,2-3");
  await figure(page, "sine-waves").preset("far-offset=60").click();
  await expect.poll(() => query(page).get("pairs")).toBe("0,2-3");
});

test("any integer is encoded, even beyond the largest position", { tag: "@same" }, async ({ page }) => {
  await open(page, "?value=9007199254740991");
  const { box, reading } = figure(page, "binary-bits");
  await type(box("bits"), "53");
  await expect(reading).toContainText(mentions("1".repeat(53), 53));
  await expect.poll(() => query(page).get("value")).toBe("9007199254740991");
  await type(shared(page, "position").box, "252");
  await type(box("bits"), "8");
  await expect(reading).toContainText(mentions(252, "11111100", 8));
  await expect.poll(() => query(page).get("value")).toBe(null);
});

test("a slider's help and unit reach assistive technology", async ({ page }) => {
  await open(page);
  const panel = barOf(page);
  await expect(panel.getByRole("slider", { name: "base (θ)" })).toHaveAttribute("aria-valuetext", "10,000");
  await expect(panel.getByRole("slider", { name: "components" })).toHaveAttribute("aria-valuetext", "64 components");
  expect(core("--help")).toContain("table");
});

test("a figure resets its parameters, and the panel resets everything", { tag: "@same" }, async ({ page }) => {
  await open(page, "?base=500000&dim=128&bits=12&measure=dot");
  await figure(page, "binary-bits").open("Settings");
  await figure(page, "binary-bits").button("Reset").click();
  await expect.poll(() => query(page).toString()).toBe("measure=dot");
  await barOf(page).getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => query(page).toString()).toBe("");
});
