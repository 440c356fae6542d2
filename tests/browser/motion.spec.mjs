// Pictures glide to a new state, or fade into it: nothing is replaced within one frame.

import { again, expect, figure, frames, open, query, shared, test, type } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/** A picture that has stayed the same for as many frames has come to rest. */
const REST = 20;

/**
 * Begins to keep the pictures that `stage` shows, one for each frame in which it changes, until it rests after `recorded`.
 * @param {Locator} stage
 */
async function record(stage) {
  await stage.evaluate((element, rest) => {
    const recording = { isEnding: false, n_same: 0 };
    const pictures = new Promise((resolve) => {
      /** @type {string[]} */
      const pictures = [];
      const next = () => {
        const canvases = [...element.querySelectorAll("canvas:not(.fading)")].map((canvas) => /** @type {HTMLCanvasElement} */ (canvas));
        const picture = canvases.map((canvas) => canvas.toDataURL()).join(" ");
        recording.n_same = picture === pictures.at(-1) ? recording.n_same + 1 : 0;
        if (recording.n_same === 0) {
          pictures.push(picture);
        }
        return recording.isEnding && recording.n_same > rest ? resolve(pictures) : requestAnimationFrame(next);
      };
      next();
    });
    Object.assign(window, { recording: Object.assign(recording, { pictures }) });
  }, REST);
}

/** Returns the pictures of the recording when the stage has come to rest. @param {Page} page @returns {Promise<string[]>} */
function recorded(page) {
  return page.evaluate(() => {
    const { recording } = /** @type {any} */ (window);
    recording.isEnding = true;
    // Frames before a change was painted are no rest after it.
    recording.n_same = 1;
    return recording.pictures;
  });
}

/** Returns the picture of a stage at rest. @param {Page} page @param {Locator} stage */
async function still(page, stage) {
  await record(stage);
  return (await recorded(page)).at(-1);
}

/** Returns the picture of a figure in a page that opens with `query`. @param {Page} page @param {string} name @param {string} query */
async function opened(page, name, query) {
  await open(page, query);
  await figure(page, name).stage.scrollIntoViewIfNeeded();
  await frames(page);
  return still(page, figure(page, name).stage);
}

test("a preset has its numbers at once, and the picture glides there and ends exactly there", async ({ page }) => {
  await open(page);
  const waves = figure(page, "sine-waves");
  await waves.open("Settings");
  const preset = waves.preset("far-offset=60");
  await record(waves.stage);
  const state = await preset.evaluate((button) => {
    /** @type {HTMLElement} */ (button).click();
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelector("#sine-waves .reading")?.textContent))));
  });
  const pictures = await recorded(page);
  // No frame counts as longer than a tenth of a second, so even a slow device shows some of the way.
  expect(pictures.length).toBeGreaterThan(3);
  await expect(waves.reading).toHaveText(String(state));
  expect(pictures.at(-1)).toBe(await opened(page, "sine-waves", "?position=20&offset=1&far-offset=60"));
});

test("a typed number glides", async ({ page }) => {
  await open(page);
  const waves = figure(page, "sine-waves");
  // The handles pulse first.
  await still(page, waves.stage);
  await record(waves.stage);
  await type(shared(page, "base").box, "100");
  expect((await recorded(page)).length).toBeGreaterThan(3);
});

test("Back glides to the state before", async ({ page }) => {
  await open(page);
  const waves = figure(page, "sine-waves");
  await still(page, waves.stage);
  await type(shared(page, "base").box, "100");
  await expect.poll(() => query(page).get("base")).toBe("100");
  await still(page, waves.stage);
  await record(waves.stage);
  await page.goBack();
  expect((await recorded(page)).length).toBeGreaterThan(3);
  await expect(shared(page, "base").box).toHaveValue("10000");
});

test("the reader's hand wins over a glide", async ({ page }) => {
  await open(page);
  const waves = figure(page, "sine-waves");
  // The handles pulse first.
  await still(page, waves.stage);
  const slider = shared(page, "base").slider;
  await waves.open("Settings");
  await slider.focus();
  await waves.preset("far-offset=60").evaluate((button) => /** @type {HTMLElement} */ (button).click());
  await slider.press("Home");
  await frames(page);
  await record(waves.stage);
  expect(await recorded(page)).toHaveLength(1);
});

test("another view fades in, and ends as it would have opened", async ({ page }) => {
  await open(page);
  const dials = figure(page, "rotation-angles");
  await dials.stage.scrollIntoViewIfNeeded();
  const view = dials.section.locator("input[type=radio][value=components]");
  const fades = dials.stage.evaluate(
    (stage) => new Promise((done) => new MutationObserver(() => stage.querySelector("canvas.fading") && done(true)).observe(stage, { childList: true })),
  );
  // In the middle of a fade, both pictures together are as dense as one.
  const density = dials.stage.evaluate(
    (stage) =>
      new Promise((done) =>
        new MutationObserver((_, observer) => {
          const canvases = [...stage.querySelectorAll("canvas")];
          const [old] = canvases.filter((canvas) => canvas.className === "fading");
          const [fresh] = canvases.filter((canvas) => canvas !== old && canvas.getAnimations().length > 0);
          if (old && fresh) {
            observer.disconnect();
            const both = [old, fresh];
            both.flatMap((canvas) => canvas.getAnimations()).forEach((animation) => (animation.currentTime = 70));
            done(both.reduce((sum, canvas) => sum + Number(getComputedStyle(canvas).opacity), 0));
          }
        }).observe(stage, { childList: true }),
      ),
  );
  await view.evaluate((input) => /** @type {HTMLElement} */ (input).click());
  expect(await fades).toBe(true);
  expect(await density).toBeCloseTo(1, 2);
  await expect(dials.stage.locator("canvas.fading")).toHaveCount(0);
  const end = await still(page, dials.stage);
  const query = new URL(page.url()).search;
  expect(end).toBe(await opened(page, "rotation-angles", query));
});

/**
 * Ways between two words of a choice: a figure, the choice, its words, a word without a way, and the key of the figure that
 * changes the state on the way.
 * @type {{ name: string, key: string, words: string[], other?: string, press: string }[]}
 */
const PASSAGES = [
  { name: "rotation-angles", key: "angles-view", words: ["dials", "score"], other: "components", press: "ArrowRight" },
  { name: "order-blind", key: "code", words: ["none", "learned"], press: "ArrowDown" },
];

/** Chooses a word by its button. @param {ReturnType<typeof figure>} one @param {string} word */
const choose = (one, word) => one.section.locator(`input[type=radio][value=${word}]`).evaluate((input) => /** @type {HTMLElement} */ (input).click());

for (const [place, { name, key, words, other, press }] of PASSAGES.entries()) {
  const only = `?figures=${name}`;

  test(`${name} changes from ${words.join(" to ")} and back without a cut`, again(place), async ({ page }) => {
    await open(page, only);
    const one = figure(page, name);
    await one.stage.scrollIntoViewIfNeeded();
    const begin = await still(page, one.stage);
    for (const word of [...words.slice(1), words[0]]) {
      await one.stage.evaluate((stage) => {
        const seen = { fades: false };
        new MutationObserver(() => (seen.fades ||= stage.querySelector("canvas.fading") !== null)).observe(stage, { childList: true });
        Object.assign(window, { seen });
      });
      await record(one.stage);
      await choose(one, word);
      await expect(one.section.locator(`input[type=radio][value=${word}]`)).toBeChecked();
      const pictures = await recorded(page);
      expect(pictures.length).toBeGreaterThan(12);
      expect(await page.evaluate(() => /** @type {any} */ (window).seen.fades)).toBe(false);
      if (word === words[0]) {
        expect(pictures.at(-1)).toBe(begin);
      }
    }
    await choose(one, words[1]);
    await frames(page);
    expect(await still(page, one.stage)).toBe(await opened(page, name, `${only}&${key}=${words[1]}`));
    if (other) {
      await choose(one, words[1]);
      // There is no way to this one, so it fades; the picture ends as it would open.
      await frames(page);
      await choose(one, other);
      await expect(one.stage.locator("canvas.fading")).toHaveCount(0);
      const end = await still(page, one.stage);
      expect(end).toBe(await opened(page, name, `${only}&${key}=${other}`));
    }
  });

  test(`a hand ends the way of ${name} to ${words[1]}`, again(place), async ({ page }) => {
    await open(page, only);
    const one = figure(page, name);
    await one.stage.scrollIntoViewIfNeeded();
    await one.stage.focus();
    await choose(one, words[1]);
    await frames(page);
    await one.stage.press(press);
    await frames(page);
    await record(one.stage);
    expect((await recorded(page)).length).toBeLessThanOrEqual(2);
    const stopped = await still(page, one.stage);
    expect(stopped).toBe(await opened(page, name, new URL(page.url()).search));
  });

  test(`with reduced motion, ${name} shows ${words[1]} at once`, { tag: "@media" }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, only);
    const one = figure(page, name);
    await one.stage.scrollIntoViewIfNeeded();
    await record(one.stage);
    await choose(one, words[1]);
    expect(await recorded(page)).toHaveLength(2);
  });
}

test("with reduced motion, pictures change at once", { tag: "@media" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  const waves = figure(page, "sine-waves");
  await waves.open("Settings");
  await record(waves.stage);
  await waves.preset("far-offset=60").evaluate((button) => /** @type {HTMLElement} */ (button).click());
  expect(await recorded(page)).toHaveLength(2);
  await waves.preset("dim=512").evaluate((button) => /** @type {HTMLElement} */ (button).click());
  await expect(waves.stage.locator("canvas.fading")).toHaveCount(0);
});

/** Transitions that are a parameter: a figure, the preset that begins one, the parameter, and the key that leads back. */
const WAYS = [
  { name: "binary-bits", preset: "corners=0", key: "corners", back: "End" },
  { name: "distance-heatmap", preset: "woven=0", key: "woven", back: "End" },
  { name: "sinusoidal-path", preset: "rise=1", key: "rise", back: "Home" },
];

for (const [place, { name, preset, key, back }] of WAYS.entries()) {
  test(`${name} goes all the way of ${key}, and a slider wins over it`, again(place), async ({ page }) => {
    await open(page, `?figures=${name}`);
    const one = figure(page, name);
    const button = one.preset(preset);
    // Presets and sliders exist while the panel is open.
    await one.open("Settings");
    await one.stage.scrollIntoViewIfNeeded();
    await record(one.stage);
    await button.evaluate((element) => /** @type {HTMLElement} */ (element).click());
    await expect(one.slider(key)).toHaveValue(String(Number(back === "Home")));
    const pictures = await recorded(page);
    // No frame counts as longer than a tenth of a second.
    expect(pictures.length).toBeGreaterThan(12);
    const query = new URL(page.url()).search;
    expect(pictures.at(-1)).toBe(await opened(page, name, query));

    // Back from there, and stopped by a hand on the way.
    await one.open("Settings");
    await record(one.stage);
    await one.slider(key).evaluate((element) => /** @type {HTMLElement} */ (element).focus());
    await one.slider(key).press(back);
    // A slider moves the picture itself.
    expect((await recorded(page)).length).toBeLessThanOrEqual(3);
    await button.evaluate((element) => /** @type {HTMLElement} */ (element).click());
    await frames(page);
    await one.slider(key).press(back);
    await frames(page);
    await record(one.stage);
    expect((await recorded(page)).length).toBeLessThanOrEqual(2);
    const stopped = await still(page, one.stage);
    expect(stopped).toBe(await opened(page, name, new URL(page.url()).search));
  });

  test(`with reduced motion, ${name} is at the other end of ${key} at once`, { tag: "@media" }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, `?figures=${name}`);
    const one = figure(page, name);
    await one.open("Settings");
    await one.stage.scrollIntoViewIfNeeded();
    await record(one.stage);
    await one.preset(preset).evaluate((element) => /** @type {HTMLElement} */ (element).click());
    expect(await recorded(page)).toHaveLength(2);
  });
}
