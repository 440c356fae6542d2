// How text and figures of the ladder go together while somebody reads.

import { terms } from "../../tools/site/glossary.mjs";
import { address, bare, expect, frames, holdPrograms, openPart, presetOf, query, test } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** The link that leads from the text of a rung to its figure, which is above. */
const ROW_0 = "#learned a.state[data-set='position=0 table-view=numbers']";

/**
 * A figure of a rung, live.
 * @param {Page} page
 * @param {string} rung
 * @param {string} name
 */
async function live(page, rung, name) {
  await page.goto(address(`#${rung}`));
  const figure = page.locator(`.rung#${rung} phasor-figure[name=${name}][linked]`);
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator("canvas").first()).toBeVisible();
  await expect(figure.locator(".reading")).not.toBeEmpty();
  return figure;
}

test("a term opens its sentence where it stands, by mouse and by keyboard", async ({ page }) => {
  await page.goto(address("#rope"));
  const term = page.locator("#rope a.term").first();
  const note = page.locator(".note");
  await term.click();
  await expect(note).toBeVisible();
  await expect(term).toHaveAttribute("aria-expanded", "true");
  const gap = () =>
    page.evaluate(() => {
      const [note, word] = [".note", 'a.term[aria-expanded="true"]'].map((name) => document.querySelector(name));
      return Math.abs((note?.getBoundingClientRect().top ?? 0) - (word?.getBoundingClientRect().bottom ?? 1e3));
    });
  await expect.poll(gap).toBeLessThan(20);
  // The page above the word grows, as it does when a figure becomes live.
  await page.locator("section#order-blind").evaluate((rung) => (rung.style.paddingBottom = "300px"));
  await expect.poll(gap).toBeLessThan(20);
  await term.click();
  await expect(note).toBeHidden();
  await term.press("Enter");
  await expect(note).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(note).toBeHidden();
  await expect(term).toBeFocused();
});

test("the glossary explains every term that is linked, without scripts too", { tag: "@noscript" }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address());
  await expect(page.locator(".glossary dt")).toHaveCount(terms().length);
  const link = page.locator("#rope a.term").first();
  const term = page.locator(`${await link.getAttribute("href")}`);
  await link.click();
  await expect(term).toBeInViewport();
  await context.close();
});

test("what one view draws as an image is gone in a view without it", async ({ page }) => {
  const figure = await live(page, "learned", "learned-table");
  await expect(figure.locator("canvas")).toHaveCount(4);
  await page.locator(ROW_0).click();
  await expect(figure.locator("canvas")).toHaveCount(3);
});

test("a link that plays first goes to the state of which the text speaks", async ({ page }) => {
  const figure = await live(page, "shift", "shift-rotation");
  await expect(figure).toHaveAttribute("step", "1");
  await page.locator("#shift a.state[data-play]").first().click();
  await expect(figure.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(figure).not.toHaveAttribute("step", "1");
});

test("a preset during a glide starts from the goal of the glide", async ({ page }) => {
  const figure = await live(page, "sinusoidal", "sine-waves");
  const preset = await presetOf(figure, "pairs=0-7").elementHandle();
  await page.locator("#sinusoidal a.state[data-set='position=22']").click();
  await expect(figure).toHaveAttribute("position", "22");
  await preset?.evaluate((button) => button.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true })));
  await expect(figure).toHaveAttribute("length", "64");
  await expect(figure).toHaveAttribute("position", "22");
});

test("a link below sets only what it names where it says so", async ({ page }) => {
  const figure = await live(page, "order-blind", "order-blind");
  await figure.evaluate((element) => element.setAttribute("arrangement", "3"));
  await page.locator("#order-blind a.state[data-set='mask=causal']").click();
  await expect(figure).toHaveAttribute("mask", "causal");
  await expect(figure).toHaveAttribute("arrangement", "3");
});

test("a link that is pressed before the program is there sets the figure when it is", async ({ page }) => {
  const arrive = await holdPrograms(page);
  // This rung has one scene, so no other one takes over the figure where it becomes live.
  await page.goto(address("#learned"));
  await page.locator("#learned a.state[data-set='position=500']").click();
  arrive();
  await expect(page.locator("#learned phasor-figure")).toHaveAttribute("position", "500");
  await expect.poll(() => query(page).get("position")).toBe("500");
});

test("a figure is live in the state of the address from the beginning", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { begun: [] });
    addEventListener("phasor-ready", (event) => {
      const { target, detail } = /** @type {CustomEvent} */ (event);
      /** @type {any} */ (window).begun.push([/** @type {Element} */ (target).getAttribute("linked"), detail.position]);
    });
  });
  // The states come after the program and all else of the page.
  const program = page.waitForResponse("**/page-*.wasm");
  await page.route("**/ladder-*.wasm", async (route) => {
    await (await program).finished();
    await page.waitForLoadState("load");
    await route.continue();
  });
  await page.goto(address("?position=127#binary"));
  const figure = page.locator("#binary phasor-figure[linked]").first();
  await expect(figure.locator("canvas").first()).toBeVisible();
  /** @type {[string, string][]} */
  const begun = await page.evaluate(() => /** @type {any} */ (window).begun);
  expect(begun.find(([linked]) => linked === "binary")).toEqual(["binary", "127"]);
  expect(query(page).get("position")).toBe("127");
});

test("Back to the first address returns to the state that it had", { tag: "@history" }, async ({ page }) => {
  const figure = await live(page, "binary", "binary-bits");
  await figure.locator(".stage").press("ArrowRight");
  await expect.poll(() => query(page).get("position")).toBe("253");
  await page.goBack();
  await expect(figure).toHaveAttribute("position", "252");
  await page.goForward();
  await expect(figure).toHaveAttribute("position", "253");
});

test("the link to a figure with its own state holds this state", async ({ page }) => {
  await page.goto(address("#myths"));
  await page.locator("#claim-zero-to-one > summary").click();
  const figure = page.locator("#claim-zero-to-one phasor-figure");
  await openPart(figure, "Share");
  await expect(figure.locator("textarea.link")).toHaveValue(/\?dim=4&position=3\S*#sine-waves$/);
});

bare("without the states of the rungs, figures are live and links lead to rungs", async ({ page }) => {
  await page.route("**/ladder-*.wasm", (route) => route.abort());
  await page.goto(address("#binary"));
  const figure = page.locator("#binary phasor-figure[linked]").first();
  await expect(figure.locator("canvas").first()).toBeVisible();
  await page.locator(".contents a[href='#learned']").click();
  await expect(page.locator("#learned .number")).toBeInViewport();
  await expect.poll(() => new URL(page.url()).hash).toBe("#learned");
});

test("above the rungs the first one is next", async ({ page }) => {
  await page.goto(address("#learned"));
  await expect(page.locator(".here")).toHaveText(/^8\b.*\b19$/);
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect(page.locator(".here")).toHaveText(/^1\b.*\b19$/);
});

test("what stands under the pointer is what the figure shows now", async ({ page }) => {
  const figure = await live(page, "order-blind", "order-blind");
  const stage = await figure.locator(".stage").boundingBox();
  await page.mouse.move((stage?.x ?? 0) + 80, (stage?.y ?? 0) + 60);
  const probe = figure.locator(".probe");
  // The word, its place and, where the outputs differ, by how much.
  await expect(probe).toHaveText(/\(\d\)[^\d%]*$/);
  await figure.evaluate((element) => element.setAttribute("mask", "causal"));
  await expect(probe).toHaveText(/\(\d\).*\d%$/);
  await page.mouse.move(0, 0);
  await expect(probe).toBeEmpty();
});

test.describe("on a phone", { tag: "@touch" }, () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, isMobile: true });

  /**
   * Moves a finger down by 80 pixels, after it has rested; says by how much the page scrolled. The times of the events
   * are part of them, so a slow machine does not make the finger rest.
   * @param {Page} page
   * @param {number} x
   * @param {number} y
   * @param {number} rest In milliseconds.
   */
  async function swipe(page, x, y, rest) {
    const before = await page.evaluate(() => scrollY);
    const session = await page.context().newCDPSession(page);
    const begun = Date.now();
    const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {number} */ down) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x, y: y + down }],
        timestamp: (begun + (down > 0 ? rest : 0) + 2 * down) / 1000,
      });
    await touch("touchStart", 0);
    for (let down = 5; down <= 80; down += 5) {
      await touch("touchMove", down);
      await frames(page);
    }
    await touch("touchEnd", 80);
    await frames(page);
    return (await page.evaluate(() => scrollY)) - before;
  }

  /**
   * Moves a finger down over a word of the rearranged sentence, after it has rested there.
   * @param {Page} page
   * @param {number} rest In milliseconds.
   */
  async function swipeWord(page, rest) {
    const figure = await live(page, "order-blind", "order-blind");
    // This scrolls to the stage, and waits until it stands still.
    await figure.locator(".stage").click({ trial: true });
    const stage = await figure.locator(".stage").boundingBox();
    const before = await figure.getAttribute("arrangement");
    const scrolled = await swipe(page, (stage?.x ?? 0) + (stage?.width ?? 0) - 40, (stage?.y ?? 0) + 50, rest);
    return { figure, before, scrolled };
  }

  test("a finger that rests on a word drags it, and the page stays", async ({ page }) => {
    const { figure, before, scrolled } = await swipeWord(page, 400);
    expect(scrolled).toBe(0);
    expect(await figure.getAttribute("arrangement")).not.toBe(before);
  });

  test("a finger that swipes over a figure scrolls, and changes nothing", async ({ page }) => {
    const { figure, before, scrolled } = await swipeWord(page, 0);
    expect(scrolled).not.toBe(0);
    await expect.poll(() => figure.getAttribute("arrangement")).toBe(before);
  });

  test("a finger that swipes over a slider scrolls, and leaves its value", async ({ page }) => {
    const figure = await live(page, "integer", "integer-code");
    const slider = figure.locator("input[type=range]").first();
    await slider.scrollIntoViewIfNeeded();
    await frames(page);
    const [box, before] = [await slider.boundingBox(), await slider.inputValue()];
    expect(await swipe(page, (box?.x ?? 0) + 0.8 * (box?.width ?? 0), (box?.y ?? 0) + (box?.height ?? 0) / 2, 0)).not.toBe(0);
    await expect(slider).toHaveValue(before);
  });

  test("a link that plays on a phone leads to the picture, with all steps above it open", async ({ page }) => {
    const figure = await live(page, "shift", "shift-rotation");
    await page.locator("#shift a.state[data-play]").first().tap();
    await expect(page.locator("#shift .derivation > li:visible")).toHaveCount(4);
    await expect(figure.locator(".stage")).toBeInViewport({ ratio: 0.9 });
  });

  test("a link leads up to the sentence of its figure, with the picture below", async ({ page }) => {
    const figure = await live(page, "nd", "head-axes");
    const link = page.locator("#nd a.state[data-set*=hunyuan-riflex]");
    for (const place of ["center", "end"]) {
      await link.evaluate((element, block) => element.scrollIntoView({ block: /** @type {ScrollLogicalPosition} */ (block), behavior: "instant" }), place);
      await link.tap();
      await expect(figure.locator(".reading")).toContainText("RIFLEx");
      const bar = await page.locator(".contents").boundingBox();
      const sentence = await figure.locator(".reading").boundingBox();
      expect(sentence?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
      await expect(figure.locator(".stage")).toBeInViewport({ ratio: 0.9 });
    }
  });

  test("a link that leads up to its figure offers a way back", async ({ page }) => {
    await live(page, "learned", "learned-table");
    const link = page.locator(ROW_0);
    await link.tap();
    const back = page.locator(".way-back");
    await back.tap();
    await expect(link).toBeInViewport();
    await expect(back).toBeHidden();
  });

  test("the way back goes when the reader has gone on to another rung", async ({ page }) => {
    await live(page, "learned", "learned-table");
    await page.locator(ROW_0).tap();
    const back = page.locator(".way-back");
    await expect(back).toBeVisible();
    await page.locator("section#relative h2").evaluate((heading) => heading.scrollIntoView({ block: "start" }));
    await expect(back).toBeHidden();
  });
});

