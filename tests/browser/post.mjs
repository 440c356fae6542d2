// Somebody else's page with figures.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../tools/site/serve.mjs";
import { address } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** The strictest security policy under which the element works. */
const CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'";

/**
 * Opens somebody else's page around `body`, under the strictest security policy that allows the element.
 * @param {Page} page
 * @param {string} body
 * @param {string} more More rules of that policy.
 */
export async function host(page, body, more = "") {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A post</title><main><h1>A post</h1>${body}</main>
    <script type="module" src="embed/phasor.js"></script></html>`;
  await page.route("**/host.html", (route) =>
    route.fulfill({ body: html, contentType: "text/html", headers: { "content-security-policy": CSP + more } }),
  );
  await page.goto(address("host.html"));
}

/**
 * Opens somebody else's page on another host.
 * @param {Page} page
 * @param {string} body
 * @param {{ files?: Record<string, string | Buffer>, headers?: Record<string, string> }} [more] Other files of that
 * host, and headers of all its responses.
 */
export async function elsewhere(page, body, { files = {}, headers } = {}) {
  const root = mkdtempSync(join(tmpdir(), "phasor-elsewhere-"));
  writeFileSync(join(root, "index.html"), `<!doctype html><title>A post</title><link rel="icon" href="data:,">${body}`);
  Object.entries(files).forEach(([name, bytes]) => writeFileSync(join(root, name), bytes));
  // The page needs a real server: a page that the test fulfils counts as public and may not load local files.
  const { url, close } = await serve({ root, headers });
  page.once("close", close);
  await page.goto(url);
}
