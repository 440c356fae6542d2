// Shared by all browser tests: the page, the core for comparison, and a check for errors.

import { test as base, expect } from "@playwright/test";
import { execFileSync } from "node:child_process";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */
/** A part of a figure's panel. @typedef {"Settings" | "Share" | "Numbers" | "Help"} Part */

export { expect };

/** The figures in the order of the page. */
export const FIGURES = ["sine-waves", "binary-bits", "rotation-angles", "distance-heatmap"];

/**
 * Returns the tag of a case in a list of cases, of which only the first runs in every browser.
 * @param {number} place
 */
export const again = (place) => ({ tag: place === 0 ? [] : ["@again"] });

/** A test whose pages know no service workers, unless it allows them. */
export const bare = base.extend({
  context: async ({ context, serviceWorkers }, use) => {
    // Playwright blocks service workers by a warning. Without them, a page does not even ask for one.
    if (serviceWorkers === "block") {
      await context.addInitScript(() => delete (/** @type {any} */ (Navigator.prototype).serviceWorker));
    }
    await use(context);
  },
});

/** A test that fails if the page logs a warning or an error, throws, or misses a file. */
export const test = bare.extend({
  page: async ({ page }, use) => {
    /** @type {string[]} */
    const troubles = [];
    page.on("console", (message) => {
      // On a slow machine the fonts that a page asks for early are used late.
      const isLate = message.text().includes("preloaded using link preload but not used within");
      if (["error", "warning"].includes(message.type()) && !isLate) {
        troubles.push(message.text());
      }
    });
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("requestfailed", (request) => {
      // Leaving a page aborts its loading. A file that is missing fails with another error.
      if (!["net::ERR_ABORTED", "NS_BINDING_ABORTED"].includes(request.failure()?.errorText ?? "")) {
        troubles.push(`failed: ${request.url()}`);
      }
    });
    page.on("response", (response) => {
      if (response.status() >= 400) {
        troubles.push(`${response.status()}: ${response.url()}`);
      }
    });
    await use(page);
    expect(troubles).toEqual([]);
  },
});

/** Returns the address of a page. */
export function address(path = "") {
  return `${process.env.PHASOR_URL}${path}`;
}

/** Returns the address of the Lab. */
export function lab(query = "") {
  return address(`lab.html${query}`);
}

/**
 * Opens the Lab and waits until its figures are painted.
 * @param {Page} page
 */
export async function open(page, query = "") {
  await page.goto(lab(query));
  await painted(page, page);
}

/**
 * Waits until every stage of `scope` has canvases with a size.
 * @param {Page} page
 * @param {Page | Locator} scope
 */
export async function painted(page, scope) {
  await expect(scope.locator(".stage canvas").first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await frames(page);
}

/**
 * Waits for two animation frames, so that all changes are painted.
 * @param {Page} page
 */
export async function frames(page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Where the line is at which a paragraph of the ladder is read, as a part of the window's height. */
export const LINE = 0.33;

/**
 * Scrolls until the top of an element is at a part of the window's height.
 * @param {Locator} element
 */
export async function bring(element, part = LINE - 0.05) {
  // Figures that become live above move the page.
  const gap = () => element.evaluate((element, part) => {
    const gap = element.getBoundingClientRect().top - part * innerHeight;
    scrollBy({ top: gap, behavior: "instant" });
    return Math.abs(gap);
  }, part);
  await expect.poll(gap).toBeLessThan(2);
  await frames(element.page());
}

/**
 * Clicks an element where it is. Playwright's own click scrolls in Firefox, even if the element is in sight.
 * @param {Locator} element
 */
export async function clickInPlace(element) {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // A link may be longer than its first line.
  await element.page().mouse.click(x + Math.min(width / 2, 5), y + Math.min(height / 2, 5));
}

/** Returns the number that a text shows, such as `2.60 × 10⁻⁷`. @param {string} text */
export function read(text) {
  const plain = (/** @type {string} */ digit) => (digit === "⁻" ? "-" : "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit));
  const power = (/** @type {string} */ _, /** @type {string} */ digits) => `e${[...digits].map(plain).join("")}`;
  return Number(text.replace("−", "-").replaceAll(",", "").replace(/\s*×\s*10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, power));
}

/**
 * Returns the output of the command line, which uses the core.
 * @param {string[]} args
 */
export function core(...args) {
  return execFileSync(process.env.PHASOR_CORE ?? "", args, { encoding: "utf8", maxBuffer: 1 << 28 });
}

/**
 * Returns a table of the core as an object of columns.
 * @param {string} kind
 * @param {string[]} args
 */
export function coreTable(kind, ...args) {
  return columns(core("table", kind, ...args));
}

/**
 * Converts comma-separated values to an object of columns.
 * @param {string} csv
 * @returns {Record<string, number[]>}
 */
export function columns(csv) {
  const [names, ...rows] = csv.trim().split("\n").map((line) => line.split(","));
  return Object.fromEntries(names.map((name, place) => [name, rows.map((row) => Number(row[place]))]));
}

/** A number as texts show it, such as `−1,024.5` or `2.60 × 10⁻⁷`. */
const NUMBER = /(?<!\w)[−-]?\d+(?:,\d{3})*(?:\.\d+)?(?:\s*×\s*10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?/g;

/** Returns the numbers of an element's text, in their order. @param {Locator} element */
export async function numbersIn(element) {
  return ((await element.innerText()).match(NUMBER) ?? []).map(read);
}

/**
 * Returns the step of the last test in a race that goes on; -1 before the first one and after the end. Until the end, the
 * reading has the step and then three results.
 * @param {Locator | import("@playwright/test").FrameLocator} race
 */
export async function stepOf(race) {
  const [step, ...results] = await numbersIn(race.locator(".reading"));
  return results.length === 3 ? step : -1;
}

/**
 * Returns a pattern of texts that have these numbers and names in this order, with any words between them. The wording
 * of a sentence is no business of a browser test.
 * @param {(string | number)[]} parts As texts show them.
 */
export function mentions(...parts) {
  const plain = parts.map((part) => String(part).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(plain.map((part) => `(?<![\\w−]|\\d[.,])${part}(?!\\w|[.,]\\d)`).join(".*"), "s");
}

/**
 * Holds the programs of a page back until the returned function is called.
 * @param {Page} page
 * @returns {Promise<() => void>}
 */
export async function holdPrograms(page) {
  /** @type {() => void} */
  let arrive = () => {};
  const wait = new Promise((resolve) => {
    arrive = () => resolve(undefined);
  });
  await page.route("**/*.wasm", async (route) => {
    await wait;
    await route.continue();
  });
  return arrive;
}

/** The parameters whose sliders are in the bar of the Lab, whose clock all figures share. */
const SHARED = ["base", "dim", "position", "offset", "length"];
const CLOCK = ["Play", "Pause", "Step back", "Step forward"];

/**
 * Returns a figure of the Lab. What all figures share is in the bar.
 * @param {Page} page
 * @param {string} name
 */
export function figure(page, name) {
  const section = page.locator(`#${name}`);
  const scope = (/** @type {string} */ key) => (SHARED.includes(key) ? "shared" : name);
  return {
    section,
    stage: section.locator(".stage"),
    reading: section.locator(".reading"),
    probe: section.locator(".probe"),
    slider: (/** @type {string} */ key) => page.locator(`#${scope(key)}-${key}`),
    box: (/** @type {string} */ key) => page.locator(`#${scope(key)}-${key}-number`),
    button: (/** @type {string} */ label) => (CLOCK.includes(label) ? barOf(page) : section).getByRole("button", { name: label, exact: true }),
    preset: (/** @type {string} */ query) => presetOf(section, query),
    open: (/** @type {Part} */ part) => openPart(section, part),
  };
}

/** Returns the bar of the Lab. @param {Page} page */
export const barOf = (page) => page.locator(".console");

/**
 * Returns the preset of the figure in `scope` whose query contains `query`.
 * @param {Locator} scope
 * @param {string} query
 */
export const presetOf = (scope, query) => scope.locator(`.presets button[data-query*="${query}"]`);

/**
 * Returns the error of a `phasor-figure`. Its attribute `data-cause` tells one from another.
 * @param {Locator} element
 */
export const errorOf = (element) => element.locator("p[part~=error]");

/**
 * Waits until the figure in `scope` has finished its work in the background.
 * @param {Locator} scope
 */
export async function finished(scope, timeout = 60_000) {
  await expect(scope.locator(".stage")).toHaveAttribute("aria-busy", "false", { timeout });
}

/**
 * Opens a part of the panel of the figure in `scope`, unless it is open.
 * @param {Locator} scope
 * @param {Part} part
 */
export async function openPart(scope, part) {
  const opener = moreOf(scope);
  if ((await opener.getAttribute("aria-expanded")) !== "true") {
    await opener.press("Enter");
  }
  const choice = scope.locator(".panel").getByRole("button", { name: part, exact: true });
  await choice.press("Enter");
  await expect(choice).toHaveAttribute("aria-pressed", "true");
}

/**
 * Returns the button that opens the panel of the figure in `scope`.
 * @param {Locator} scope
 */
export const moreOf = (scope) => scope.getByRole("button", { name: "Settings, sharing, numbers and help" });

/**
 * Returns a shared control.
 * @param {Page} page
 * @param {string} key
 */
export function shared(page, key) {
  return { slider: page.locator(`#shared-${key}`), box: page.locator(`#shared-${key}-number`) };
}

/**
 * Types into a number box and leaves it.
 * @param {Locator} box
 * @param {string} text
 */
export async function type(box, text) {
  // Firefox reports no change if a script has set the text, so it is typed.
  await box.press("ControlOrMeta+a");
  await box.pressSequentially(text);
  await box.press("Tab");
}

/**
 * Drags from one place of an element to another, both as fractions of its size.
 * @param {Page} page
 * @param {Locator} element
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
export async function drag(page, element, from, to) {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) {
    throw new Error("the element is not on the page");
  }
  const at = (/** @type {[number, number]} */ [x, y]) =>
    /** @type {[number, number]} */ ([box.x + x * box.width, box.y + y * box.height]);
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 5 });
  await page.mouse.up();
  await frames(page);
}

/**
 * Returns the query of the page's address.
 * @param {Page} page
 */
export function query(page) {
  return new URL(page.url()).searchParams;
}
