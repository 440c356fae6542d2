// The frame around every figure: leading controls, the panel with the others, sharing, and figures that play.

import { AxeBuilder } from "@axe-core/playwright";
import jsqr from "jsqr";
import { address, expect, frames, mentions, moreOf, openPart, test } from "./lab.mjs";
import { host } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/**
 * Opens somebody else's page with one figure, and waits until it is painted.
 * @param {Page} page
 * @param {string} attributes
 */
async function one(page, attributes) {
  await host(page, `<phasor-figure ${attributes}></phasor-figure><p>After it.</p>`);
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  return figure;
}

/** @param {Locator} figure */
const state = (figure) => figure.evaluate((element) => /** @type {any} */ (element).getState());

/** @param {Page} page */
async function faults(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

test("a few short choices are radio buttons, which arrow keys select", async ({ page }) => {
  const figure = await one(page, `name="order-blind"`);
  const mask = figure.getByRole("radiogroup", { name: "mask" });
  await mask.getByText("causal").click();
  await expect.poll(() => state(figure)).toEqual({ mask: "causal" });
  await mask.getByRole("radio", { name: "causal" }).press("ArrowLeft");
  await expect.poll(() => state(figure)).toEqual({});
  await expect(mask.getByRole("radio", { name: "none" })).toBeFocused();
});

test("on a large screen the panel is in the page, with one part at a time", async ({ page }) => {
  const figure = await one(page, `name="distance-heatmap"`);
  await openPart(figure, "Settings");
  const panel = figure.getByRole("group", { name: "Settings" });
  await expect(panel.getByRole("slider", { name: "zoom" })).toBeVisible();
  // A parameter with a control beside the picture has none in the panel.
  await expect(figure.getByRole("slider", { name: "components" })).toHaveCount(1);
  await expect(panel.getByRole("slider", { name: "components" })).toHaveCount(0);
  await openPart(figure, "Numbers");
  await expect(panel).toHaveCount(0);
  await expect(figure.locator("tbody tr").first()).toBeVisible();
  const opener = moreOf(figure);
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  await opener.click();
  await expect(figure.locator("tbody")).toHaveCount(0);
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  // It opens again where it was closed, and Escape returns to its button.
  await opener.press("Enter");
  await expect(figure.locator("tbody tr").first()).toBeVisible();
  await figure.getByRole("button", { name: "Numbers", exact: true }).press("Escape");
  await expect(figure.locator("tbody")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("help is one step away, and beside the picture while its keys work", async ({ page }) => {
  const figure = await one(page, `name="distance-heatmap"`);
  const tooltip = figure.locator("[role=tooltip]");
  await expect(tooltip).toBeHidden();
  await moreOf(figure).focus();
  await page.keyboard.press("Tab");
  await expect(figure.locator(".stage")).toBeFocused();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(tooltip).toBeHidden();
  await openPart(figure, "Help");
  const texts = await tooltip.locator("p").allTextContents();
  await expect(figure.getByRole("group", { name: "Help" }).locator("p")).toHaveText(texts);
});

test.describe("on a phone", { tag: "@touch" }, () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, isMobile: true });

  /** @param {Page} page */
  async function sheet(page) {
    const figure = await one(page, `name="distance-heatmap"`);
    const opener = moreOf(figure);
    const panel = figure.locator(".panel");
    await opener.tap();
    await expect(panel).toBeFocused();
    return { figure, opener, panel };
  }

  test("settings are a sheet, and the picture stays in view above it", async ({ page }) => {
    const { figure, panel } = await sheet(page);
    const [sheetBox, stage] = await Promise.all([panel, figure.locator(".stage")].map((part) => part.boundingBox()));
    if (!sheetBox || !stage) throw new Error("nothing is shown");
    expect(sheetBox.height).toBeLessThanOrEqual(0.45 * 844 + 1);
    expect(sheetBox.y + sheetBox.height).toBe(844);
    // The picture fills at least two thirds of the window above the sheet.
    expect(Math.min(sheetBox.y, stage.y + stage.height) - Math.max(0, stage.y)).toBeGreaterThan((sheetBox.y * 2) / 3);
    await panel.getByLabel("base (θ), as a number").fill("500");
    await expect.poll(() => state(figure)).toEqual({ base: "500" });
    await expect(panel).toBeVisible();
  });

  test("a sheet closes with Escape, its button, its opener or a press outside", async ({ page }) => {
    const { opener, panel } = await sheet(page);
    const again = async () => {
      await expect(panel).toBeHidden();
      await expect(opener).toHaveAttribute("aria-expanded", "false");
      await opener.tap();
      await expect(panel).toBeVisible();
    };
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await again();
    await panel.getByRole("button", { name: "Close" }).tap();
    await expect(opener).toBeFocused();
    await again();
    await page.touchscreen.tap(195, 60);
    await again();
    await opener.evaluate((button) => /** @type {HTMLElement} */ (button).click());
    await expect(panel).toBeHidden();
  });

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds no faults in a sheet, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const figure = await one(page, `name="distance-heatmap"`);
      for (const part of /** @type {const} */ (["Settings", "Share", "Numbers", "Help"])) {
        await openPart(figure, part);
        await expect(figure.locator(".panel :is(.own, .share svg:not([hidden]), .table, .help)")).toBeVisible();
        expect(await faults(page)).toEqual([]);
        await page.keyboard.press("Escape");
      }
    });
  }
});

/**
 * Reads the QR code on the page from a picture of it.
 * @param {Locator} figure
 */
async function scanned(figure) {
  const png = await figure.locator(".share svg").screenshot();
  const { data, width, height } = await figure.page().evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen?.drawImage(image, 0, 0);
    const pixels = pen?.getImageData(0, 0, image.width, image.height);
    return { data: [...(pixels?.data ?? [])], width: image.width, height: image.height };
  }, [...png]);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(200);
  return jsqr.default(Uint8ClampedArray.from(data), width, height)?.data;
}

test("Share offers a link to the current state, as text and as a QR code, and code for a page", { tag: "@clipboard" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const figure = await one(page, `name="binary-bits" position="5"`);
  await openPart(figure, "Share");
  const link = figure.locator(".share .link");
  await expect(link).toHaveValue(address("embed.html?name=binary-bits&position=5"));
  await expect.poll(() => scanned(figure)).toBe(address("embed.html?name=binary-bits&position=5"));
  await figure.locator(".stage").press("ArrowRight");
  await expect(link).toHaveValue(address("embed.html?name=binary-bits&position=6"));
  await expect.poll(() => scanned(figure)).toBe(address("embed.html?name=binary-bits&position=6"));
  await figure.getByRole("button", { name: "Copy the link" }).click();
  await expect(figure.locator(".share [role=status]")).not.toBeEmpty();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());
  const code = await figure.locator(".share .code").inputValue();
  // The code works on another page, and so does the link.
  await page.route("**/pasted.html", (route) => route.fulfill({ body: `<!doctype html><title>pasted</title>${code}`, contentType: "text/html" }));
  for (const place of [address("pasted.html"), await link.inputValue()]) {
    await page.goto(place);
    await expect(page.locator("phasor-figure .reading")).toContainText(mentions(6, "00000110"));
  }
});

test("if copying is not allowed, the text is selected and a sentence says so", async ({ page, context }) => {
  await context.clearPermissions();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  const figure = await one(page, `name="sine-waves"`);
  await openPart(figure, "Share");
  await figure.getByRole("button", { name: "Copy the code" }).click();
  await expect(figure.locator(".share [role=status]")).toContainText("Ctrl+C");
  const code = figure.locator(".share .code");
  await expect(code).toBeFocused();
  const selected = await code.evaluate((box) => {
    const { selectionStart, selectionEnd, value } = /** @type {HTMLTextAreaElement} */ (box);
    return value.slice(selectionStart, selectionEnd) === value;
  });
  expect(selected).toBe(true);
});

test("a page that can show a state itself provides the address", async ({ page }) => {
  const figure = await one(page, `name="sine-waves" dim="16"`);
  await page.evaluate(() =>
    addEventListener("phasor-share", (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      detail.link = `https://example.org/?${new URLSearchParams(detail.state)}#${detail.name}`;
    }),
  );
  await openPart(figure, "Share");
  await expect(figure.locator(".share .link")).toHaveValue("https://example.org/?dim=16#sine-waves");
});

test("the reading matches the picture in every frame of an animation and of a drag", { tag: "@order" }, async ({ page }) => {
  // The test records the numbers that the figure writes into its picture.
  await page.addInitScript(() => {
    const own = /** @type {any} */ (window);
    own.painted = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      const [, number] = /^(\d+): [01]+$/.exec(text) ?? [];
      if (number) {
        own.painted.push(Number(number));
      }
      return fillText.call(this, text, ...rest);
    };
  });
  const figure = await one(page, `name="binary-path" speed="32"`);
  /** Counts the frames of a second, and those in which the reading does not match the picture. */
  const watched = () =>
    figure.evaluate(async (element) => {
      const reading = element.shadowRoot?.querySelector(".reading");
      const own = /** @type {any} */ (window);
      let [late, all] = [0, 0];
      const texts = new Set();
      const { port1, port2 } = new MessageChannel();
      own.painted.length = 0;
      for (const start = performance.now(); performance.now() - start < 1000; all += 1) {
        await new Promise(requestAnimationFrame);
        // This waits until the frame is finished, but not until the next event of the pointer.
        await new Promise((done) => {
          port1.onmessage = done;
          port2.postMessage(null);
        });
        const now = String(reading?.textContent);
        texts.add(now);
        // The picture names the position and the next one; the reading is about the former. Another frame may have passed
        // meanwhile, so only the latest picture counts.
        const first = Math.min(...own.painted.splice(0).slice(-2));
        late += first === Infinity || Number(/\d+/.exec(now)) === first ? 0 : 1;
      }
      return { late, all, texts: texts.size };
    });
  await figure.getByRole("button", { name: "Play" }).click();
  const played = await watched();
  expect(played.late).toBe(0);
  // The text changes in most frames, not only ten times a second.
  expect(played.texts).toBeGreaterThan(12);
  await figure.getByRole("button", { name: "Pause" }).click();
  const box = await figure.getByRole("slider", { name: "Scrub the position" }).boundingBox();
  if (!box) throw new Error("no slider");
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  const [dragged] = await Promise.all([watched(), page.mouse.move(box.x + box.width - 20, box.y + box.height / 2, { steps: 40 })]);
  await page.mouse.up();
  expect(dragged.late).toBe(0);
  expect(dragged.texts).toBeGreaterThan(5);
});

test("the host's listeners are called ten times a second while a figure plays", async ({ page }) => {
  const figure = await one(page, `name="blue-dog" autoplay`);
  const events = await figure.evaluate(async (element) => {
    let n = 0;
    element.addEventListener("phasor-change", () => (n += 1));
    await new Promise((done) => setTimeout(done, 2000));
    return n;
  });
  expect(events).toBeGreaterThan(4);
  expect(events).toBeLessThanOrEqual(22);
});

test("a figure that stops at a whole token reports it", async ({ page }) => {
  // Frames of 25 ms and 4 tokens a second: a tenth of a token in a frame, and a report in every fourth.
  await page.addInitScript(() => {
    const next = requestAnimationFrame;
    let time = 0;
    globalThis.requestAnimationFrame = (callback) => next(() => callback((time += 25)));
  });
  const figure = await one(page, `name="blue-dog" speed="4"`);
  const stopped = await figure.evaluate((element) => {
    const own = /** @type {any} */ (element);
    const position = () => Number(own.getState().position);
    own.play();
    return new Promise((resolve) => {
      const look = () => {
        // The last report is behind the position, which needs no rounding.
        if (Number.isInteger(position()) && Number(element.getAttribute("position")) !== position()) {
          own.pause();
          resolve(String(position()));
        } else {
          requestAnimationFrame(look);
        }
      };
      requestAnimationFrame(look);
    });
  });
  await expect(figure).toHaveAttribute("position", String(stopped));
});

test("a figure that plays without controls stops and starts with a press on its picture", async ({ page }) => {
  const figure = await one(page, `name="blue-dog" controls="none" autoplay`);
  const stage = figure.locator(".stage");
  const position = () => figure.getAttribute("position").then(Number);
  const moves = async () => {
    const before = await position();
    await expect.poll(position).not.toBe(before);
  };
  const rests = async () => {
    await frames(page);
    const before = await position();
    expect(Number.isInteger(before)).toBe(true);
    await page.waitForFunction(() => new Promise((done) => setTimeout(() => done(true), 300)));
    expect(await position()).toBe(before);
  };
  await moves();
  await stage.click();
  await rests();
  await stage.press("Space");
  await moves();
  await stage.press("Space");
  await rests();
  await stage.click();
  await moves();
  // The button appears while the pointer is on the picture.
  const button = figure.getByRole("button", { name: "Pause" });
  await stage.hover();
  await expect(button).toHaveCSS("opacity", "1");
  await button.click();
  await rests();
  await expect(figure.getByRole("button", { name: "Play" })).toBeVisible();
});

test("the sentence box completes words, counts them, and offers known words for every unknown one", async ({ page }) => {
  const figure = await one(page, `name="order-blind"`);
  await openPart(figure, "Settings");
  const box = figure.getByLabel("sentence");
  await expect(figure.locator(".hint")).toContainText(mentions(5, 10));
  await box.fill("the dog cha");
  await expect(figure.locator(`datalist#${await box.getAttribute("list")} option[value="the dog chased"]`)).toHaveCount(1);
  await box.fill("the unicorm chased anothr dog");
  await box.press("Tab");
  await expect(figure.locator(".unknown > span")).toContainText(["“unicorm”", "“anothr”"]);
  await expect(box).toHaveValue("the unicorm chased anothr dog");
  const [first, second] = [0, 1].map((place) => figure.locator(".unknown").nth(place));
  await second.getByRole("button", { name: "another", exact: true }).click();
  await expect(box).toHaveValue("the unicorm chased another dog");
  await expect(second).toHaveCount(0);
  const known = await first.getByRole("button").first().innerText();
  await first.getByRole("button").first().press("Enter");
  await expect(box).toHaveValue(`the ${known} chased another dog`);
  await expect(box).toBeFocused();
  await expect.poll(() => state(figure)).toMatchObject({ sentence: `the ${known} chased another dog` });
  await expect(figure.locator(".hint")).toContainText(mentions(5, 10));
});
