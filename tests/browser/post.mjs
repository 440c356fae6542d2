// A page of a stranger's, with figures in it.

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
  const html = `<!doctype html><html lang="en"><title>A post</title><main><h1>A post</h1>${body}</main>
    <script type="module" src="embed/phasor.js"></script></html>`;
  await page.route("**/host.html", (route) =>
    route.fulfill({ body: html, contentType: "text/html", headers: { "content-security-policy": CSP } }),
  );
  await page.goto(address("host.html"));
}
