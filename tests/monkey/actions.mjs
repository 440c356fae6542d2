// What the monkey does. Each action returns a line about itself, or nothing if the page offers no place for it.

import { ADDRESSES, configuration, file, pair, typed } from "./texts.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("./random.mjs").Random} Random */
/** @typedef {import("../../tools/program/core.mjs").List} List */

/**
 * `isStaying` is true while the monkey must not leave the document.
 * @typedef {{ page: Page, random: Random, list: List, name: string, base: string, isStaying: boolean }} Scene
 */
/** @typedef {{ name: string, x: number, y: number, width: number, height: number, href: string }} Target */
/** @typedef {{ weight: number, does: (scene: Scene) => Promise<string | undefined> }} Action */

const PRESSED = "a[href], button, summary, [role=tab], input[type=checkbox], input[type=radio], [aria-sort], canvas";
const FOCUSED = ".stage, button, input, select, summary, [role=tab], [tabindex='0']";
const WRITTEN = "textarea, input:is([type=text], [type=search], [type=number], :not([type]))";
const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "Space", "Enter", "Escape", "Tab", "Shift+ArrowRight", "Delete"];

/** The longest time for the page to load, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Chooses an element of the page.
 * @param {Scene} scene
 * @param {string} selector
 * @param {boolean} [isLeaving] Whether links that leave the document are wanted, or all others.
 * @returns {Promise<Target | undefined>}
 */
function choose({ page, random }, selector, isLeaving = false) {
  const among = { selector, seed: String(random.part()), isLeaving };
  return page.evaluate((among) => /** @type {any} */ (window).monkey.choose(among), among);
}

/**
 * Returns a place in a box, as far as it is in the window.
 * @param {Scene} scene
 * @param {Target} box
 * @param {number} across
 * @param {number} down
 * @returns {[number, number]}
 */
function at({ page }, box, across, down) {
  const { width, height } = page.viewportSize() ?? { width: 1, height: 1 };
  const inside = (/** @type {number} */ place, /** @type {number} */ most) => Math.min(Math.max(place, 0), most - 1);
  return [inside(box.x + across * box.width, width), inside(box.y + down * box.height, height)];
}

/** @param {Scene} scene @returns {[number, number]} */
const anywhere = ({ random }) => [random.part(), random.part()];

/** @param {Scene} scene */
async function press(scene) {
  const target = await choose(scene, PRESSED);
  if (target) {
    const [across, down] = target.name.includes("canvas") ? anywhere(scene) : [0.5, 0.5];
    await scene.page.mouse.click(...at(scene, target, across, down));
    return `press ${target.name}`;
  }
}

/** @param {Scene} scene @param {string} selector */
async function dragOn(scene, selector) {
  const target = await choose(scene, selector);
  if (target) {
    const { mouse } = scene.page;
    const [from, to] = [at(scene, target, ...anywhere(scene)), at(scene, target, ...anywhere(scene))];
    await mouse.move(...from);
    await mouse.down();
    await mouse.move(...to, { steps: 3 });
    await mouse.up();
    return `drag on ${target.name} from ${from.map(Math.round)} to ${to.map(Math.round)}`;
  }
}

/** @param {Scene} scene */
async function keys(scene) {
  const target = await choose(scene, FOCUSED);
  if (target) {
    await scene.page.evaluate(() => /** @type {any} */ (window).monkey.focus());
    const pressed = Array.from({ length: scene.random.whole(1, 3) }, () => scene.random.of(KEYS));
    for (const key of pressed) {
      await scene.page.keyboard.press(key);
    }
    return `on ${target.name} press ${pressed.join(", ")}`;
  }
}

/** @param {Scene} scene */
async function type(scene) {
  const target = await choose(scene, WRITTEN);
  if (target) {
    const { page, random } = scene;
    const text = target.name.includes("#config") ? configuration(random) : typed(random);
    await page.evaluate(() => /** @type {any} */ (window).monkey.focus());
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(text);
    const last = random.of(["Tab", "Enter", "Escape"]);
    await page.keyboard.press(last);
    return `type ${JSON.stringify(text.slice(0, 60))} into ${target.name}, then ${last}`;
  }
}

/** @param {Scene} scene */
async function pick(scene) {
  const target = await choose(scene, "select, input[type=color]");
  const chosen = target && (await scene.page.evaluate((part) => /** @type {any} */ (window).monkey.set(part), scene.random.part()));
  return target && `set ${target.name} to ${chosen}`;
}

/** @param {Scene} scene */
async function attribute(scene) {
  const { page, random, list } = scene;
  const target = await choose(scene, "phasor-figure");
  if (target) {
    const own = /** @type {[string, string][]} */ ([
      ["name", random.of(list.figures).name],
      ["theme", random.of(["auto", "light", "dark"])],
      ["controls", random.of(["full", "minimal", "none"])],
      ["autoplay", ""],
    ]);
    // The figures of our pages keep their names, as their text describes them.
    const [key, value] = random.isIn(0.3) ? random.of(scene.name === "embed" ? own : own.slice(1)) : pair(random, list);
    const isKept = random.isIn(0.8);
    await page.evaluate(
      ({ key, value, isKept }) => {
        const figure = /** @type {any} */ (window).monkey.chosen();
        isKept ? figure.setAttribute(key, value) : key !== "name" && figure.removeAttribute(key);
      },
      { key, value, isKept },
    );
    return isKept ? `set the attribute ${key}=${JSON.stringify(value.slice(0, 60))} of ${target.name}` : `remove the attribute ${key} of ${target.name}`;
  }
}

/** @param {Scene} scene */
async function paste(scene) {
  const text = configuration(scene.random);
  await scene.page.evaluate((text) => /** @type {any} */ (window).monkey.paste(text), text);
  return `paste ${JSON.stringify(text.slice(0, 60))}`;
}

/** @param {Scene} scene */
async function open({ page, random }) {
  const fields = page.locator("input[type=file]");
  const count = await fields.count();
  if (count > 0) {
    const [place, chosen] = [random.whole(0, count - 1), file(random)];
    await fields.nth(place).setInputFiles(chosen);
    return `open ${chosen.name} (${chosen.buffer.length} bytes) in field ${place + 1}`;
  }
}

/** @param {Scene} scene */
async function address({ page, random, list, name, base, isStaying }) {
  const wanted = ADDRESSES[name](random, list);
  const hash = wanted.slice(wanted.indexOf("#") + 1);
  if (!isStaying && random.isIn(0.5)) {
    await page.goto(base + wanted, { waitUntil: "load", timeout: PATIENCE });
    return `go to ${wanted.slice(0, 200)}`;
  }
  if (wanted.includes("#")) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    return `go to #${hash.slice(0, 200)}`;
  }
}

/** @param {-1 | 1} by */
const travel = (by) => async (/** @type {Scene} */ { page, isStaying }) => {
  const ahead = await page.evaluate((by) => /** @type {any} */ (window).monkey.ahead(by), by);
  if (ahead?.isSameDocument || (ahead && !isStaying)) {
    await (by < 0 ? page.goBack : page.goForward).call(page, { waitUntil: "load", timeout: PATIENCE });
    return by < 0 ? "back" : "forward";
  }
};

/** @param {Scene} scene */
async function leave(scene) {
  const target = scene.isStaying ? undefined : await choose(scene, "a[href]", true);
  const path = target && new URL(target.href).pathname;
  if (target && path && target.href.startsWith(scene.base) && /(\.html|\/)$/.test(path)) {
    const { page } = scene;
    await page.mouse.click(...at(scene, target, 0.5, 0.5));
    await page.waitForLoadState("load", { timeout: PATIENCE });
    return `follow ${target.name}`;
  }
}

/** @param {Scene} scene */
async function reload({ page, isStaying }) {
  if (!isStaying) {
    await page.reload({ waitUntil: "load", timeout: PATIENCE });
    return "reload";
  }
}

/** @param {Scene} scene */
async function resize({ page, random }) {
  const size = { width: random.whole(320, 1600), height: random.whole(400, 1200) };
  await page.setViewportSize(size);
  return `resize to ${size.width} × ${size.height}`;
}

/** @param {Scene} scene */
async function scheme({ page, random }) {
  const media = { colorScheme: random.of(/** @type {const} */ (["light", "dark"])), reducedMotion: random.of(/** @type {const} */ (["reduce", "no-preference", "no-preference"])) };
  await page.emulateMedia(media);
  return `prefer ${media.colorScheme}, motion: ${media.reducedMotion}`;
}

/** @param {Scene} scene */
async function wheel({ page, random }) {
  const { width, height } = page.viewportSize() ?? { width: 1, height: 1 };
  await page.mouse.move(random.whole(0, width - 1), random.whole(0, height - 1));
  const by = random.whole(-1500, 1500);
  await page.mouse.wheel(0, by);
  return `turn the wheel by ${by}`;
}

/** @type {Action[]} */
export const ACTIONS = [
  { weight: 30, does: press },
  { weight: 12, does: (scene) => dragOn(scene, ".stage") },
  { weight: 6, does: (scene) => dragOn(scene, "input[type=range]") },
  { weight: 14, does: keys },
  { weight: 8, does: type },
  { weight: 6, does: pick },
  { weight: 5, does: attribute },
  { weight: 2, does: paste },
  { weight: 2, does: open },
  { weight: 3, does: address },
  { weight: 3, does: travel(-1) },
  { weight: 2, does: travel(1) },
  { weight: 0.5, does: leave },
  { weight: 0.5, does: reload },
  { weight: 3, does: resize },
  { weight: 2, does: scheme },
  { weight: 4, does: wheel },
];
