// The climb as a whole: the end of each rung, the two routes, questions, the ride, the result, and what the page keeps.

import { AxeBuilder } from "@axe-core/playwright";
import { rungs } from "../../tools/site/ladder.mjs";
import { address, expect, test } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const RUNGS = rungs();
const SHORT = RUNGS.filter(({ isShort }) => isShort);

/** What the page keeps on the device. */
const STORED = "phasor-climb";

/** @param {Page} page @param {string} id */
const rung = (page, id) => page.locator(`.rung#${id}`);

/** @param {Page} page @param {"long" | "short"} value */
const chooseRoute = (page, value) => page.locator(`.route input[value=${value}]`).check();

/** @param {Page} page @param {string} name @returns {Promise<Record<string, string>>} */
const stateOf = (page, name) => page.locator(`phasor-figure[linked][name=${name}]`).evaluate((figure) => /** @type {any} */ (figure).getState());

test("before the first rung a real model shows why positions matter, and rung 14 sets GPT-2 beside Llama 2", async ({ page }) => {
  await page.goto(address("#why"));
  const figure = page.locator("#why phasor-figure");
  await expect(figure.locator(".reading")).not.toBeEmpty();
  // The names of examples mean nothing to a reader yet.
  await expect(figure.locator(".presets")).toBeHidden();
  const links = (/** @type {string} */ part) => page.locator(`${part} a`).evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(await links(".against thead")).toEqual(["models.html#model=gpt2", "models.html#model=llama-2-7b"]);
  const models = (await links(".rung .models")).filter((link) => link.startsWith("models.html#model="));
  expect(models.length).toBeGreaterThan(20);
});

test("each rung ends with a line to take away, what is left, and a link to the next", { tag: "@same" }, async ({ page }) => {
  await page.goto(address());
  for (const [place, { id, label }] of RUNGS.entries()) {
    const conclusion = rung(page, id).locator(".conclusion");
    await expect(conclusion.locator(".line"), id).not.toBeEmpty();
    await expect(conclusion.locator(".still .label"), id).toHaveText(label);
    await expect(conclusion.locator(".next-rung a:visible"), id).toHaveAttribute("href", `#${RUNGS[place + 1]?.id ?? "ending"}`);
  }
});

test("the summary has the lines of all rungs, without faults", { tag: "@same" }, async ({ page }) => {
  await page.goto(address("summary.html"));
  const items = page.locator(".summary > li");
  await expect(items).toHaveCount(RUNGS.length);
  for (const [place, { id }] of RUNGS.entries()) {
    await expect(items.nth(place).locator("h2 a")).toHaveAttribute("href", `./#${id}`);
    await expect(items.nth(place).locator("img:visible")).toHaveCount(1);
  }
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});

test("the summary prints on one sheet", { tag: "@media" }, async ({ page }) => {
  await page.goto(address("summary.html"));
  const pdf = await page.pdf({ format: "A4", margin: { top: "12mm", bottom: "12mm", left: "12mm", right: "12mm" } });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("the short route shows seven rungs, and a link into what it leaves out shows all", async ({ page }) => {
  await page.goto(address());
  await chooseRoute(page, "short");
  await expect(page.locator(".rung:visible")).toHaveCount(SHORT.length);
  await expect(page.locator(".contents li:visible")).toHaveCount(SHORT.length);
  for (const [place, { id }] of SHORT.entries()) {
    await expect(rung(page, id).locator(".scene:visible")).toHaveCount(1);
    await expect(rung(page, id).locator(".next-rung a:visible")).toHaveAttribute("href", `#${SHORT[place + 1]?.id ?? "ending"}`);
  }
  await page.evaluate(() => (location.hash = "#decay"));
  await expect(rung(page, "decay")).toBeInViewport();
  await expect(page.locator(".rung:visible")).toHaveCount(RUNGS.length);
});

/** Opens the first page again, at its top. @param {Page} page */
async function again(page) {
  await page.goto("about:blank");
  await page.goto(address());
}

test("nothing is kept on the device until the reader wants it", async ({ page }) => {
  await page.goto(address("#normalised"));
  const stored = () => page.evaluate((name) => localStorage.getItem(name), STORED);
  await rung(page, "normalised").locator(".conclusion").evaluate((conclusion) => conclusion.scrollIntoView());
  const read = page.locator(".contents a[href='#normalised'][data-read]");
  await expect(read).toHaveCount(1);
  expect(await stored()).toBeNull();
  await again(page);
  await expect(page.locator(".contents a[data-read]")).toHaveCount(0);
  await page.locator(".remember input").check();
  await chooseRoute(page, "short");
  await again(page);
  await expect(page.locator(".route input[value=short]")).toBeChecked();
  await page.locator(".remember input").uncheck();
  expect(await stored()).toBeNull();
});

test("a question is answered by the figure, once, and all go away on one press", async ({ page }) => {
  await page.goto(address("#rope"));
  const quiz = rung(page, "rope").locator(".quiz");
  await expect(quiz.locator(".answer")).toBeHidden();
  await quiz.locator("a:not([data-right])").click();
  await expect(quiz.locator(".answer")).toBeVisible();
  await expect(quiz.locator("a[data-chosen]")).toHaveCount(1);
  await expect.poll(() => stateOf(page, "blue-dog")).toMatchObject({ position: "4" });
  const others = page.locator(".quiz:not(.answered)");
  await expect(others).toHaveCount(6);
  await page.locator(".quiz .no-questions:visible").first().click();
  await expect(page.locator(".quiz:visible")).toHaveCount(0);
});

test("a figure hides what answers an open question, until the reader answers, goes on or takes the figure", async ({ page }) => {
  await page.goto(address("#rope"));
  const scene = (/** @type {string} */ id) => rung(page, id).locator(".scene", { has: page.locator(".quiz") });
  const shown = (/** @type {string} */ id) => scene(id).locator("phasor-figure .presets");
  const reading = (/** @type {string} */ id) => scene(id).locator("phasor-figure .reading");
  await expect(reading("rope")).not.toBeEmpty();
  await expect(reading("rope")).toBeHidden();
  await expect(shown("rope")).toBeHidden();
  await rung(page, "rope").locator(".quiz a[data-right]").click();
  await expect(reading("rope")).toBeVisible();
  await expect(shown("rope")).toBeVisible();
  await page.goto(address("#decay"));
  await expect(reading("decay")).toBeHidden();
  await scene("decay").locator("phasor-figure .stage").click();
  await expect(reading("decay")).toBeVisible();
  await page.goto(address("#distances"));
  await expect(reading("distances")).toBeHidden();
  await scene("distances").locator(".quiz").evaluate((quiz) => scrollBy(0, quiz.getBoundingClientRect().bottom + 10));
  await expect(reading("distances")).toBeVisible();
});

test("the short route has lines that lead to its own next rung", async ({ page }) => {
  await page.goto(address());
  const lines = (/** @type {string} */ id) => rung(page, id).locator(".still").innerText();
  for (const { id, still } of SHORT) {
    expect(await lines(id)).toContain(still);
  }
  await chooseRoute(page, "short");
  for (const { id, still, stillShort } of SHORT) {
    expect(await lines(id)).toContain(stillShort ?? still);
  }
});

test("a link to a claim leads to its figure", async ({ page }) => {
  await page.goto(address("#rope"));
  await rung(page, "rope").locator("a[href='#claim-shifted-model']").click();
  await expect(page.locator("#claim-shifted-model phasor-figure")).toBeVisible();
});

test("the ride ends with an answer and the way on", async ({ page }) => {
  await page.goto(address());
  // The stops themselves are another test's.
  await page.evaluate(() => document.querySelectorAll(".ride li").forEach((stop) => stop.setAttribute("data-seconds", "0")));
  await page.locator(".take-ride").click();
  await expect(page.locator(".arrived")).toBeVisible({ timeout: 30_000 });
  await page.locator(".arrived a[href='#order-blind']").click();
  await expect(page.locator(".ride")).toBeHidden();
  await expect(page.locator(".rung#order-blind")).toBeInViewport();
});

test("the ride leads on by itself until the reader touches the page", async ({ page }) => {
  await page.goto(address());
  await page.locator(".take-ride").click();
  const bar = page.locator(".ride");
  await expect(bar.locator(".sentence")).not.toBeEmpty();
  await expect(bar.locator(".end")).toBeFocused();
  const first = await bar.locator(".sentence").innerText();
  await expect(bar.locator(".sentence")).not.toHaveText(first, { timeout: 30_000 });
  await expect(page.locator("phasor-figure[name=binary-bits]").first()).toBeInViewport();
  await page.mouse.wheel(0, 50);
  await expect(bar).toBeHidden();
});

test("a link opens on the race and starts it", async ({ page }) => {
  await page.goto(address("?play#training-race"));
  const race = page.locator("phasor-figure[linked=training-race]");
  await expect(race.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  await race.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(race.getByRole("button", { name: "Start", exact: true })).toBeVisible();
});

test("guesses become a result with a picture and a challenge", { tag: "@download" }, async ({ page }) => {
  await page.goto(address("#myths"));
  await expect(page.locator(".result")).toBeHidden();
  await page.locator("#claim-zero-to-one + .guess").getByRole("button", { name: /^False/ }).click();
  await page.locator("#claim-bf16 + .guess").getByRole("button", { name: /^False/ }).click();
  await expect(page.locator(".result svg")).toBeVisible();
  const link = /https?:\S+/.exec(await page.locator(".result .challenge").innerText())?.[0] ?? "";
  expect(new URL(link).searchParams.get("beat")).toBe("1of2");
  const download = page.waitForEvent("download");
  await page.locator(".result .save").click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.locator(".challenged")).toContainText("1 of 2");
});

test("old addresses of claims lead to them", async ({ page }) => {
  await page.goto(address("#myth-bit"));
  await expect(page.locator("#claim-bit")).toBeInViewport();
});

test("as many claims are true as are false", async ({ page }) => {
  await page.goto(address());
  const n_claims = await page.locator(".claim").count();
  await expect(page.locator(".claim[data-true]")).toHaveCount(n_claims / 2);
});

test("the reader's own sentence goes to all figures with words, and an unknown word is named", async ({ page }) => {
  await page.goto(address());
  const field = page.locator(".own-sentence input");
  await field.fill("she saw the old dog");
  await field.press("Enter");
  await expect.poll(() => stateOf(page, "order-blind")).toMatchObject({ sentence: "she saw the old dog" });
  await rung(page, "relative").scrollIntoViewIfNeeded();
  await expect.poll(() => stateOf(page, "relative-bias")).toMatchObject({ sentence: "she saw the old dog" });
  await field.fill("xyzzy the dog");
  await field.press("Enter");
  await expect(page.locator(".own-sentence [role=status]")).toContainText("xyzzy");
  expect(await stateOf(page, "order-blind")).toMatchObject({ sentence: "she saw the old dog" });
});

test("the pairs of rung 5 can be heard, and are silent until asked for", async ({ page }) => {
  await page.addInitScript(() => {
    const Context = window.AudioContext;
    Object.assign(window, { contexts: [] });
    window.AudioContext = class extends Context {
      constructor() {
        super();
        /** @type {any} */ (window).contexts.push(this);
      }
    };
  });
  await page.goto(address("#sinusoidal"));
  const sound = page.locator(".sound");
  await expect(sound.getByRole("slider")).toBeHidden();
  const states = () => page.evaluate(() => /** @type {any} */ (window).contexts.map((/** @type {AudioContext} */ { state }) => state));
  expect(await states()).toEqual([]);
  await sound.getByRole("button").click();
  await expect(sound.getByRole("slider")).toBeVisible();
  await expect(sound.locator("[role=status]")).toContainText("pair 0");
  // A browser without a device for sound waits for one.
  await expect.poll(async () => /running|suspended/.test(String(await states()))).toBe(true);
  await sound.getByRole("button").click();
  await expect.poll(states).toEqual(["closed"]);
  await sound.getByRole("button").click();
  await expect(sound.locator("[role=status]")).toContainText("pair 0");
  // A reader who goes on leaves the tones behind.
  await rung(page, "distances").scrollIntoViewIfNeeded();
  await expect.poll(states).toEqual(["closed", "closed"]);
  await expect(page.locator("phasor-figure[linked=sinusoidal]").first().getByRole("button", { name: "Play", exact: true })).toHaveCount(1);
});
