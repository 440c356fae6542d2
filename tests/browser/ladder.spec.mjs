// The ladder, as a reader uses it.

import { AxeBuilder } from "@axe-core/playwright";
import { rungs } from "../../tools/site/ladder.mjs";
import { address, again, bring, expect, finished, frames, lab, mentions, openPart, query, test } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const RUNGS = rungs();

/** Where order counts, the reading of order-blind attention has the change of an output. Otherwise it has no number. */
const COUNTS = /\d/;

/**
 * Makes the figures of a rung live and returns them.
 * @param {Page} page
 * @param {string} id
 */
async function live(page, id) {
  const rung = page.locator(`.rung#${id}`);
  await rung.scrollIntoViewIfNeeded();
  for (const claim of await rung.locator(".claim > summary").all()) {
    await claim.click();
  }
  const figures = await rung.locator("phasor-figure:visible").all();
  for (const figure of figures) {
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator("canvas").first()).toBeVisible();
    await expect(figure.locator(".reading")).not.toBeEmpty();
  }
  return figures;
}

test("every rung has a number, a link and figures that work", { tag: "@again" }, async ({ page }) => {
  await page.goto(address());
  await expect(page.locator(".contents li")).toHaveCount(RUNGS.length);
  for (const { number, id, title } of RUNGS) {
    const figures = await live(page, id);
    expect(figures.length, id).toBeGreaterThan(0);
    for (const figure of figures) {
      expect(await figure.locator(".error:not(:empty)").count(), id).toBe(0);
    }
    const heading = page.locator(`.rung#${id} h2 a`).first();
    await expect(heading).toHaveText(`${number}${title.replace(/<[^>]+>/g, "")}`);
    await expect(heading).toHaveAttribute("href", `#${id}`);
  }
});

test("a link to a rung opens in the rung's own state, whatever others add to the address", async ({ page }) => {
  await page.goto(address("#decay"));
  const [own] = await live(page, "decay");
  // An open question hides it.
  const home = (await own.locator(".reading").textContent()) ?? "";
  await page.goto("about:blank");
  await page.goto(address("?utm_source=twitter&fbclid=abc&ref=news#decay"));
  const [figure] = await live(page, "decay");
  await expect(figure.locator(".reading")).toHaveText(home);
  await expect(page.locator(".notice")).toBeHidden();
});

test("the state is in the address, and Back and a link restore it", async ({ page }) => {
  await page.goto(address());
  const [figure] = await live(page, "order-blind");
  await figure.getByRole("radio", { name: "causal" }).check({ force: true });
  await openPart(figure, "Settings");
  await expect(figure.locator(".reading")).toContainText(COUNTS);
  await expect.poll(() => query(page).get("mask")).toBe("causal");
  const words = "only he told her that";
  await figure.getByLabel("sentence").fill(words);
  await expect.poll(() => query(page).get("sentence")).toBe(words);
  await page.goBack();
  await expect(figure.getByLabel("sentence")).toHaveValue("the dog chased another dog");
  await expect(figure.getByRole("radio", { name: "causal" })).toBeChecked();
  await page.goto(address("?sentence=adam+ate+the+apple&mask=causal&dim=7#order-blind"));
  const [again] = await live(page, "order-blind");
  await openPart(again, "Settings");
  await expect(again.getByLabel("sentence")).toHaveValue("adam ate the apple");
  const notice = page.locator(".notice");
  await expect(notice).toContainText(mentions("`dim`", 2, "1,024", "`7`"));
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toBeHidden();
  await expect(again.locator(".reading")).toContainText(COUNTS);
});

/**
 * Returns the state of a rung's figures.
 * @param {import("@playwright/test").Locator} figure
 */
function stateOf(figure) {
  return figure.evaluate((element) => /** @type {any} */ (element).getState());
}

test("links in the text set the figure beside them, and the way back is there", { tag: "@scroll" }, async ({ page }) => {
  await page.goto(address("#binary"));
  await live(page, "binary");
  const wanted = page.locator(".try a.state[data-set^='position=127']");
  const scene = page.locator("#binary .scene").filter({ has: wanted });
  const link = scene.locator(wanted);
  const figure = scene.locator("phasor-figure");
  await link.scrollIntoViewIfNeeded();
  // The scene below, which was visited last, opens at another position.
  await expect.poll(() => stateOf(figure)).toMatchObject({ position: "252" });
  const home = await stateOf(figure);
  const differs = scene.locator(".differs");
  await expect(differs).toBeHidden();
  await link.click();
  await expect.poll(() => stateOf(figure)).toMatchObject({ position: "127" });
  const set = await stateOf(figure);
  await expect(differs).toHaveClass(/\bled\b/);
  await expect(differs).toContainText("position");
  await expect.poll(() => query(page).get("position")).toBe("127");
  await differs.getByRole("button").click();
  await expect.poll(() => stateOf(figure)).toEqual(home);
  await expect.poll(() => new URL(page.url()).search).toBe("");
  // Back undoes the reset, and Forward repeats it.
  await page.evaluate(() => history.back());
  await expect.poll(() => stateOf(figure)).toEqual(set);
  await page.evaluate(() => history.forward());
  await expect.poll(() => stateOf(figure)).toEqual(home);
});

test("a link in the text is an ordinary link that opens the state", async ({ page, context }) => {
  await page.goto(address("#binary"));
  const link = page.locator("#binary .try a.state[data-set^='position=127']");
  const other = await context.newPage();
  await other.goto(await link.evaluate((element) => /** @type {HTMLAnchorElement} */ (element).href));
  const [figure] = await live(other, "binary");
  await expect.poll(() => stateOf(figure)).toMatchObject({ position: "127" });
});

test("rungs have separate states, except for the sentence", { tag: "@same" }, async ({ page }) => {
  await page.goto(address("?sentence=adam+ate+the+apple&mask=causal#order-blind"));
  await live(page, "order-blind");
  const [next] = await live(page, "integer");
  await expect.poll(() => stateOf(next)).toEqual({ position: "0", sentence: "adam ate the apple" });
  const [waves] = await live(page, "sinusoidal");
  expect(await stateOf(waves)).not.toHaveProperty("mask");
});

for (const [place, wait] of [0, 100, 200].entries()) {
  test(`a setting is kept when the reader chooses a rung ${wait} ms later`, again(place), async ({ page }) => {
    await page.goto(address("#binary"));
    const figure = page.locator("#binary phasor-figure[linked]").first();
    await expect(figure.locator("canvas").first()).toBeVisible();
    await figure.locator(".stage").press("ArrowRight");
    await page.evaluate((wait) => new Promise((done) => setTimeout(done, wait)), wait);
    await page.locator(".contents a[href='#learned']").click();
    await expect(page.locator("#learned .number")).toBeInViewport();
    expect(await stateOf(figure)).toMatchObject({ position: "253" });
    await page.goBack();
    await expect.poll(() => new URL(page.url()).hash).toBe("#binary");
    expect(query(page).get("position")).toBe("253");
    expect(await stateOf(figure)).toMatchObject({ position: "253" });
  });
}

test("Reset returns all figures to the text and stops their clocks", { tag: "@same" }, async ({ page }) => {
  await page.goto(address("#binary"));
  const [figure] = await live(page, "binary");
  // The scene below, which was visited last, opens in another state.
  await bring(page.locator("#binary .scene").first(), 0);
  await figure.locator(".stage").press(" ");
  await expect.poll(() => stateOf(figure)).not.toMatchObject({ position: "252" });
  await page.locator(".contents .over").click();
  await expect(figure.getByRole("button", { name: "Play" })).toBeVisible();
  expect(await stateOf(figure)).toMatchObject({ position: "252" });
});

test("the clock of one rung does not move the next rung", { tag: "@same" }, async ({ page }) => {
  await page.goto(address("#shift"));
  const [figure] = await live(page, "shift");
  await figure.locator(".stage").press(" ");
  const [next] = await live(page, "precision");
  const before = await stateOf(next);
  await figure.scrollIntoViewIfNeeded();
  const started = await stateOf(figure);
  await expect.poll(() => stateOf(figure)).not.toEqual(started);
  expect(await stateOf(next)).toEqual(before);
});

test("a script that scrolls is not pulled back", async ({ page }) => {
  await page.goto(address("#relative"));
  await expect(page.locator("#relative phasor-figure canvas").first()).toBeVisible();
  // Figures become live above and move the page, so the test remembers an element, not a scroll position.
  const visible = await page.evaluateHandle(() => {
    scrollBy(0, 1500);
    // The text, because a figure moves when it becomes live.
    return document.elementFromPoint(0.3 * innerWidth, innerHeight / 2);
  });
  const top = () => visible.evaluate((element) => Math.round(element?.getBoundingClientRect().top ?? 0));
  const reached = await top();
  // The page grows, which would bring back a reader who has followed a link to a rung.
  await page.evaluate(() => document.body.append(Object.assign(document.createElement("div"), { style: "height: 100px" })));
  await frames(page);
  expect(Math.abs((await top()) - reached)).toBeLessThan(100);
});

test("turning the phone keeps the part that is being read in sight", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address("#blue-dog"));
  const [figure] = await live(page, "rope");
  await figure.evaluate((element) => element.scrollIntoView());
  await frames(page);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(figure).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(figure).toBeInViewport();
});

test("a word without a vector is reported, and the sentence stays", async ({ page }) => {
  await page.goto(address());
  const [figure] = await live(page, "order-blind");
  await openPart(figure, "Settings");
  const box = figure.getByLabel("sentence");
  await box.fill("the unicorn chased another dog");
  await box.press("Tab");
  await expect(figure.locator(".unknown")).toContainText("“unicorn”");
  await expect(figure.locator(".reading")).toContainText("“dog”");
  expect(await stateOf(figure)).not.toHaveProperty("sentence");
});

test("keys and pointer move words", async ({ page }) => {
  await page.goto(address("?arrangement=0"));
  const [figure] = await live(page, "order-blind");
  const stage = figure.locator(".stage");
  await stage.press("ArrowRight");
  await expect.poll(() => stateOf(figure)).toMatchObject({ arrangement: "6" });
  const box = await stage.boundingBox();
  if (!box) throw new Error("no stage");
  // The first word of the rearranged sentence moves down by two rows.
  const [x, y] = [box.x + box.width * 0.55, box.y + 43];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 76, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => stateOf(figure)).toMatchObject({ arrangement: "54" });
});

test("the list marks the rung that is being read, and links to each rung", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address());
  const last = RUNGS[RUNGS.length - 1];
  await page.locator(".contents a").last().click();
  await expect(page.locator(`.contents a[href="#${last.id}"]`)).toHaveAttribute("aria-current", "location");
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${last.id}`);
  await expect(page.locator(".here")).toHaveText(`${RUNGS.length} of ${RUNGS.length}`);
});

test("a rung that is typed into the address comes into view and stays there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address());
  await live(page, "order-blind");
  await page.goto(address("#decay"));
  await expect(page.locator("#decay phasor-figure canvas").first()).toBeVisible();
  await expect(page.locator(".rung#decay h2").first()).toBeInViewport();
});

test("a link to a rung leads there, although the page above grows", async ({ page }) => {
  const last = RUNGS[RUNGS.length - 1];
  await page.goto(address(`#${last.id}`));
  await expect(page.locator("phasor-figure canvas").first()).toBeAttached();
  const top = () => page.locator(`.rung#${last.id}`).evaluate((rung) => Math.abs(rung.getBoundingClientRect().top));
  await expect.poll(top).toBeLessThan(80);
  await page.mouse.wheel(0, -600);
  await expect.poll(top).toBeGreaterThan(300);
});

test("a link to a figure leads to it with its state, in the Lab if only the Lab has it", async ({ page }) => {
  await page.goto(address("?base=500000&dim=128#rotation-angles"));
  const figure = page.locator("phasor-figure#rotation-angles");
  await expect(figure).toBeInViewport();
  await expect.poll(() => stateOf(figure)).toEqual({ base: "500000", dim: "128" });
  // One button resets everything that the link has set.
  await page.locator(".contents .over").click();
  await expect.poll(async () => Object.keys(await stateOf(figure))).not.toContain("base");
  expect(Object.keys(await stateOf(figure))).not.toContain("dim");
  await expect(page.locator(".contents .over")).toBeHidden();
  await page.goto(address("?dim=128#bulk-rope"));
  await expect(page).toHaveURL(lab("?dim=128#bulk-rope"));
});

for (const [scheme, width] of /** @type {const} */ ([["light", 1440], ["dark", 390]])) {
  test(`axe finds no faults: ${scheme}, ${width} pixels`, { tag: "@same" }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(address());
    for (const { id } of RUNGS) {
      await live(page, id);
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });
}

test("a claim asks for a guess before it answers, and counts the right guesses", async ({ page }) => {
  await page.goto(address("#myths"));
  await page.locator("#claim-zero-to-one + .guess").getByRole("button", { name: /^False/ }).click();
  await expect(page.locator("#claim-zero-to-one .verdict")).toHaveClass("verdict");
  await expect(page.locator("#claim-zero-to-one .verdict")).toContainText(mentions(1, 1));
  await page.locator("#claim-bf16 + .guess").getByRole("button", { name: /^False/ }).click();
  await expect(page.locator("#claim-bf16 .verdict")).toHaveClass("verdict wrong");
  await expect(page.locator("#claim-bf16 .verdict")).toContainText(mentions(1, 2));
});

test("steps appear one by one, in step with the figure", async ({ page }) => {
  await page.goto(address("#shift"));
  // A scroll could lead past the paragraph below, which shows the last step.
  const figure = page.locator("#shift phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  const steps = page.locator("#shift .derivation > li:visible");
  await expect(steps).toHaveCount(1);
  await page.locator("#shift .derivation + * button").click();
  await expect(steps).toHaveCount(2);
  await expect.poll(() => stateOf(figure)).toMatchObject({ step: "2" });
});

for (const [width, scheme] of /** @type {const} */ ([[1440, "light"], [390, "dark"]])) {
  test(`the first page looks as before: ${width} pixels, ${scheme}`, { tag: "@picture" }, async ({ page }) => {
    // With reduced motion, the opening figure shows its final state.
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(address());
    await expect(page.locator("#hero canvas").first()).toBeVisible();
    await live(page, RUNGS[0].id);
    await page.evaluate(async () => {
      scrollTo(0, 0);
      await document.fonts.ready;
    });
    await expect(page).toHaveScreenshot(`ladder-${scheme}-${width}.png`);
  });
}

test("without scripts every figure is a picture with a description", { tag: "@noscript" }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address());
  for (const figure of await page.locator(".rung phasor-figure img").all()) {
    expect((await figure.getAttribute("alt"))?.length).toBeGreaterThan(40);
    expect(Number(await figure.getAttribute("height"))).toBeGreaterThan(100);
  }
  await expect(page.locator("phasor-figure img").first()).toBeVisible();
  await context.close();
});

test("print shows every figure, and nothing that works only on a screen", { tag: "@media" }, async ({ page }) => {
  await page.goto(address());
  await live(page, "order-blind");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".contents")).toBeHidden();
  for (const figure of await page.locator(".rung phasor-figure:visible").all()) {
    // A figure that was never near is printed as its picture.
    await expect(figure.locator("img, canvas").and(page.locator(":visible")).first()).toBeVisible();
  }
  const truth = page.locator("#claim-zero-to-one p").first();
  await expect(truth).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(truth).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(truth).toBeHidden();
  expect((await page.pdf()).length).toBeGreaterThan(20_000);
});

test("Ctrl+P waits for the pictures of figures that were never near", async ({ page }) => {
  await page.goto(address());
  await live(page, "order-blind");
  const missing = () => page.locator("phasor-figure > img").evaluateAll((pictures) => pictures.filter((picture) => !(picture instanceof HTMLImageElement && picture.naturalWidth)).length);
  expect(await missing()).toBeGreaterThan(20);
  const printed = page.evaluate(() => new Promise((done) => (window.print = () => done(null))));
  await page.keyboard.press("Control+p");
  await printed;
  expect(await missing()).toBe(0);
});

test("the page offers light and dark, and remembers the choice", async ({ page }) => {
  await page.goto(address());
  await page.getByRole("button", { name: "dark" }).click();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.reload();
  expect(await paper()).toBe(dark);
  await expect(page.getByRole("button", { name: "dark" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "light" }).click();
  expect(await paper()).not.toBe(dark);
});

test("a worker computes the map of positions, and the figure shows the progress", { tag: "@same" }, async ({ page }) => {
  await page.goto(address());
  const map = page.locator(".rung phasor-figure[name=position-map]");
  await map.scrollIntoViewIfNeeded();
  await finished(map);
  const [worker] = await Promise.all([page.waitForEvent("worker"), map.getByRole("radio", { name: "UMAP" }).check({ force: true })]);
  expect(worker.url()).toContain("background-worker.js");
  // The figure shows intermediate maps, and the page stays responsive.
  await expect(map.locator(".reading")).toContainText(mentions(500));
  await map.locator(".stage").press("ArrowRight");
  // The text of this rung is about position 1.
  await expect(map).toHaveAttribute("position", "2");
  await finished(map);
  await expect(map.locator(".reading")).not.toContainText(mentions(500));
  // The worker ends when the map is finished.
  await expect.poll(() => page.workers().length).toBe(0);
});
