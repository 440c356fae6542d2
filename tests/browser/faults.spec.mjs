// If something does not load or stops, readers see one sentence and the author's content.

import { expect, test } from "./lab.mjs";
import { host } from "./post.mjs";

/**
 * Opens two figures; `answer` serves the chunk of the first one.
 * @param {import("@playwright/test").BrowserContext} context
 * @param {(route: import("@playwright/test").Route) => Promise<void>} answer
 */
async function withChunk(context, answer) {
  // The test uses a new page, because here the browser is meant to log errors.
  const page = await context.newPage();
  await page.route("**/sine-waves-*.wasm", answer);
  await host(page, `<phasor-figure name="sine-waves"><p>still picture</p></phasor-figure><phasor-figure name="binary-bits"></phasor-figure>`);
  const [first, second] = [0, 1].map((place) => page.locator("phasor-figure").nth(place));
  await second.scrollIntoViewIfNeeded();
  await expect(second.locator("canvas").first()).toBeVisible();
  await first.scrollIntoViewIfNeeded();
  return { first, second };
}

test("a missing chunk shows one sentence and the author's content, and a second try works", async ({ context }) => {
  let refusals = 1;
  const { first, second } = await withChunk(context, (route) => (refusals-- > 0 ? route.fulfill({ status: 503 }) : route.continue()));
  await expect(first.getByText("The live figure could not be loaded (sine-waves: 503).")).toBeVisible();
  await expect(first.getByText("still picture")).toBeVisible();
  await expect(second.locator(".reading")).not.toBeEmpty();
  await first.getByRole("button", { name: "Try again" }).click();
  await expect(first.locator("canvas").first()).toBeVisible();
  await expect(first.getByText("could not be loaded")).toHaveCount(0);
  await expect(first.getByText("still picture")).toBeHidden();
});

test("a page of an older build says that its chunk is gone, and the next figure works", async ({ context }) => {
  const { first, second } = await withChunk(context, (route) => route.fulfill({ status: 404 }));
  await expect(first.getByText("The live figure could not be loaded (sine-waves: 404).")).toBeVisible();
  await second.locator(".stage").press("ArrowRight");
  await expect(second).toHaveAttribute("position", "21");
});

test("a fault in WebAssembly shows one sentence and the author's content, and the next figure works", async ({ context }) => {
  const empty = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]);
  const { first, second } = await withChunk(context, (route) => route.fulfill({ body: empty, contentType: "application/wasm" }));
  await expect(first.getByText("This figure stopped because of an error in its program.")).toBeVisible();
  await expect(first.getByText("still picture")).toBeVisible();
  await second.locator(".stage").press("ArrowRight");
  await expect(second).toHaveAttribute("position", "21");
});

test("a fault during the use of a figure is shown on that figure, and the others work", async ({ context }) => {
  const { first, second } = await withChunk(context, (route) => route.continue());
  await expect(first.locator("canvas").first()).toBeVisible();
  await first.locator(".stage").press("ArrowRight");
  // The browser dispatches such an event when WebAssembly stops in a frame, where no call of the element can catch it.
  await first.evaluate(() => {
    const error = new WebAssembly.RuntimeError("unreachable");
    dispatchEvent(new ErrorEvent("error", { error, message: error.message }));
  });
  await expect(first.getByText("This figure stopped because of an error in its program.")).toBeVisible();
  await expect(first.getByText("still picture")).toBeVisible();
  await expect(first.locator("canvas")).toHaveCount(0);
  await second.locator(".stage").press("ArrowRight");
  await expect(second).toHaveAttribute("position", "21");
  await first.evaluate((element) => /** @type {any} */ (element).start());
  await expect(first.locator("canvas").first()).toBeVisible();
});

test("a fault during playing is shown on the figure that plays, and the other one continues", async ({ context }) => {
  const { first, second } = await withChunk(context, (route) => route.continue());
  // The window shows both figures, because figures out of sight do not play.
  await first.page().setViewportSize({ width: 1440, height: 3000 });
  await second.locator(".stage").press(" ");
  await first.evaluate((element) => element.setAttribute("autoplay", ""));
  await expect(first).toHaveAttribute("position", /\d/);
  // The first figure's canvas throws the error of a fault in WebAssembly.
  await first.evaluate((element) => {
    const canvas = /** @type {HTMLCanvasElement} */ (element.shadowRoot?.querySelector("canvas:last-of-type"));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.stroke = () => {
      throw new WebAssembly.RuntimeError("unreachable");
    };
  });
  await expect(first.getByText("This figure stopped because of an error in its program.")).toBeVisible();
  await expect(first.getByText("still picture")).toBeVisible();
  const before = await second.getAttribute("position");
  await expect(second).not.toHaveAttribute("position", String(before));
});
