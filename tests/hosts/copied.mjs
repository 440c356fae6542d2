// Copies code from the gallery as a reader would, and pastes it into the projects of `examples`.

import { chromium } from "@playwright/test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromiumOptions } from "../../tools/setup/browsers.mjs";
import { ROOT } from "../../tools/setup/setup.mjs";

const EXAMPLES = join(ROOT, "examples");

/** The figure that is set up in the gallery, with its settings. */
export const PASTED = { name: "blue-dog", position: "7", controls: "minimal", accent: "#aa0033" };

/** The code for each kind of host, and the picture that goes with it. @typedef {{ codes: Record<string, string>, picture: Buffer }} Copied */

/**
 * Sets a figure up in the gallery, and copies the code.
 * @param {string} url The address of the page.
 * @returns {Promise<Copied>}
 */
export async function copied(url) {
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}gallery.html?position=${PASTED.position}#${PASTED.name}`);
    await page.getByLabel("controls").selectOption(PASTED.controls);
    await page.getByLabel("query", { exact: true }).fill(PASTED.accent);
    const words = page.locator('[aria-label="Code to copy"][aria-busy="false"]');
    /** @type {Record<string, string>} */
    const codes = {};
    for (const host of await page.getByLabel("Code for").locator("option").evaluateAll((options) => options.map((option) => option.getAttribute("value") ?? ""))) {
      await page.getByLabel("Code for").selectOption(host);
      codes[host] = (await words.textContent()) ?? "";
    }
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the picture" }).click();
    return { codes, picture: readFileSync(await (await download).path()) };
  } finally {
    await browser.close();
  }
}

/** @param {string} body */
const html = (body) => `<!doctype html><html lang="en"><title>Pasted</title><link rel="icon" href="data:,">${body}</html>`;

/**
 * Writes pages with this code into the projects that have pages of text.
 * @param {Copied} copied
 */
export function paste({ codes, picture }) {
  /** @type {[string, string | Buffer][]} */
  const files = [
    ["html/pasted.html", html(codes.tag)],
    ["html/pasted-frame.html", html(codes.iframe)],
    [`html/${PASTED.name}.svg`, picture],
    ["hugo/content/pasted.md", `---\ntitle: Pasted\n---\n\n${codes.hugo}\n`],
    ["mkdocs/docs/pasted.md", `# Pasted\n\n${codes.tag}\n`],
    ["mkdocs/docs/pasted-picture.md", `# Pasted\n\n${codes.markdown}\n`],
    [`mkdocs/docs/${PASTED.name}.svg`, picture],
    ["astro/src/pages/pasted.mdx", `---\nlayout: ../Layout.astro\ntitle: Pasted\n---\n\n${codes.astro}\n`],
  ];
  files.forEach(([path, content]) => writeFileSync(join(EXAMPLES, path), content));
}

/**
 * Returns a notebook with these cells.
 * @param {string[]} sources
 */
export function notebook(...sources) {
  const cells = sources.map((source, place) => ({ cell_type: "code", execution_count: null, id: `cell-${place}`, metadata: {}, outputs: [], source: [source] }));
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  return JSON.stringify({ cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 });
}
