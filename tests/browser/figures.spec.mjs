// The numbers of each figure and its reactions to pointers and keys, compared with the core.

import { readFile } from "node:fs/promises";
import { test as plain } from "@playwright/test";
import { FIGURES, columns, core, coreTable, drag, expect, figure, frames, mentions, numbersIn, open, query, shared, test } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/**
 * Saves a figure in a format and reads the file.
 * @param {Page} page
 * @param {string} name
 * @param {string} format
 */
async function save(page, name, format) {
  await figure(page, name).open("Share");
  const download = page.waitForEvent("download");
  await figure(page, name).button(`Save as ${format}`).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

for (const name of FIGURES) {
  test(`${name} saves the numbers that it shows`, async ({ page }) => {
    await open(page, "?base=500000&dim=16&length=16&position=5");
    const csv = await save(page, name, "CSV");
    expect(csv.name).toBe(`phasor-${name}-base-500000-dim-16-position-5-length-16.csv`);
    const json = await save(page, name, "JSON");
    expect(JSON.parse(json.bytes.toString())).toEqual(columns(csv.bytes.toString()));
    await figure(page, name).open("Numbers");
    const rows = figure(page, name).section.locator("tbody tr");
    await expect(rows).toHaveCount(Object.values(columns(csv.bytes.toString()))[0].length);
  });

  test(`${name} saves the picture that the command line draws`, async ({ page }, info) => {
    await open(page, "?dim=16&length=16&position=5");
    const svg = (await save(page, name, "SVG")).bytes.toString();
    // The width beside the open panel.
    const width = await figure(page, name).stage.evaluate((stage) => Math.floor(stage.clientWidth));
    const path = info.outputPath("figure.svg");
    const spec = ["--length", "16", "--position", "5", ...(name === "binary-bits" ? [] : ["--dim", "16"])];
    core("figure", name, ...spec, "--width", String(width), "-o", path);
    // The page and the command line compress images in different ways.
    const plain = (/** @type {string} */ text) => text.replace(/href="data:[^"]*"/g, "");
    expect(plain(svg)).toBe(plain(await readFile(path, "utf8")));
    const png = (await save(page, name, "PNG")).bytes;
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.readUInt32BE(16)).toBe(2 * width);
  });

  test(`${name} plays and pauses by a key on the figure`, async ({ page }) => {
    await open(page);
    const { stage } = figure(page, name);
    await stage.focus();
    await stage.press("Space");
    await expect(figure(page, name).button("Pause")).toBeVisible();
    await stage.press("Space");
    await expect(figure(page, name).button("Play")).toBeVisible();
  });
}

plain("if the chunk that saves files does not load, one sentence says so, and the next try can succeed", async ({ page }) => {
  /** @type {string[]} */
  const requests = [];
  await page.route("**/embed/files*", (route) => {
    requests.push(route.request().url());
    return requests.length === 1 ? route.abort() : route.continue();
  });
  await open(page);
  expect(requests).toEqual([]);
  const { section, open: openPart } = figure(page, "sine-waves");
  await openPart("Share");
  const trouble = section.locator(".share [role=status]");
  await expect(trouble).not.toBeEmpty();
  expect((await save(page, "sine-waves", "CSV")).name).toBe("phasor-sine-waves.csv");
  await expect(trouble).toBeEmpty();
});

test("rotation-angles saves the core's own table", async ({ page }) => {
  await open(page, "?base=500000&dim=128&position=1000&offset=-3");
  const { bytes } = await save(page, "rotation-angles", "CSV");
  const args = ["--base", "500000", "--dim", "128", "--position", "1000", "--offset", "-3"];
  const [page_, core_] = [columns(bytes.toString()), coreTable("angles", ...args)];
  expect(Object.keys(page_)).toEqual(Object.keys(core_));
  for (const name of ["inv_freq", "wavelength", "angle", "relative_angle"]) {
    page_[name].forEach((number, row) => {
      // WebAssembly and this machine may differ in the last bit of a power.
      expect(Math.abs(number / core_[name][row] - 1)).toBeLessThan(1e-15);
    });
  }
});

test("sine-waves reads the encodings off the curves at three cursors", async ({ page }) => {
  await open(page, "?dim=16&order=concatenated");
  const numbers = columns((await save(page, "sine-waves", "CSV")).bytes.toString());
  for (const [cursor, position] of [["a", 20], ["b", 22], ["c", 80]]) {
    const code = coreTable("encoding", "--dim", "16", "--order", "concatenated", "--position", String(position));
    numbers[`sin_${cursor}`].forEach((sin, pair) => {
      expect(sin).toBeCloseTo(code[`encoding_${pair}`][0], 12);
      expect(numbers[`cos_${cursor}`][pair]).toBeCloseTo(code[`encoding_${pair + 8}`][0], 12);
    });
  }
});

test("the cursors of sine-waves can be dragged", async ({ page }) => {
  await open(page);
  const { stage, probe } = figure(page, "sine-waves");
  await drag(page, stage, [0.5, 0.3], [0.7, 0.3]);
  const position = Number(await shared(page, "position").box.inputValue());
  expect(position).toBeGreaterThan(60);
  await expect(probe).toContainText(mentions(position));
  await stage.press("ArrowRight");
  await expect(shared(page, "position").box).toHaveValue(String(position + 1));
  await stage.press("ArrowUp");
  await expect(shared(page, "offset").box).toHaveValue("3");
  await stage.press("Shift+ArrowLeft");
  await expect(shared(page, "position").box).toHaveValue(String(position - 9));
});

test("a press on the ruler shows and hides a wave", async ({ page }) => {
  await open(page, "?dim=4&columns=1");
  const { stage } = figure(page, "sine-waves");
  await figure(page, "sine-waves").open("Settings");
  await expect(page.locator("#sine-waves-pairs")).toBeVisible();
  await stage.evaluate((element) => element.scrollIntoView({ block: "end" }));
  await frames(page);
  const bounds = await stage.boundingBox();
  if (!bounds) throw new Error("no stage");
  // The mark of the first pair is a little to the right of the ruler's left end.
  for (let x = 90; x < 400 && !query(page).has("pairs"); x += 8) {
    await page.mouse.click(bounds.x + x, bounds.y + bounds.height - 62);
    await frames(page);
    const value = await page.locator("#sine-waves-pairs").inputValue();
    if (value !== "auto") break;
  }
  await expect(page.locator("#sine-waves-pairs")).toHaveValue("1");
});

test("binary-bits counts with a key, and every flip is counted", async ({ page }) => {
  await open(page, "?position=127");
  const { stage, reading } = figure(page, "binary-bits");
  await expect(reading).toContainText(mentions(127, "01111111"));
  await stage.press("ArrowRight");
  await expect(reading).toContainText(mentions(128, "10000000"));
  const numbers = columns((await save(page, "binary-bits", "CSV")).bytes.toString());
  const bits = numbers.bit_idx ?? Object.values(numbers)[0];
  bits.forEach((bit, row) => {
    expect(numbers.flips[row]).toBe(Math.floor(128 / 2 ** bit));
    expect(numbers.period[row]).toBe(2 ** (bit + 1));
  });
});

test("dragging query and key together keeps the score, and moving the key alone changes it", async ({ page }) => {
  await open(page);
  const { stage, reading } = figure(page, "rotation-angles");
  const score = async () => (await numbersIn(reading))[0];
  const before = await score();
  await drag(page, stage, [0.5, 0.05], [0.8, 0.05]);
  const position = await shared(page, "position").box.inputValue();
  expect(Number(position)).toBeGreaterThan(40);
  await expect(reading).toContainText(mentions(position, Number(position) + 2));
  expect(await score()).toBe(before);
  await stage.press("ArrowUp");
  await stage.press("ArrowUp");
  await expect.poll(score).not.toBe(before);
});

test("10° and 20° give the same score as 40° and 50°", async ({ page }) => {
  await open(page);
  const { reading, preset, open: openPart } = figure(page, "rotation-angles");
  await openPart("Settings");
  await preset("position=0.17").click();
  await expect(reading).toContainText(mentions("10°", "20°"));
  const [first] = await numbersIn(reading);
  await preset("position=0.69").click();
  await expect(reading).toContainText(mentions("40°", "50°"));
  const angle = (53.13010235415598 + 10) * (Math.PI / 180);
  expect((await numbersIn(reading))[0]).toBe(first);
  expect(first).toBeCloseTo(Math.cos(angle), 3);
});

test("a press brings a dial into focus", async ({ page }) => {
  await open(page, "?dim=8");
  const { stage } = figure(page, "rotation-angles");
  await figure(page, "rotation-angles").open("Settings");
  await expect(page.locator("#rotation-angles-pair-number")).toHaveValue("3");
  await frames(page);
  const bounds = await stage.boundingBox();
  const pair = page.locator("#rotation-angles-pair-number");
  // The dials are to the right of the large one.
  for (let x = 0.3; x < 1 && (await pair.inputValue()) === "3"; x += 0.04) {
    await stage.click({ position: { x: (bounds?.width ?? 0) * x, y: 190 } });
    await frames(page);
  }
  await expect(pair).not.toHaveValue("3");
});

test("the heatmap's cursor follows pointer and keys", async ({ page }) => {
  await open(page, "?dim=1024&length=31&position=1&offset=1&columns=1");
  const { stage, reading, probe } = figure(page, "distance-heatmap");
  await expect(reading).toContainText(mentions(1, 1, 2, "cosine distance", "0.02649"));
  await stage.press("ArrowRight");
  await expect(reading).toContainText(mentions(2, 1, 3, "cosine distance", "0.09339"));
  await stage.hover({ position: { x: 300, y: 300 } });
  await expect(probe).toContainText("cosine distance");
  const [row, column, offset] = await numbersIn(probe);
  expect(column - row).toBe(offset);
  await stage.click({ position: { x: 300, y: 300 } });
  await expect(reading).toContainText(mentions(Math.abs(offset), row, column));
});

test("the heatmap zooms at the pointer and pans", async ({ page }) => {
  await open(page, "?columns=1");
  const { stage, box, open: openPart } = figure(page, "distance-heatmap");
  await openPart("Settings");
  await stage.hover({ position: { x: 300, y: 300 } });
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -400);
  await page.keyboard.up("Control");
  await expect.poll(async () => Number(await box("zoom").inputValue())).toBeGreaterThan(1.5);
  const rowBefore = Number(await box("view-row").inputValue());
  expect(rowBefore).toBeGreaterThan(0);
  await drag(page, stage, [0.4, 0.4], [0.4, 0.3]);
  expect(Number(await box("view-row").inputValue())).toBeGreaterThan(rowBefore);
  await stage.click({ position: { x: 300, y: 300 } });
  await expect.poll(() => query(page).has("position")).toBe(true);
  await stage.press("0");
  await expect(box("zoom")).toHaveValue("1");
  await stage.press("+");
  await expect(box("zoom")).toHaveValue("2");
});

test("two fingers zoom the heatmap", async ({ page }) => {
  await open(page);
  const { stage, box, open: openPart } = figure(page, "distance-heatmap");
  await openPart("Settings");
  await stage.scrollIntoViewIfNeeded();
  await stage.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    const touch = (/** @type {string} */ type, /** @type {number} */ id, /** @type {number} */ x) =>
      element.dispatchEvent(
        new PointerEvent(type, { pointerId: id, pointerType: "touch", clientX: left + x, clientY: top + 300, bubbles: true }),
      );
    touch("pointerdown", 11, 250);
    touch("pointerdown", 12, 350);
    touch("pointermove", 12, 450);
    touch("pointerup", 11, 250);
    touch("pointerup", 12, 450);
  });
  await expect(box("zoom")).toHaveValue("2");
});
