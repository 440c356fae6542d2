// What a reader does to the tokens of Token positions: mistakes and their mends, drags, additions, words of one's own.

import { columns, core, drag, expect, figure, mentions, open, test, type } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const NAME = "token-positions";
const LAB = `?figures=${NAME}`;
/** The height of the middle of the tokens in a wide picture, in CSS pixels. */
const TOKENS = 14;

/** @param {Page} page */
const reading = (page) => figure(page, NAME).section.locator(".reading").first();

/**
 * Returns the places of `n` tokens in a wide picture without answers beside it, as fractions of its size.
 * @param {Page} page
 */
async function places(page, n = 5) {
  const box = await figure(page, NAME).stage.boundingBox();
  const across = Math.min(64, ((box?.width ?? 0) - 94) / n);
  const { width, height } = box ?? { width: 1, height: 1 };
  return (/** @type {number} */ token) =>
    /** @type {[number, number]} */ ([(92 + across * (token + 0.5)) / width, TOKENS / height]);
}

test("each mistake says what it does, and one press puts it right", async ({ page }) => {
  await open(page, `${LAB}&layout=pad*3+The+capital+of+France+is&padding=counted&padding-mask=open`);
  await expect(reading(page)).toContainText(mentions("15 of 30 visible pairs should be hidden", "77% to 24%"));
  const { stage } = figure(page, NAME);
  const height = (await stage.boundingBox())?.height ?? 0;
  await stage.click({ position: { x: 30, y: height - 16 } });
  await expect(reading(page)).toContainText("Every query sees its keys at their true offsets");
  await expect(page).toHaveURL((url) => !url.search.includes("padding"));
});

test("a token goes where it is dragged, and the address says so", async ({ page }) => {
  await open(page, `${LAB}&layout=pad*2+the+dog+barks`);
  const at = await places(page);
  await drag(page, figure(page, NAME).stage, at(0), at(4));
  await expect(page).toHaveURL((url) => url.searchParams.get("layout") === "the dog barks pad*2");
  await expect(reading(page)).toContainText("in all 6 visible pairs");
});

test("a layout of one's own has the ids of the core, and a wrong one keeps the last", async ({ page }) => {
  await open(page, LAB);
  await figure(page, NAME).open("Settings");
  const field = figure(page, NAME).section.getByRole("textbox", { name: "tokens", exact: true });
  await field.fill("look <image 2x2> dog");
  await expect(reading(page)).toContainText("in all 21 visible pairs");
  await field.fill("look <image 2x");
  await field.press("Tab");
  await expect(reading(page)).toContainText("in all 21 visible pairs");
  const table = columns(core("positions", "--layout", "look <image 2x2> dog", "--rule", "qwen3-vl", "--format", "csv"));
  await figure(page, NAME).open("Numbers");
  const { section } = figure(page, NAME);
  const names = await section.locator("thead th").allTextContents();
  const cells = section.locator(`tbody tr > :nth-child(${names.indexOf("column") + 1})`);
  await expect(cells).toHaveText(table.column.map(String));
  // What is typed letter by letter is a layout up to the wrong part.
  await figure(page, NAME).open("Settings");
  await type(field, "look <image 2x");
  await expect(section.locator("p.error:visible")).toContainText(mentions("layout", "1 to 20 tokens"));
  await expect(reading(page)).toContainText("in all 1 visible pair");
});

test("keys let tokens arrive one by one, and choose the query", async ({ page }) => {
  await open(page, `${LAB}&layout=The+dog+barks`);
  const { stage } = figure(page, NAME);
  await stage.focus();
  await stage.press("ArrowLeft");
  await expect(page).toHaveURL((url) => url.searchParams.get("tokens-read") === "2");
  await stage.press("ArrowRight");
  await stage.press("ArrowUp");
  await expect(page).toHaveURL((url) => url.searchParams.get("query-token") === "1");
});
