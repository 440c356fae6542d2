// The Lab as a console: one bar, figures that fit one window, any figures in any order, and a second state beside the first.

import { AxeBuilder } from "@axe-core/playwright";
import { FIGURES, barOf, expect, figure, frames, lab, mentions, open, painted, query, shared, test, type } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** Returns the names of the figures in the order of the page. @param {Page} page */
const order = (page) => page.locator(".place").evaluateAll((places) => places.map(({ id }) => id));

/** @param {Page} page */
async function faults(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** Adds a figure by the list of all. @param {Page} page @param {string} name */
async function add(page, name) {
  await barOf(page).getByRole("button", { name: "Add a figure" }).click();
  await page.locator(`#add button[value="${name}"]`).click();
  await expect(figure(page, name).stage.locator("canvas").first()).toBeVisible();
}

for (const [width, height] of [[1440, 900], [1920, 1080]]) {
  test(`the bar and four pictures are in one window of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page);
    const boxes = [];
    for (const name of FIGURES) {
      const { stage } = figure(page, name);
      await expect(stage).toBeInViewport({ ratio: 1 });
      boxes.push((await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 });
    }
    const [first, second, third, fourth] = boxes;
    expect([first.y, first.x, third.y]).toEqual([second.y, third.x, fourth.y]);
    expect(new Set(boxes.map((box) => `${box.width} ${box.height}`)).size).toBe(1);
    expect(first.height).toBeGreaterThan(300);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(barOf(page)).toBeInViewport({ ratio: 1 });
    // Each parameter has one control, and the clock one button.
    for (const label of ["base (θ)", "components", "position", "offset", "length"]) {
      await expect(page.locator("#lab").getByRole("slider", { name: label, exact: true })).toHaveCount(1);
    }
    await expect(page.locator("#lab .play")).toHaveCount(1);
    for (const slider of await barOf(page).getByRole("slider").all()) {
      expect((await slider.boundingBox())?.width).toBeGreaterThanOrEqual(160);
    }
  });
}

test("a figure shows its tools to the pointer and to the keyboard, and nothing moves", { tag: "@hover" }, async ({ page }) => {
  await open(page);
  const { section, stage, reading } = figure(page, "binary-bits");
  const [tools, before] = [section.locator(".tools"), await stage.boundingBox()];
  await expect(tools).toHaveCSS("opacity", "0");
  await stage.hover();
  await expect(tools).toHaveCSS("opacity", "1");
  await page.mouse.move(1, 1);
  await expect(tools).toHaveCSS("opacity", "0");
  await stage.focus();
  await expect(tools).toHaveCSS("opacity", "1");
  await stage.press("ArrowRight");
  await expect(reading).toHaveCSS("opacity", "1");
  await figure(page, "binary-bits").open("Settings");
  expect(await stage.boundingBox()).toEqual(before);
});

test("figures are added, moved and removed, and the address keeps them", async ({ page }) => {
  await open(page);
  const before = await figure(page, "sine-waves").stage.boundingBox();
  await add(page, "blue-dog");
  await expect.poll(() => query(page).get("figures")).toBe([...FIGURES, "blue-dog"].join(","));
  expect(await figure(page, "sine-waves").stage.boundingBox()).toEqual(before);
  const left = figure(page, "rotation-angles").button("Move left");
  await left.focus();
  await left.press("Enter");
  await expect.poll(() => order(page)).toEqual(["sine-waves", "rotation-angles", "binary-bits", "distance-heatmap", "blue-dog"]);
  await expect(left).toBeFocused();
  await figure(page, "distance-heatmap").button("Remove").press("Enter");
  await type(shared(page, "base").box, "500000");
  await expect.poll(() => query(page).get("base")).toBe("500000");
  const kept = ["sine-waves", "rotation-angles", "binary-bits", "blue-dog"];
  expect(await order(page)).toEqual(kept);
  await page.reload();
  await painted(page, page);
  expect(await order(page)).toEqual(kept);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => order(page)).toContain("distance-heatmap");
  await expect(shared(page, "base").box).toHaveValue("10000");
  await page.goForward();
  await expect.poll(() => order(page)).toEqual(kept);
  await barOf(page).getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => order(page)).toEqual(FIGURES);
  await expect.poll(() => page.url()).toBe(lab());
});

test("the list of figures works by keyboard, and offers each figure once", async ({ page }) => {
  await page.goto(lab("?figures=none"));
  await expect(barOf(page)).toBeVisible();
  expect(await order(page)).toEqual([]);
  const opener = barOf(page).getByRole("button", { name: "Add a figure" });
  await opener.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press("Enter");
  await dialog.getByRole("button", { name: "Scoreboard" }).press("Enter");
  await expect(figure(page, "scoreboard").stage.locator("canvas").first()).toBeVisible();
  await opener.press("Enter");
  await expect(dialog.getByRole("button", { name: "Scoreboard" })).toBeDisabled();
});

test("figures stand in one to three columns", async ({ page }) => {
  await open(page, "?figures=sine-waves,binary-bits,rotation-angles,distance-heatmap,score-decay,blue-dog");
  const n_columns = () =>
    page.locator(".place").evaluateAll((places) => new Set(places.map((place) => place.getBoundingClientRect().x)).size);
  expect(await n_columns()).toBe(2);
  for (const columns of [3, 1]) {
    await barOf(page).locator(`.columns input[value="${columns}"]`).check({ force: true });
    await expect.poll(() => query(page).get("columns")).toBe(String(columns));
    await expect.poll(n_columns).toBe(columns);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  }
});

test("the tools of every figure fit beside its title", { tag: "@hover" }, async ({ page }) => {
  await page.goto(lab());
  const names = await page.locator("#add section button").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("value")));
  expect(names.length).toBeGreaterThan(25);
  await open(page, `?figures=${names.join(",")}`);
  await expect(page.locator(".cell")).toHaveCount(names.length);
  const outside = await page.locator(".cell").evaluateAll((cells) => cells.filter((cell) => {
    const [box, title, tools, acts] = [cell, ...["h2", ".tools", ".tools .acts"].map((part) => cell.querySelector(part))].map((part) => part?.getBoundingClientRect() ?? new DOMRect());
    return title.right > tools.left || acts.right > box.right + 1 || tools.height > 41;
  }).map((cell) => cell.parentElement?.id));
  expect(outside).toEqual([]);
});

test("a figure opens alone in the state that it has here", async ({ page }) => {
  await open(page, "?base=500000&bits=12");
  const { section } = figure(page, "binary-bits");
  await type(shared(page, "position").box, "300");
  const alone = section.getByRole("link", { name: "Open alone" });
  await expect(alone).toHaveAttribute("href", /position=300/);
  await alone.press("Enter");
  await expect(page.locator("phasor-figure .reading")).toContainText(mentions(300, "000100101100", 12));
});

test("what an address cannot show is left out in silence", async ({ page }) => {
  await open(page, "?figures=sine-waves,no-such-figure,training-race,sine-waves&columns=12&b.nothing=3&c.base=4");
  expect(await order(page)).toEqual(["sine-waves"]);
  await expect(page.locator(".notice p")).toBeHidden();
});

test("if the chunk of a figure does not load, its place says so", async ({ context }) => {
  // The test uses a new page, because here the browser is meant to log an error.
  const page = await context.newPage();
  await page.route("**/embed/score-decay*", (route) => route.abort("aborted"), { times: 1 });
  await open(page, "?figures=sine-waves");
  await barOf(page).getByRole("button", { name: "Add a figure" }).click();
  await page.locator('#add button[value="score-decay"]').click();
  await expect(page.locator("#score-decay [role=alert]")).not.toBeEmpty();
  await page.close();
});

test("a second state is shown beside the first, and the address keeps both", { tag: "@same" }, async ({ page }) => {
  await open(page, "?base=100");
  await barOf(page).getByRole("button", { name: "Compare with B" }).click();
  await expect(page.locator(".stage")).toHaveCount(2 * FIGURES.length);
  await expect.poll(() => query(page).get("b")).toBe("same");
  await type(shared(page, "base").box, "500000");
  await expect.poll(() => query(page).get("b.base")).toBe("500000");
  expect(query(page).get("base")).toBe("100");
  const comparison = page.locator(".comparison");
  await expect(comparison).toContainText(mentions("100", "500,000"));
  await comparison.getByRole("radio", { name: "A" }).check({ force: true });
  await expect(shared(page, "base").box).toHaveValue("100");
  await type(shared(page, "dim").box, "32");
  await expect(comparison).toContainText(mentions("100", "500,000", "32", "64"));
  await expect.poll(() => query(page).get("dim")).toBe("32");
  await page.reload();
  await painted(page, page);
  await expect(page.locator(".comparison")).toContainText(mentions("100", "500,000", "32", "64"));
  await page.locator(".comparison").getByRole("button", { name: "Swap" }).click();
  await expect(shared(page, "base").box).toHaveValue("500000");
  await expect.poll(() => query(page).get("b.base")).toBe("100");
  expect(await faults(page)).toEqual([]);
  await page.locator(".comparison").getByRole("button", { name: "Stop comparing" }).click();
  await expect(page.locator(".stage")).toHaveCount(FIGURES.length);
  await expect.poll(() => [...query(page).keys()]).toEqual(["base"]);
  await page.goBack();
  await expect(page.locator(".stage")).toHaveCount(2 * FIGURES.length);
});

test("A and B differ only in what was set, in picture and reading", async ({ page }) => {
  await open(page, "?b.measure=dot");
  const readings = page.locator("#distance-heatmap .reading");
  await expect(readings.first()).toContainText("cosine distance");
  await expect(readings.last()).toContainText("dot product");
  await expect(page.locator("#sine-waves .reading").last()).toHaveText(await page.locator("#sine-waves .reading").first().innerText());
});

test.describe("on a phone", { tag: "@touch" }, () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, isMobile: true });

  test("the bar is at the bottom, and a finger reaches everything in it", async ({ page }) => {
    await open(page);
    const bar = barOf(page);
    const bottom = async () => {
      const box = await bar.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    expect(await bottom()).toBe(844);
    await figure(page, "distance-heatmap").stage.scrollIntoViewIfNeeded();
    await frames(page);
    expect(await bottom()).toBe(844);
    for (const fold of [false, true]) {
      if (fold) {
        await bar.locator(".fold").tap();
      }
      for (const part of await bar.locator("button, input").all()) {
        const box = (await part.isVisible()) && (await part.boundingBox());
        if (box) {
          expect(box.height, await part.evaluate((element) => element.outerHTML)).toBeGreaterThanOrEqual(44);
        }
      }
    }
  });
});
