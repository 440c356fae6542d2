// What every engine must do with every figure: show it, follow keys and drags, and save it.

import { expect } from "@playwright/test";
import { ENGINES, test } from "./engine.mjs";
import { FIGURES } from "./figures.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */

/** The heights at which a drag is tried, as shares of the stage, because handles are in different places. */
const HEIGHTS = [0.5, 0.3, 0.7, ...Array.from({ length: 24 }, (_, place) => (place + 0.5) / 24)];

/** Runs in the page: focuses the stage of the figure when it is live, and returns what it shows. */
function begin() {
  const figure = /** @type {any} */ (document.querySelector("phasor-figure"));
  const stage = figure?.shadowRoot?.querySelector(".stage");
  if (!stage) {
    return { colours: 0, reading: "" };
  }
  stage.focus();
  const colours = (/** @type {HTMLCanvasElement} */ canvas) => {
    const { data } = /** @type {any} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  };
  return {
    colours: Math.max(...[...stage.querySelectorAll("canvas")].map(colours)),
    reading: figure.shadowRoot.querySelector(".reading").textContent,
  };
}

/** Runs in the page, and returns the place of the stage in the window, after scrolling to it. */
function place() {
  const stage = document.querySelector("phasor-figure")?.shadowRoot?.querySelector(".stage");
  stage?.scrollIntoView({ block: "start", behavior: "instant" });
  const { left = 0, top = 0, width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {};
  return { left, top, width, height: Math.min(height, innerHeight - top) };
}

/** Runs in the page, and returns the state of the figure after the next frame. */
async function state() {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return JSON.stringify(/** @type {any} */ (document.querySelector("phasor-figure")).getState());
}

/** Runs in the page, and returns what is special in a file of each format, and what is wrong. */
async function save() {
  const figure = /** @type {any} */ (document.querySelector("phasor-figure"));
  const [png, svg, csv, json] = await Promise.all([figure.exportPng(), figure.exportSvg(), figure.exportCsv(), figure.exportJson()]);
  const { width } = await createImageBitmap(png);
  return {
    scale: width / figure.clientWidth,
    isPicture: (await svg.text()).startsWith("<svg "),
    rows: (await csv.text()).trim().split("\n").length,
    columns: Object.keys(JSON.parse(await json.text())).length,
    error: figure.shadowRoot.querySelector(".error").textContent,
  };
}

/**
 * Drags over the stage at several heights until the state changes, and returns the state.
 * @param {Engine} engine
 * @param {string} before
 */
async function drag({ run, drag }, before) {
  const { left, top, width, height } = await run(place, undefined);
  let now = before;
  for (let turn = 0; now === before && turn < HEIGHTS.length; turn += 1) {
    const y = top + HEIGHTS[turn] * height;
    // What is already at one end can only be dragged towards the other.
    const [from, to] = turn % 2 ? [0.25, 0.1] : [0.3, 0.65];
    await drag([left + from * width, y], [left + to * width, y]);
    now = await run(state, undefined);
  }
  return now;
}

for (const name of ENGINES) {
  for (const figure of FIGURES) {
    test(`${name} shows ${figure.name}, which follows keys and drags and can be saved`, async ({ engine }) => {
      const browser = await engine(name);
      const { open, press, run } = browser;
      await open(`${process.env.PHASOR_URL}embed.html?name=${figure.name}`);
      await expect.poll(async () => (await run(begin, undefined)).colours).toBeGreaterThan(3);
      expect((await run(begin, undefined)).reading).not.toBe("");
      const before = await run(state, undefined);
      await press("ARROW_RIGHT");
      if ((await run(state, undefined)) === before) {
        await press("ARROW_UP");
      }
      const pressed = await run(state, undefined);
      expect(pressed).not.toBe(before);
      expect(await drag(browser, pressed)).not.toBe(pressed);
      const saved = await run(save, undefined);
      expect(saved).toMatchObject({ scale: 2, isPicture: true, error: "" });
      expect(Math.min(saved.rows, saved.columns)).toBeGreaterThan(0);
    });
  }
}
