// The figures of the Python package in notebooks, without any network except the server of the notebook.

import { expect, test as base } from "@playwright/test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "../../tools/program/stamp.mjs";
import { ROOT } from "../../tools/setup/places.mjs";
import { finished, mentions } from "../browser/lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/** @param {string} name */
const at = (name) => process.env[`PHASOR_HOST_${name.toUpperCase()}`] ?? "";

/** A test whose pages reach this machine alone. */
const test = base.extend({
  page: async ({ page }, use) => {
    /** @type {string[]} */
    const elsewhere = [];
    await page.route(/^https?:/, (route) => {
      const { hostname, href } = new URL(route.request().url());
      if (["127.0.0.1", "localhost"].includes(hostname)) {
        return route.continue();
      }
      elsewhere.push(href);
      return route.abort();
    });
    await use(page);
    expect(elsewhere).toEqual([]);
  },
});

/** @param {Locator} figure @returns {Promise<Record<string, string>>} */
const state = (figure) => figure.evaluate((element) => /** @type {any} */ (element).getState());

/** @param {Locator} figure */
async function isLive(figure) {
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator("canvas").first()).toBeVisible();
}

/** @param {Page} page */
const cells = (page) => page.locator(".jp-CodeCell");

/** @param {Page} page @param {number} place */
async function run(page, place) {
  await cells(page).nth(place).locator(".cm-content").click();
  await page.keyboard.press("Shift+Enter");
}

/** @param {Page} page @param {string} notebook */
async function openLab(page, notebook) {
  await page.goto(`${at("jupyter")}lab/tree/${notebook}?reset`);
  await expect(page.getByRole("button", { name: /\| Idle/ })).toBeVisible();
}

/**
 * Saves the notebook, and returns the data of the outputs of its first cell.
 * @param {Page} page
 * @param {string} notebook
 * @returns {Promise<Record<string, unknown>[]>}
 */
async function saved(page, notebook) {
  await page.keyboard.press("Control+s");
  await expect(page.locator(".jp-mod-dirty")).toHaveCount(0);
  const answer = await page.request.get(`${at("jupyter")}api/contents/${notebook}`);
  const { content } = await answer.json();
  return content.cells[0].outputs.map((/** @type {any} */ output) => output.data);
}

/** Ends the kernels of all notebooks with this name. @param {Page} page @param {string} notebook */
async function endKernel(page, notebook) {
  const sessions = `${at("jupyter")}api/sessions`;
  for (const { id, path } of await (await page.request.get(sessions)).json()) {
    if (path === notebook) {
      await page.request.delete(`${sessions}/${id}`);
    }
  }
}

test("JupyterLab: figure and Python follow each other, and so do linked figures", async ({ page }) => {
  await openLab(page, "figure.ipynb");
  const [waves, heatmap] = ["sine-waves", "distance-heatmap"].map((name) => page.locator(`phasor-figure[name=${name}]`));
  await run(page, 0);
  await isLive(waves);
  expect(await state(waves)).toEqual({ dim: "32" });
  await waves.locator(".stage").press("ArrowRight");
  await expect(waves.locator(".reading")).toContainText(mentions(21));
  await run(page, 1);
  await expect(cells(page).nth(1)).toContainText("{'dim': 32, 'position': 21}");
  await run(page, 2);
  await expect.poll(() => state(waves)).toEqual({ dim: "32", position: "21", base: "500000" });
  await run(page, 3);
  await isLive(heatmap);
  expect(await state(heatmap)).toEqual(await state(waves));
  await run(page, 4);
  const line = cells(page).nth(4).locator(".jp-OutputArea");
  await expect(line).toContainText("Python hears of position 21.");
  await waves.locator(".stage").press("ArrowRight");
  await expect.poll(() => state(heatmap)).toEqual({ dim: "32", position: "22", base: "500000" });
  await expect(line).toContainText("Python hears of position 22.");

  await test.step("letters in a field of the figure are no commands of the notebook", async () => {
    const before = await cells(page).count();
    await waves.getByRole("textbox").or(waves.getByRole("spinbutton")).first().press("b");
    await expect(cells(page)).toHaveCount(before);
  });

  await test.step("after a restart, the cells make new figures", async () => {
    await page.getByRole("menuitem", { name: "Kernel", exact: true }).click();
    await page.getByRole("menuitem", { name: /Restart Kernel and Run All Cells/ }).click();
    await page.getByRole("button", { name: "Confirm Kernel Restart" }).click();
    await expect(line).toContainText("Python hears of position 20.");
    await isLive(waves);
    await expect.poll(() => state(waves)).toEqual({ dim: "32", base: "500000" });
    await waves.locator(".stage").press("ArrowRight");
    await expect(line).toContainText("Python hears of position 21.");
  });

  await test.step("a saved notebook has the picture and no widget that needs the kernel", async () => {
    const outputs = await saved(page, "figure.ipynb");
    expect(outputs.map((data) => Object.keys(data).sort())).toEqual([["text/html", "text/plain"], ["text/html"]]);
  });

  await test.step("opened without its kernel, it shows the picture", async () => {
    await page.goto("about:blank");
    await endKernel(page, "figure.ipynb");
    await openLab(page, "figure.ipynb");
    const picture = cells(page).first().locator("phasor-figure img");
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth)).toBeGreaterThan(300);
    await expect(cells(page).first().locator(".jp-OutputArea")).not.toContainText(/error|loading/i);
  });
});

test("Notebook 7: the figure is live, receives its keys and has the colours of the notebook, and long work runs in a worker", async ({ page }) => {
  await page.goto(`${at("jupyter")}notebooks/classic.ipynb`);
  const waves = page.locator("phasor-figure");
  // Notebook does not say when it has a kernel, and forgets a cell that it runs before.
  await expect(async () => {
    await run(page, 0);
    await expect(waves).toBeVisible({ timeout: 3000 });
  }).toPass();
  await isLive(waves);
  await waves.locator(".stage").press("ArrowRight");
  await expect(waves.locator(".reading")).toContainText(mentions(21));
  await run(page, 1);
  await expect(cells(page).nth(1)).toContainText("{'dim': 32, 'position': 21}");
  await page.evaluate(() => (document.body.dataset.jpThemeLight = "false"));
  await expect(waves.locator(".phasor")).toHaveAttribute("data-theme", "dark");
  await run(page, 2);
  const map = page.locator("phasor-figure[name=position-map]");
  await isLive(map);
  await finished(map);
  await expect(map.locator("[part=error]")).toBeEmpty();
});

test("marimo: a cell that uses the figure runs again", async ({ page }) => {
  await page.goto(at("marimo"));
  const figure = page.locator("phasor-figure");
  await isLive(figure);
  await expect(page.getByText("The query is at position 20.")).toBeVisible();
  await figure.locator(".stage").press("ArrowRight");
  await expect(page.getByText("The query is at position 21.")).toBeVisible();
});

/** The script of the widget, as a front end receives it from Python. */
const SCRIPT = readFileSync(join(ROOT, "crates", "python", "python", "phasor", "widget.js"), "utf8");

/**
 * Starts the script in an empty page, with a model whose kernel is in Node.
 * @param {string} script
 */
async function start(script) {
  const own = /** @type {any} */ (window);
  /** @type {[string, (...args: any[]) => void][]} */
  const listeners = [];
  const emit = (/** @type {string} */ name, /** @type {any[]} */ ...args) => listeners.forEach(([heard, act]) => heard === name && act(...args));
  const parameter = (/** @type {string} */ attribute, /** @type {number} */ value) => ({ attribute, kind: "number", default: value });
  /** @type {Record<string, any>} */
  const state = {
    ...{ name: "position-map", position: 20, offset: 2, linked: null, theme: "auto", controls: "full", autoplay: false },
    ...{ _id: "model", _kernel: "kernel", _title: "Map", _picture: "<svg xmlns='http://www.w3.org/2000/svg'/>" },
    _parameters: { position: parameter("position", 20), offset: parameter("offset", 2) },
  };
  const model = {
    get: (/** @type {string} */ name) => state[name],
    set: (/** @type {string} */ name, /** @type {unknown} */ value) => (state[name] = value),
    save_changes: () => (own.sent = { ...state }),
    on: (/** @type {string} */ name, /** @type {any} */ act) => listeners.push([name, act]),
    off: () => {},
    send: async (/** @type {any} */ content) => {
      if (content.file) {
        const text = await own.kernelFile(content.file);
        const bytes = text === null ? undefined : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        emit("msg:custom", { file: content.file, found: Boolean(bytes) }, bytes ? [new DataView(bytes.buffer)] : []);
      }
    },
  };
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  widget.initialize({ model });
  await widget.render({ model, el: document.body });
}

test("Colab: in frames without an origin, each figure loads by itself, and its worker starts", async ({ page }) => {
  await page.exposeFunction("kernelFile", (/** @type {string} */ path) => {
    const folder = process.env.PHASOR_ELEMENT ?? join(DIST, "embed");
    return readFileSync(join(folder, path)).toString("base64");
  });
  await page.setContent('<iframe sandbox="allow-scripts" srcdoc="<body>" width="690" height="850"></iframe>'.repeat(2));
  for (const frame of page.frames().slice(1)) {
    expect(await frame.evaluate(() => globalThis.origin)).toBe("null");
    await frame.evaluate(start, SCRIPT);
    const figure = frame.locator("phasor-figure");
    await isLive(figure);
    await finished(figure);
    await expect(figure.locator("[part=error]")).toBeEmpty();
    await figure.locator(".stage").press("ArrowRight");
    await expect.poll(() => frame.evaluate(() => /** @type {any} */ (window).sent?.position)).toBe(21);
  }
});
