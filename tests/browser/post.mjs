// A page of a stranger's, with figures in it.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../tools/serve.mjs";
import { address } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** What a host may allow at least. */
const CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'";

/**
 * Opens a page of a stranger's around `body`, under the strictest rules that the element works with.
 * @param {Page} page
 * @param {string} body
 */
export async function host(page, body) {
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A post</title><main><h1>A post</h1>${body}</main>
    <script type="module" src="embed/phasor.js"></script></html>`;
  await page.route("**/host.html", (route) =>
    route.fulfill({ body: html, contentType: "text/html", headers: { "content-security-policy": CSP } }),
  );
  await page.goto(address("host.html"));
}

/**
 * Opens a page of somebody else's, on another host.
 * @param {Page} page
 * @param {string} body
 * @param {{ files?: Record<string, string | Buffer>, headers?: Record<string, string> }} [more] What else is on that
 * host, and what it sends with everything.
 */
export async function elsewhere(page, body, { files = {}, headers } = {}) {
  const root = mkdtempSync(join(tmpdir(), "phasor-elsewhere-"));
  writeFileSync(join(root, "index.html"), `<!doctype html><title>A post</title><link rel="icon" href="data:,">${body}`);
  Object.entries(files).forEach(([name, bytes]) => writeFileSync(join(root, name), bytes));
  // A page that only the test answers for would count as the world's and may not load what is local.
  const { url, close } = await serve({ root, headers });
  page.once("close", close);
  await page.goto(url);
}
