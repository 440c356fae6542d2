// The animation clock: it plays, pauses, steps and scrubs, and rests when no figure is in sight.

import { drag, expect, figure, numbersIn, open, query, shared, test, type } from "./lab.mjs";

/** @param {import("@playwright/test").Page} page */
const position = async (page) => Number(await shared(page, "position").box.inputValue());

/**
 * Counts the animation frames that the page requests.
 * @param {import("@playwright/test").Page} page
 */
async function countFrames(page) {
  await page.addInitScript(() => {
    const ask = window.requestAnimationFrame.bind(window);
    const counter = { frames: 0 };
    Object.assign(window, { counter });
    window.requestAnimationFrame = (callback) => {
      counter.frames += 1;
      return ask(callback);
    };
  });
}

/** @param {import("@playwright/test").Page} page */
const frames = (page) => page.evaluate(() => /** @type {any} */ (window).counter.frames);

/**
 * Waits for a fifth of a second without a requested frame.
 * @param {import("@playwright/test").Page} page
 */
async function rests(page) {
  await expect
    .poll(async () => {
      const before = await frames(page);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
      return (await frames(page)) - before;
    })
    .toBe(0);
}

test("plays at the chosen speed and pauses", async ({ page }) => {
  await open(page, "?speed=32");
  const waves = figure(page, "sine-waves");
  await waves.button("Play").click();
  await expect.poll(() => position(page)).toBeGreaterThan(30);
  await waves.button("Pause").click();
  const stopped = await position(page);
  await expect.poll(() => Number(query(page).get("position"))).toBeCloseTo(stopped, 3);
  expect(await position(page)).toBe(stopped);
});

test("starts again at the end of the shown positions", async ({ page }) => {
  await open(page, "?length=8&position=6&speed=32");
  await figure(page, "sine-waves").button("Play").click();
  await expect.poll(() => position(page)).toBeLessThan(5);
  await figure(page, "sine-waves").button("Pause").click();
});

test("steps by whole positions, and scrubs", async ({ page }) => {
  await open(page, "?position=20.5");
  const waves = figure(page, "sine-waves");
  await waves.button("Step forward").click();
  expect(await position(page)).toBe(21);
  await waves.button("Step back").click();
  expect(await position(page)).toBe(20);
  await drag(page, waves.slider("position"), [0.16, 0.5], [0.99, 0.5]);
  expect(await position(page)).toBeGreaterThan(120);
  await waves.slider("position").press("Home");
  expect(await position(page)).toBe(0);
});

test("the clock stops at a whole token: by its button, by a press on the figure, and at the end of a drag", async ({ page }) => {
  await open(page, "?speed=3");
  const waves = figure(page, "sine-waves");
  const isWhole = async () => Number.isInteger(await position(page));
  await waves.button("Play").click();
  await expect.poll(isWhole).toBe(false);
  await waves.button("Pause").click();
  expect(await isWhole()).toBe(true);
  await waves.button("Play").click();
  await expect.poll(isWhole).toBe(false);
  await waves.stage.click({ position: { x: 400, y: 120 } });
  expect(await isWhole()).toBe(true);
  await drag(page, waves.slider("position"), [0.16, 0.5], [0.4321, 0.5]);
  expect(await isWhole()).toBe(true);
  const [drawn] = await numbersIn(waves.reading);
  expect(drawn).toBe(await position(page));
});

test("the speed has a slider", async ({ page }) => {
  await open(page);
  const { slider, box, open: openPart } = figure(page, "binary-bits");
  await openPart("Settings");
  await slider("speed").press("PageUp");
  await expect(box("speed")).toHaveValue("8");
  await expect.poll(() => query(page).get("speed")).toBe("8");
});

test("a drag on a figure pauses it", async ({ page }) => {
  await open(page, "?speed=1");
  const waves = figure(page, "sine-waves");
  await waves.button("Play").click();
  await drag(page, waves.stage, [0.5, 0.3], [0.6, 0.3]);
  await expect(waves.button("Play")).toBeVisible();
});

test("requests no frames at rest or out of sight", async ({ page }) => {
  await countFrames(page);
  await open(page);
  await rests(page);
  await figure(page, "sine-waves").button("Play").click();
  const playing = await frames(page);
  await expect.poll(() => frames(page)).toBeGreaterThan(playing + 5);
  await page.evaluate(() => {
    const far = document.createElement("div");
    far.style.height = "5000px";
    document.body.append(far);
    window.scrollTo(0, document.body.scrollHeight);
  });
  await rests(page);
  const away = await position(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => position(page)).not.toBe(away);
});

test("with reduced motion nothing plays, but everything steps", { tag: "@media" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  const waves = figure(page, "sine-waves");
  await expect(waves.button("Play")).toBeDisabled();
  await expect(page.locator("#shared-still")).not.toBeEmpty();
  await waves.stage.press("Space");
  await waves.button("Step forward").click();
  expect(await position(page)).toBe(21);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect(waves.button("Play")).toBeEnabled();
  await expect(page.locator("#shared-still")).toBeEmpty();
});

test("a change during playing is kept", async ({ page }) => {
  await open(page, "?speed=8");
  await figure(page, "sine-waves").button("Play").click();
  await type(shared(page, "base").box, "500000");
  await expect(shared(page, "base").box).toHaveValue("500000");
  await expect(figure(page, "sine-waves").button("Pause")).toBeVisible();
});
