// Picture, leading controls and reading fit into one window, for every figure.

import { list } from "../../tools/program/core.mjs";
import { expect, painted, test } from "./lab.mjs";
import { host } from "./post.mjs";

/** A large screen with the column that the ladder gives to figures, and a phone. */
const SCREENS = [
  { name: "a large screen", viewport: { width: 1440, height: 900 }, column: 640 },
  { name: "a phone", viewport: { width: 390, height: 844 }, column: 358 },
];

/** The height of the window that a page may use for other things, in CSS pixels. */
const BAR = 48;

for (const { name, viewport, column } of SCREENS) {
  test(`picture, leading controls and reading of every figure fit on ${name}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(viewport);
    const { figures } = list(process.env.PHASOR_CORE ?? "");
    /** @type {Record<string, number>} */
    const high = {};
    await page.route("**/column.css", (route) => route.fulfill({ body: `main { width: ${column}px; } phasor-figure::part(figure) { padding-inline: 0; }`, contentType: "text/css" }));
    await host(page, `<link rel="stylesheet" href="column.css">${figures.map(({ name }) => `<phasor-figure name="${name}"></phasor-figure>`).join("")}`);
    for (const { name } of figures) {
      const figure = page.locator(`phasor-figure[name=${name}]`);
      await figure.scrollIntoViewIfNeeded();
      await painted(page, figure);
      const [stage, reading] = await Promise.all([".stage", ".reading"].map((part) => figure.locator(part).boundingBox()));
      if (!stage || !reading) throw new Error(`${name} has no stage or no reading`);
      high[name] = Math.round(reading.y + reading.height - stage.y);
    }
    const room = viewport.height - BAR;
    const tooHigh = Object.entries(high).filter(([, height]) => height > room);
    expect(tooHigh, `of ${room} pixels`).toEqual([]);
  });
}
