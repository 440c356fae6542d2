// The gallery: finding a figure, setting it up, and copying the code.

import { AxeBuilder } from "@axe-core/playwright";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "../../tools/program/stamp.mjs";
import { list } from "../../tools/program/core.mjs";
import { address, expect, frames, mentions, test } from "./lab.mjs";
import { elsewhere } from "./post.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
const cards = (page) => page.locator(".cards li:visible");

/** @param {Page} page */
const code = (page) => page.getByRole("region", { name: "Code to copy" });

/**
 * Opens a figure of the gallery, and waits until its code is written.
 * @param {Page} page
 * @param {string} name
 */
async function choose(page, name, query = "") {
  await page.goto(address(`gallery.html${query}#${name}`));
  await expect(code(page)).toHaveAttribute("aria-busy", "false");
  return page.locator(".preview phasor-figure");
}

/** @param {Page} page @param {string} host */
const pick = (page, host) => page.getByLabel("Code for").selectOption(host);

test("all figures are pictures at first, in the reader's colours, and loading them moves nothing", async ({ page }) => {
  const { figures } = list(process.env.PHASOR_CORE ?? "");
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(address("gallery.html"));
  await expect(cards(page)).toHaveCount(figures.length);
  for (const { name, title } of figures) {
    await expect(page.locator(`.cards a[href="#${name}"] .name`)).toHaveText(title);
  }
  const shape = (/** @type {string} */ theme) =>
    page.locator(`.cards .${theme}`).evaluateAll((images) => images.map((image) => [image.clientWidth, image.clientHeight].join()));
  const before = await shape("light");
  expect(new Set(before).size).toBe(1);
  const [width, height] = before[0].split(",").map(Number);
  expect(width).toBeGreaterThan(0);
  // Both are rounded to whole pixels.
  expect(Math.abs((3 / 4) * width - height)).toBeLessThan(1);
  await page.locator(".cards li").last().scrollIntoViewIfNeeded();
  const last = page.locator(".cards .light").last();
  await expect.poll(() => last.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth)).toBeGreaterThan(0);
  expect(await shape("light")).toEqual(before);
  expect(requests.filter((url) => /\.wasm|-dark\.svg/.test(url))).toEqual([]);
  await page.getByRole("button", { name: "dark" }).click();
  await expect(last).toBeHidden();
  await page.locator(".cards li").last().scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator(".cards .dark").last().evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth)).toBeGreaterThan(0);
});

test("a search by keyboard finds the figure with dials, and Back is one step", async ({ page }) => {
  await page.goto(address("gallery.html"));
  const count = page.locator(".count[role=status]");
  const { figures } = list(process.env.PHASOR_CORE ?? "");
  await expect(count).toContainText(mentions(figures.length));
  await page.getByRole("searchbox", { name: "Search" }).focus();
  await page.keyboard.type("the one with dials");
  await expect(page.locator('.cards a[href="#rotation-angles"]')).toBeVisible();
  await expect(page.locator('.cards a[href="#distance-heatmap"]')).toBeHidden();
  await expect(count).toContainText(mentions(await cards(page).count(), figures.length));
  await expect(page).toHaveURL(address("gallery.html?search=the+one+with+dials"));
  // All letters of a search make one history entry.
  await page.goBack();
  await expect(page).toHaveURL(address("gallery.html"));
  await expect(cards(page)).toHaveCount(figures.length);
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  await page.goForward();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("the one with dials");
  // Everyday names find their figures.
  for (const [words, name] of [["heatmap", "distance-heatmap"], ["CUBE", "binary-path"], ["waves", "sine-waves"], ["YaRN", "scaled-angles"], ["pair layout", "rope-forms"], ["lanes", "rotary-lanes"]]) {
    await page.getByRole("searchbox", { name: "Search" }).fill(words);
    await expect(page.locator(`.cards a[href="#${name}"]`)).toBeVisible();
  }
});

test("topics are in the address, and an empty result offers a way out, by keyboard", async ({ page }) => {
  await page.goto(address("gallery.html"));
  const all = await cards(page).count();
  const topic = page.getByRole("navigation", { name: "Topics" }).getByRole("link", { name: /^RoPE/ });
  const count = Number(/\d+/.exec((await topic.textContent()) ?? "")?.[0]);
  await page.getByRole("searchbox", { name: "Search" }).focus();
  for (let steps = 0; steps < 20 && !(await topic.evaluate((link) => link === document.activeElement)); steps += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(address("gallery.html?topic=rope"));
  await expect(topic).toHaveAttribute("aria-current", "true");
  await expect(cards(page)).toHaveCount(count);
  await page.getByRole("searchbox", { name: "Search" }).fill("cube");
  await expect(cards(page)).toHaveCount(0);
  await expect(page.locator(".none")).toContainText("“cube”");
  await page.locator(".none .anywhere").press("Enter");
  await expect(page).toHaveURL(address("gallery.html?search=cube"));
  expect(await cards(page).count()).toBeGreaterThan(0);
  await page.getByRole("searchbox", { name: "Search" }).fill("zebra");
  await expect(page.locator(".count")).toContainText(mentions(0, all));
  await page.locator(".none [data-topic='']").press("Enter");
  await expect(cards(page)).toHaveCount(all);
  await expect(page).toHaveURL(address("gallery.html"));
});

test("a card plays while the mouse points at it, where it shows its motif", async ({ page }) => {
  await page.goto(address("gallery.html"));
  const card = page.locator('.cards a[href="#binary-bits"]');
  const live = card.locator("phasor-figure.live");
  await card.hover();
  await expect(live).toBeVisible();
  const position = () => live.evaluate((figure) => /** @type {any} */ (figure).getState().position ?? "20");
  const before = await position();
  await expect.poll(position).not.toBe(before);
  // The picture is cut where the motif is cut: the first lane begins at the left edge of the card.
  const [at, left] = (await page.locator('[data-name="binary-bits"]').getAttribute("data-motif") ?? "").split(",").map(Number);
  const [poster, stage] = [await card.locator(".poster").boundingBox(), await live.locator("canvas").first().boundingBox()];
  const scale = (stage?.width ?? 0) / at;
  // The edge of the card is a pixel wide.
  expect(Math.abs((poster?.x ?? 0) + 1 - (stage?.x ?? 0) - left * scale)).toBeLessThan(0.5);
  await page.mouse.move(2, 2);
  await expect(card.locator("phasor-figure")).toHaveCount(0);
  await card.click();
  await expect(page.locator(".cards phasor-figure")).toHaveCount(0);
});

test("no card plays with reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(address("gallery.html"));
  await page.locator('.cards a[href="#binary-bits"]').hover();
  await page.locator('.cards a[href="#sine-waves"]').hover();
  await frames(page);
  await expect(page.locator(".cards phasor-figure")).toHaveCount(0);
});

test("a card opens its figure alone, and Back returns to the same place", async ({ page }) => {
  await page.goto(address("gallery.html?topic=rope"));
  const card = page.locator('.cards a[href="#patches"]');
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await card.press("Enter");
  await expect(page).toHaveURL(address("gallery.html?topic=rope#patches"));
  const title = list(process.env.PHASOR_CORE ?? "").figures.find(({ name }) => name === "patches")?.title ?? "";
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
  await expect(page.locator("#chosen-title")).toHaveText(title);
  await expect(page.locator("#chosen-title")).toBeFocused();
  await expect(page.locator("phasor-figure canvas").first()).toBeInViewport();
  await expect(page.locator("phasor-figure")).toHaveCount(1);
  await expect(page.locator(".shelf")).toBeHidden();
  // The link that skips the header does not leave the figure.
  await page.locator(".skip").press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.locator("phasor-figure")).toHaveCount(1);
  await page.goBack();
  await expect(card).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  await expect(page.locator("phasor-figure")).toHaveCount(0);
  // The link does the same as the browser's button.
  await card.press("Enter");
  await page.locator(".trail .back").click();
  await expect(page).toHaveURL(address("gallery.html?topic=rope"));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test("an address opens a figure in a state", async ({ page }) => {
  const figure = await choose(page, "distance-heatmap", "?offset=7");
  expect(await figure.evaluate((element) => /** @type {any} */ (element).getState())).toEqual({ offset: "7" });
  await expect(code(page)).toContainText('<phasor-figure name="distance-heatmap" offset="7">');
});

test("the code for every host contains the settings, and can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const figure = await choose(page, "distance-heatmap");
  await figure.locator(".stage").press("ArrowRight");
  await page.getByLabel("controls").selectOption("minimal");
  await page.getByLabel("linked").fill("a & b");
  await page.locator("[name=autoplay]").check();
  /** @type {Record<string, string>} */
  const kinds = {
    tag: '<phasor-figure name="distance-heatmap" offset="3" controls="minimal" linked="a &amp; b" autoplay>',
    iframe: "embed.html?name=distance-heatmap&amp;offset=3&amp;controls=minimal",
    markdown: "[![Distance heatmap. ",
    hugo: '{{< phasor-figure name="distance-heatmap" offset="3" controls="minimal" linked="a &amp; b" autoplay="true" >}}',
    astro: 'set:html={"<phasor-figure name=\\"distance-heatmap\\" offset=\\"3\\" controls=',
    mdx: 'import "phasor-figure";',
    jupyter: 'phasor.Figure("distance-heatmap", offset=3, controls="minimal", linked="a & b", autoplay=True)',
    link: "offset=3#distance-heatmap",
  };
  for (const host of await page.getByLabel("Code for").locator("option").evaluateAll((options) => options.map((option) => option.getAttribute("value") ?? ""))) {
    await pick(page, host);
    await expect(code(page), host).toContainText(kinds[host]);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(page.locator(".give [role=status]")).not.toBeEmpty();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(kinds[host]);
  }
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the picture" }).click();
  expect((await download).suggestedFilename()).toBe("distance-heatmap.svg");
});

test("a figure that plays automatically also plays here, and the code keeps its first position", async ({ page }) => {
  const figure = await choose(page, "blue-dog", "?position=7");
  const position = () => figure.evaluate((element) => Number(/** @type {any} */ (element).position));
  await page.locator("[name=autoplay]").check();
  await expect.poll(position).toBeGreaterThan(8);
  await expect(code(page)).toContainText('name="blue-dog" position="7" autoplay>');
  await page.locator("[name=autoplay]").uncheck();
  const stopped = await position();
  await expect(code(page)).not.toContainText("autoplay");
  await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))));
  expect(Math.abs((await position()) - stopped)).toBeLessThan(1);
  // Controls without effect are hidden.
  await choose(page, "scoreboard");
  await expect(page.locator("[name=autoplay]")).toBeHidden();
});

test("the code of a frame never has a wrong height", async ({ page }) => {
  await page.goto(address("gallery.html"));
  await page.evaluate(() => {
    const words = /** @type {HTMLElement} */ (document.querySelector(".words code"));
    const heard = /** @type {string[]} */ ([]);
    new MutationObserver(() => heard.push(words.textContent ?? "")).observe(words, { childList: true, characterData: true, subtree: true });
    Object.assign(globalThis, { heard });
    const host = /** @type {HTMLSelectElement} */ (document.querySelector("[name=host]"));
    host.value = "iframe";
    location.hash = "#rotation-angles";
  });
  await expect(code(page)).toHaveAttribute("aria-busy", "false");
  await expect(code(page)).toContainText("<iframe");
  const heights = await page.evaluate(() => /** @type {any} */ (globalThis).heard.flatMap((/** @type {string} */ text) => [.../ height="(\d+)"/g[Symbol.matchAll](text)].map(([, height]) => Number(height))));
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.min(...heights)).toBeGreaterThan(300);
  // Without any script, the copied frame has room for exactly its figure.
  const words = (await code(page).textContent()) ?? "";
  const { width } = (await page.locator(".preview phasor-figure").boundingBox()) ?? { width: 0 };
  await elsewhere(page, `<div style="width: ${width}px">${words.replace(/<script[^]*/, "")}</div>`);
  const frame = page.frameLocator("iframe");
  await expect(frame.locator("canvas").first()).toBeVisible();
  const spare = async () => {
    const needed = await frame.locator("html").evaluate((root) => root.getBoundingClientRect().height);
    return (await page.locator("iframe").evaluate((element) => element.clientHeight)) - needed;
  };
  // The figure grows while it loads, so the space that is left shrinks to its final size.
  await expect.poll(spare).toBeLessThan(10);
  expect(await spare()).toBeGreaterThanOrEqual(0);
});

test("the copied image fits on a phone, without scripts and under the strictest security policy", async ({ page, browser }) => {
  await choose(page, "sine-waves");
  const words = (await code(page).textContent()) ?? "";
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the picture" }).click();
  const picture = readFileSync(await (await download).path());
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  const headers = { "content-security-policy": "default-src 'none'; img-src 'self'" };
  await elsewhere(phone, `<meta name="viewport" content="width=device-width">${words}`, { files: { "sine-waves.svg": picture }, headers });
  const { width = 0, height = 0 } = (await phone.locator("img").boundingBox()) ?? {};
  expect(width).toBeGreaterThan(300);
  expect(height).toBeGreaterThan(200);
  const box = await phone.locator("img").boundingBox();
  expect((box?.x ?? 0) + width).toBeLessThanOrEqual(390);
  await context.close();
});

test("colours, fonts, parts and width take effect at once and appear in the code", async ({ page }) => {
  const figure = await choose(page, "blue-dog");
  const reading = figure.locator(".reading");
  await page.getByLabel("query", { exact: true }).fill("#aa0033");
  await expect(reading).toHaveCSS("border-left-color", "rgb(170, 0, 51)");
  await page.getByLabel("serif", { exact: true }).fill("Georgia, serif");
  await expect(figure.locator("h2").first()).toHaveCSS("font-family", "Georgia, serif");
  await page.getByLabel("width (px)").fill("420");
  await expect.poll(async () => (await figure.boundingBox())?.width).toBeLessThanOrEqual(420);
  await page.getByLabel("reading", { exact: true }).fill("font-style: italic");
  await expect(reading).toHaveCSS("font-style", "italic");
  const rules = `phasor-figure {
  --phasor-query: #aa0033;
  --phasor-serif: Georgia, serif;
  max-width: 420px;
}
phasor-figure::part(reading) { font-style: italic; }`;
  await expect.poll(() => code(page).textContent()).toContain(`<style>\n${rules}\n</style>`);
  await pick(page, "mdx");
  await expect.poll(() => page.locator(".rules .words").textContent()).toBe(rules);
  // A frame takes properties in its address, so the other controls are hidden.
  await pick(page, "iframe");
  await expect(code(page)).toContainText("&amp;--phasor-query=%23aa0033");
  await expect(code(page)).toContainText('width="420"');
  await expect(page.getByLabel("reading", { exact: true })).toBeHidden();
  await expect(reading).toHaveCSS("font-style", "normal");
  await pick(page, "tag");
  await page.getByLabel("legend", { exact: true }).fill("nonsense");
  await expect(page.locator("fieldset .error:not(:empty)")).toContainText("legend");
  await page.locator("fieldset[name=properties] .plain").click();
  await expect(code(page)).not.toContainText("--phasor-query");
  await expect(reading).not.toHaveCSS("border-left-color", "rgb(170, 0, 51)");
});

test("events are shown as a script would receive them", async ({ page }) => {
  const figure = await choose(page, "sine-waves");
  await page.locator("[name=event]").selectOption("phasor-change");
  await expect(code(page)).toContainText('.addEventListener("phasor-change"');
  await figure.locator(".stage").press("ArrowRight");
  await expect(page.locator(".heard")).toHaveText('phasor-change {"position":"21"}');
});

test("the page documents everything that the package documents", async ({ page }) => {
  const manifest = JSON.parse(readFileSync(join(DIST, "embed", "custom-elements.json"), "utf8"));
  const [element] = manifest.modules[0].declarations;
  const readme = readFileSync(join(DIST, "embed", "README.md"), "utf8");
  await page.goto(address("gallery.html#reference"));
  await expect(page.locator("#reference-title")).toBeInViewport();
  const reference = (await page.locator("#reference").textContent()) ?? "";
  const own = ["name", "linked", "autoplay", "theme", "controls"];
  const rows = [element.attributes.filter((/** @type {{ name: string }} */ { name }) => own.includes(name)), element.cssProperties, element.cssParts, element.events, element.members.filter((/** @type {{ kind: string }} */ { kind }) => kind === "method")].flat();
  expect(rows.length).toBeGreaterThan(30);
  for (const { name, description } of rows) {
    for (const text of [reference, readme]) {
      expect(text).toContain(name);
      expect(text).toContain(description);
    }
  }
  expect(reference).toContain("Access-Control-Allow-Origin: *");
  await expect(page.locator("#reference a")).toHaveAttribute("href", "embed/README.md");
  // The table below a figure has only the figure's attributes.
  await choose(page, "rotation-angles");
  await page.locator(".own > summary").click();
  const { figures } = list(process.env.PHASOR_CORE ?? "");
  const keys = figures.find(({ name }) => name === "rotation-angles")?.parameters ?? [];
  const visible = await page.locator(".own tbody tr:visible th").allTextContents();
  expect(visible.sort()).toEqual([...keys, "speed"].sort());
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds no faults in the grid and beside a figure, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const found = async () => (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    await page.goto(address("gallery.html?search=zebra"));
    await expect(page.locator(".none")).toBeVisible();
    expect(await found()).toEqual([]);
    await page.goto(address("gallery.html"));
    await expect(page.locator(".cards li").first()).toBeVisible();
    expect(await found()).toEqual([]);
    await choose(page, "sine-waves");
    await page.locator(".own > summary").click();
    expect(await found()).toEqual([]);
  });
}

for (const width of [1440, 1024, 768, 390, 320]) {
  test(`nothing is wider than a window of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await page.goto(address("gallery.html"));
    await expect(page.locator(".cards li").first()).toBeVisible();
    expect(await over()).toBeLessThanOrEqual(0);
    await choose(page, "rotation-angles");
    await page.locator(".own > summary").click();
    expect(await over()).toBeLessThanOrEqual(0);
  });
}
