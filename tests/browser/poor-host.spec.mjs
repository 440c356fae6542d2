// The pages on the poorest host that they allow: under a path, without compression, and with a wrong type for
// WebAssembly.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { DIST } from "../../tools/program/stamp.mjs";
import { bare, expect, mentions, stepOf } from "./lab.mjs";

/** The types that such a host knows. A browser refuses pages, scripts and styles of any other type. @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

const PREFIX = "/a/folder/";

/** What browsers print about the type, although the program then starts in another way. */
const ABOUT_TYPE = "does not serve Wasm with `application/wasm`";

/** @type {ReturnType<typeof createServer>} */
let server;

/** Returns the address of a page. @param {string} path */
const at = (path) => `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}${PREFIX}${path}`;

/** A test that fails if a file is missing, or if the page reports anything except the wrong type. */
const test = bare.extend({
  page: async ({ page }, use) => {
    /** @type {string[]} */
    const troubles = [];
    page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
    page.on("console", (message) => message.type() === "warning" && !message.text().includes(ABOUT_TYPE) && !message.text().includes("preload") && troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("response", (response) => response.status() >= 400 && troubles.push(`${response.status()}: ${response.url()}`));
    await use(page);
    expect(troubles).toEqual([]);
  },
});

test.beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) || "index.html" : "";
    const bytes = name && (await readFile(join(DIST, name)).catch(() => undefined));
    response.writeHead(bytes ? 200 : 404, { "content-type": TYPES[extname(name)] ?? "text/plain" }).end(bytes || "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
});

test.afterAll(() => server.close());

test("the host of these tests neither compresses nor knows WebAssembly", async ({ request }) => {
  const answer = await request.get(at("bulk/simd_bg.wasm"), { headers: { "accept-encoding": "br, gzip" } });
  expect(answer.headers()["content-type"]).toBe("text/plain");
  expect(answer.headers()["content-encoding"]).toBeUndefined();
});

test("figures of the ladder and the Lab become live", async ({ page }) => {
  await page.goto(at(""));
  await page.locator("phasor-figure").first().scrollIntoViewIfNeeded();
  await expect(page.locator("phasor-figure .stage canvas").first()).toBeVisible();
  await page.goto(at("lab.html?base=500000"));
  await expect(page.locator(".stage canvas").first()).toBeVisible();
  await expect(page.locator("#shared-base-number")).toHaveValue("500000");
});

test("the room of models reads a file", async ({ page }) => {
  await page.goto(at("models.html"));
  await expect(page.locator("#panel .lead")).not.toBeEmpty();
});

test("the gallery, and a figure in a frame, become live", async ({ page }) => {
  await page.goto(at("gallery.html#sine-waves"));
  await expect(page.locator(".preview .stage canvas").first()).toBeVisible();
  await page.goto(at("embed.html?name=sine-waves"));
  await expect(page.locator(".stage canvas").first()).toBeVisible();
});

test("bulk RoPE is measured by a program in a worker", async ({ page }) => {
  await page.goto(at("lab.html#bulk-rope?positions=16&heads=2"));
  const section = page.locator("#bulk-rope");
  await section.getByRole("button", { name: "Run", exact: true }).click();
  await expect(section.locator(".reading")).toContainText(mentions("SIMD", 16));
});

test("a race of transformers goes on in a worker", async ({ page }) => {
  await page.goto(at("embed.html?name=training-race&seed=3"));
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect.poll(() => stepOf(page.locator("phasor-figure"))).toBeGreaterThanOrEqual(0);
});
