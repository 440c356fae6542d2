// What the figures of a rung show while the reader scrolls through its text.

import { LINE, address, again, bring, clickInPlace, expect, frames, presetOf, query, test } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/** Returns the state of a figure. @param {Locator} figure */
const stateOf = (figure) => figure.evaluate((element) => /** @type {any} */ (element).getState());

/**
 * Returns the values that are in force for parameters of a figure.
 * @param {Locator} figure
 * @param {string[]} keys
 */
const inForce = (figure, keys) =>
  figure.evaluate((/** @type {any} */ element, keys) => keys.map((key) => element[key.replace(/-(.)/g, (_, letter) => letter.toUpperCase())]), keys);

/** Returns the figures of a rung, with all of them live. @param {Page} page @param {string} rung */
async function live(page, rung) {
  await page.goto(address(`#${rung}`));
  const figures = await page.locator(`.rung#${rung} phasor-figure[linked]`).all();
  for (const figure of figures) {
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator("canvas").first()).toBeVisible();
  }
  // Until the reader moves, the page holds the rung of the address.
  await page.mouse.wheel(0, 1);
  return figures;
}

/** Returns the scene around a part of the text or a figure. @param {Locator} part */
const sceneOf = (part) => part.locator("xpath=ancestor::*[contains(@class, 'scene')]");

/** Returns the parameters of a state in the text, which is a query with blanks in place of `&`. @param {string | null} words */
const parameters = (words) => Object.fromEntries(new URLSearchParams((words ?? "").replaceAll(" ", "&")));

/** A usual window, a phone, on which only scenes set states, and the narrowest window in which text and picture are side by side. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
];

/**
 * Scrolls line by line through the parts of a rung that set states, down or up, and returns the first line at which a figure
 * does not come to the state of the part that is being read.
 * @param {Locator} rung
 * @param {{ isDown: boolean, parts: string, line: number }} way The parts as a selector, and the place of the line that readers read.
 */
const climb = (rung, way) =>
  rung.evaluate(async (rung, { isDown, parts, line }) => {
    const LINE_HEIGHT = 26;
    /** Where a part may be read already or not yet, in CSS pixels. */
    const BLUR = 24;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const all = [...rung.querySelectorAll(parts)];
    const top = (/** @type {Element} */ part) => part.getBoundingClientRect().top - line * innerHeight;
    let n_lines = 0;
    const from = (isDown ? all[0] : all.at(-1)) ?? rung;
    scrollBy({ top: top(from) - (isDown ? 3 : -3) * LINE_HEIGHT, behavior: "instant" });
    const isOver = () => (isDown ? top(all.at(-1) ?? rung) < -3 * LINE_HEIGHT : top(all[0]) > 3 * LINE_HEIGHT);
    for (; !isOver(); n_lines += 1) {
      scrollBy({ top: isDown ? LINE_HEIGHT : -LINE_HEIGHT, behavior: "instant" });
      await frame();
      await frame();
      const part = all.findLast((part) => top(part) < 0);
      const isBlurred = all.some((part) => Math.abs(top(part)) < BLUR);
      if (isBlurred || !part) continue;
      const words = [rung.getAttribute("data-state"), part.getAttribute("data-set")].join(" ");
      const wanted = new Map(new URLSearchParams(words.trim().replaceAll(" ", "&")));
      const figure = /** @type {any} */ (rung.querySelector("phasor-figure[linked]"));
      const differences = () => [...wanted].filter(([key, value]) => String(figure[key.replace(/-(.)/g, (_, letter) => letter.toUpperCase())]) !== value);
      const start = performance.now();
      while (differences().length > 0 && performance.now() - start < 5000) await frame();
      const [fault] = differences();
      if (fault) return { n_lines, fault: `${fault.join("=")} at ${part.textContent?.trim().slice(0, 40)}` };
    }
    return { n_lines, fault: "" };
  }, way);

for (const [place, viewport] of SIZES.entries()) {
  test(`what a part of the text sets appears while it is read, line by line, at ${viewport.width} x ${viewport.height}`, again(place), async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize(viewport);
    const parts = viewport.width < 1024 ? ".scene" : ".scene, p[data-set]";
    // While a figure asks for a guess, the text sets nothing.
    const rungs = page.locator(".rung:not([data-state*='guess=ask'])", { has: page.locator(".scene[data-set], p[data-set]") });
    await page.goto(address());
    const ids = await rungs.evaluateAll((rungs) => rungs.map((rung) => rung.id));
    expect(ids.length).toBeGreaterThan(4);
    for (const id of ids) {
      await live(page, id);
      for (const isDown of [true, false]) {
        const { n_lines, fault } = await climb(page.locator(`.rung#${id}`), { isDown, parts, line: LINE });
        expect(fault, id).toEqual("");
        expect(n_lines).toBeGreaterThan(5);
      }
    }
  });
}

test("no rung shows another state than its first sentence when it is reached", async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto(address());
  for (const rung of await page.locator(".rung").all()) {
    const words = parameters(await rung.getAttribute("data-state"));
    const figure = rung.locator("phasor-figure[linked]").first();
    if ((await figure.count()) === 0) continue;
    await bring(rung, 0);
    await expect(figure.locator("canvas").first()).toBeVisible();
    await bring(rung, 0);
    expect(await inForce(figure, Object.keys(words)), String(await rung.getAttribute("id"))).toEqual(Object.values(words));
  }
});

test("a figure comes back to what its own paragraphs say when the reader does", { tag: "@same" }, async ({ page }) => {
  const [dials] = await live(page, "rope");
  const start = sceneOf(dials);
  await bring(start);
  await expect.poll(() => stateOf(dials)).toMatchObject({ position: "1", offset: "1" });
  await bring(page.locator("#question-frequencies"));
  await expect.poll(() => stateOf(dials)).toMatchObject({ offset: "20" });
  await bring(start);
  await expect.poll(() => stateOf(dials)).toMatchObject({ position: "1", offset: "1" });
});

test("the state of a paragraph is no departure from the text, and not in the address", async ({ page }) => {
  const [figure] = await live(page, "decay");
  await bring(page.locator("#decay p[data-set='vectors=random']"));
  await expect.poll(() => stateOf(figure)).toMatchObject({ vectors: "random" });
  await expect(page.locator("#decay .differs").first()).toBeHidden();
  expect(new URL(page.url()).search).toBe("");
});

test("what the reader has changed stays while they read on, and Restore goes to the paragraph that they read", async ({ page }) => {
  const [figure] = await live(page, "past-training");
  await bring(page.locator("#past-training .scene").first());
  await figure.locator(".stage").press("ArrowLeft");
  const own = await stateOf(figure);
  await bring(page.locator("#past-training p[data-set='context=131072']"));
  await frames(page);
  expect(await stateOf(figure)).toEqual(own);
  const differs = page.locator("#past-training .differs").first();
  await expect(differs).toBeVisible();
  await expect.poll(() => query(page).get("context")).toBe(own.context);
  await differs.getByRole("button").click();
  await expect.poll(() => stateOf(figure)).toMatchObject({ context: "131072" });
  await expect(differs).toBeHidden();
});

test("the switch keeps the figures as they are", { tag: "@same" }, async ({ page }) => {
  const [figure] = await live(page, "decay");
  await bring(page.locator("#decay .scene").first());
  await page.locator("#decay .follow input").uncheck();
  await bring(page.locator("#decay p[data-set='vectors=all']"));
  await frames(page);
  expect(await inForce(figure, ["vectors"])).toEqual(["equal"]);
});

test("what a link has set stays while its paragraph is read, and the next one replaces it", async ({ page }) => {
  const [figure] = await live(page, "past-training");
  const part = page.locator("#past-training p[data-set='context=8192']");
  // The paragraph is in sight, but not yet at the line.
  await bring(part, 0.6);
  await part.locator("a[data-set='context=4096']").click();
  await expect.poll(() => stateOf(figure)).toMatchObject({ context: "4096" });
  await bring(part, 0.1);
  await frames(page);
  expect(await stateOf(figure)).toMatchObject({ context: "4096" });
  await expect.poll(() => query(page).get("context")).toBe("4096");
  await bring(page.locator("#past-training p[data-set='context=131072']"));
  await expect.poll(() => stateOf(figure)).toMatchObject({ context: "131072" });
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

test("no scroll opens a step of a derivation, and Start again works wherever it stands", { tag: "@same" }, async ({ page }) => {
  await live(page, "shift");
  const steps = page.locator("#shift .derivation > li:visible");
  const next = page.locator("#shift .next button");
  await bring(page.locator("#shift .scene"), 0);
  for (const part of await page.locator("#shift .scene p:visible").all()) {
    await bring(part);
    await expect(steps).toHaveCount(1);
  }
  for (const count of [2, 3, 4]) {
    await next.click();
    await expect(steps).toHaveCount(count);
  }
  for (const part of [0.88, 0.7, 0.3]) {
    await bring(next, part);
    await expect(steps).toHaveCount(4);
    await next.click();
    await expect(steps).toHaveCount(1);
    for (const count of [2, 3, 4]) {
      await next.click();
      await expect(steps).toHaveCount(count);
    }
  }
});

test("no scroll answers or takes away the guess of the race, and a guess is no departure from the text", { tag: "@same" }, async ({ page }) => {
  const [race] = await live(page, "training-race");
  const parts = await page.locator("#training-race p[data-set]").all();
  for (const part of [...parts, ...parts.reverse()]) {
    await bring(part);
    expect(await inForce(race, ["guess", "task"])).toEqual(["ask", "three-back"]);
  }
  await bring(page.locator("#training-race .scene"), 0);
  await race.evaluate((element) => element.setAttribute("guess", "t5"));
  await expect(page.locator("#training-race .differs")).toBeHidden();
  for (const part of [...parts, ...parts.reverse()]) {
    await bring(part);
    const wanted = parameters(await part.getAttribute("data-set"));
    await expect.poll(() => inForce(race, Object.keys(wanted))).toEqual(Object.values(wanted));
    expect(await stateOf(race)).toMatchObject({ guess: "t5" });
    await expect(page.locator("#training-race .differs")).toBeHidden();
  }
  await expect.poll(() => query(page).get("guess")).toBe("t5");
});

/** Returns how far the page is scrolled when it has come to rest. @param {Page} page */
async function scrolled(page) {
  await frames(page);
  return page.evaluate(() => scrollY);
}

test("links beside a figure in sight do not move the page, however often they are pressed", async ({ page }) => {
  await live(page, "relative");
  const links = await page.locator("#relative a.state[data-set*=head]").all();
  await bring(links[0], 0.5);
  const before = await scrolled(page);
  for (const link of [...links.slice(0, 2), ...links.slice(0, 2)]) {
    await clickInPlace(link);
    expect(await scrolled(page)).toBe(before);
  }
});

for (const [place, [rung, set]] of [["sinusoidal", "position=22"], ["past-training", "rule=proportional partial-rotary-factor=0.5"], ["training-race", "guess=none racer=rope race-view=learned"]].entries()) {
  test(`a link near the end of the rung ${rung} does not move the page`, again(place), async ({ page }) => {
    await live(page, rung);
    const link = page.locator(`#${rung} a.state[data-set='${set}']`);
    for (const part of [0.75, 0.5]) {
      await bring(link, part);
      const before = await scrolled(page);
      await clickInPlace(link);
      expect(await scrolled(page)).toBe(before);
    }
  });
}

test("a preset is the reader's own change", { tag: "@same" }, async ({ page }) => {
  const [figure] = await live(page, "decay");
  await bring(page.locator("#decay .scene").first());
  // The question above hides the examples until the reader takes the figure.
  await figure.locator(".stage").press("Shift");
  const preset = presetOf(figure, "vectors=").first();
  await preset.click();
  const own = await stateOf(figure);
  await bring(page.locator("#decay p[data-set='vectors=all']"));
  await frames(page);
  expect(await stateOf(figure)).toEqual(own);
});

test("what the text of one scene has set is gone in the next", { tag: "@same" }, async ({ page }) => {
  await live(page, "rope");
  const figure = page.locator(".rung#rope phasor-figure[name=one-frequency]");
  const link = page.locator("#rope a.state[data-set='offset=20 pair=16']");
  await bring(page.locator("#question-frequencies"));
  await expect(figure).toHaveAttribute("pair", "0");
  await link.click();
  const dials = page.locator(".rung#rope phasor-figure[name=rotation-angles]");
  await expect(dials).toHaveAttribute("pair", "16");
  await expect(page).toHaveURL(/pair=16/);
  await bring(sceneOf(dials), 0);
  await expect(dials).not.toHaveAttribute("pair", "16");
  await expect(page).toHaveURL(address("#rope"));
});

test("a reader who jumps into a scene sees what the text there describes", { tag: "@same" }, async ({ page }) => {
  await live(page, "rope");
  const figure = page.locator(".rung#rope phasor-figure[name=one-frequency]");
  await page.locator("#order-blind").evaluate((element) => element.scrollIntoView());
  await frames(page);
  const last = page.locator("#rope p.try[data-set='offset=20 pair=16']");
  await bring(last);
  await expect(figure).toHaveAttribute("pair", "16");
});

test("a scene opens in the state that its text describes, until the reader touches a figure", { tag: "@same" }, async ({ page }) => {
  await live(page, "rope");
  const scene = page.locator("#rope .scene", { has: page.locator("phasor-figure[name=one-frequency]") });
  const figure = scene.locator("phasor-figure");
  await bring(scene);
  await expect(figure).toHaveAttribute("offset", "20");
  await expect(figure).toHaveAttribute("pair", "0");
  await figure.locator(".stage").focus();
  await page.keyboard.press("ArrowRight");
  await expect(figure).toHaveAttribute("offset", "21");
  const dials = page.locator("#rope phasor-figure[name=rotation-angles]");
  await bring(sceneOf(dials), 0);
  await expect(dials).toHaveAttribute("offset", "21");
});

test("no paragraph replaces the state of the link that led to the figure", async ({ page }) => {
  await live(page, "past-training");
  const figure = page.locator("#past-training phasor-figure[name=scaled-angles]");
  await figure.evaluate((element) => element.setAttribute("rule", "linear"));
  const link = page.locator("#past-training a.state[data-set='rule=none']");
  // The figure is below the window.
  await bring(link, 0.95);
  await clickInPlace(link);
  await expect.poll(() => figure.evaluate((element) => Math.abs(element.getBoundingClientRect().top))).toBeLessThan(80);
  await expect(figure).not.toHaveAttribute("rule", "linear");
  await frames(page);
  await frames(page);
  await expect(figure).not.toHaveAttribute("rule-view", "rules");
  await expect(figure).not.toHaveAttribute("rule", "yarn");
});
