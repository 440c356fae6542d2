// A host that publishes one build of the site after another, for tests of the service worker.

import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIST } from "../../tools/program/stamp.mjs";
import { writeWorker } from "../../tools/site/offline.mjs";
import { serve } from "../../tools/site/serve.mjs";
import { expect } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** The folder of the site on its host. */
const PREFIX = "/some/path/";

/** What makes the name of a file the name of a build. */
const NUMBERED = /-[0-9a-f]{8}\.(js|wasm)$/;

/** A page of somebody else, in the folder of the site. */
export const POST = '<!doctype html><title>A post</title><link rel="icon" href="data:,"><phasor-figure name="sine-waves"></phasor-figure><script type="module" src="embed/phasor.js"></script>';

/** All folders that were written. @type {string[]} */
const folders = [];

/**
 * Writes a build of the site that differs from others in the numbers of all its programs, and in its pages and scripts,
 * which have a mark each.
 * @param {string} mark A hexadecimal digit.
 */
export async function built(mark) {
  const folder = mkdtempSync(join(tmpdir(), "phasor-site-"));
  folders.push(folder);
  cpSync(DIST, folder, { recursive: true });
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const numbers = new Set(names.filter((name) => NUMBERED.test(name)).map((name) => NUMBERED.exec(name)?.[0].slice(1, 9) ?? ""));
  const marked = (/** @type {string} */ text) => [...numbers].reduce((all, number) => all.replaceAll(number, mark.repeat(8)), text);
  for (const name of names.filter((name) => /\.(html|js)$/.test(name))) {
    const text = marked(readFileSync(join(folder, name), "utf8")).replace(/(name="phasor-build" content=")\w+/, `$1${mark.repeat(12)}`);
    const sign = /^(pages\/(?!first)|embed\/(phasor|share)\.js)/.test(name) ? `;(globalThis.marks ??= new Set()).add("${mark}");` : "";
    writeFileSync(join(folder, name), text + sign);
  }
  names.filter((name) => NUMBERED.test(name)).forEach((name) => renameSync(join(folder, name), join(folder, marked(name))));
  await writeWorker(folder, mark.repeat(12));
  return folder;
}

/** Deletes all builds. */
export const clear = () => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true }));

/** A host with an address that stays the same, whatever it publishes. */
export class Host {
  /** The address of the site. */
  url = "";
  #close = () => {};

  /**
   * Publishes a folder instead of what was there.
   * @param {string} root
   */
  async publish(root, headers = {}) {
    this.#close();
    const port = this.url ? Number(new URL(this.url).port) : 0;
    // A page outside of the site, on the same host.
    const outside = mkdtempSync(join(tmpdir(), "phasor-site-"));
    folders.push(outside);
    writeFileSync(join(outside, "post.html"), POST.replace("embed/", `${PREFIX.slice(1)}embed/`));
    const { url, close } = await serve({ root: outside, port, prefix: "/", headers, folders: { [PREFIX.slice(1)]: root } });
    this.url = url + PREFIX.slice(1);
    this.#close = close;
  }

  /** Publishes a folder, as hosts do that remove the endings of addresses. @param {string} root */
  async publishBare(root) {
    const { url, close } = await serve({ root, prefix: PREFIX });
    await this.#answer(async ({ url: path = "" }, response) => {
      const { pathname } = new URL(path, url);
      if (pathname.endsWith(".html")) {
        response.writeHead(308, { location: pathname.replace(/(index)?\.html$/, "") }).end();
        return;
      }
      const found = await fetch(new URL(/\/\w+$/.test(pathname) ? `${pathname}.html` : pathname, url));
      response.writeHead(found.status, { "content-type": found.headers.get("content-type") ?? "" }).end(Buffer.from(await found.arrayBuffer()));
    });
    const end = this.#close;
    this.#close = () => {
      end();
      close();
    };
  }

  /** Answers no request, as a network with no reception. */
  stall() {
    return this.#answer(() => {});
  }

  /** Answers as a host that is overloaded. */
  fail() {
    return this.#answer((_, response) => response.writeHead(503).end("Try again later."));
  }

  /** @param {import("node:http").RequestListener} answer */
  async #answer(answer) {
    this.#close();
    const server = createServer(answer).listen(this.url ? Number(new URL(this.url).port) : 0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    this.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}${PREFIX}`;
    this.#close = () => {
      server.close();
      server.closeAllConnections();
    };
  }

  /** Is not there. */
  end() {
    this.#close();
    this.#close = () => {};
  }
}

/** Waits until the site is kept on this device. @param {Page} page */
export async function settled(page) {
  // Playwright's own wait asks in each frame, and a busy Firefox without a window may paint none.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 120_000 }).toBe(true);
  // A browser holds a request until the worker is active. Firefox sometimes leaves the worker's `state` at "activating".
  await page.evaluate(() => fetch("icon.svg"));
}

/** Returns the builds of a page, of its scripts and of its programs. @param {Page} page */
export function origins(page) {
  return page.evaluate(() => {
    const page = document.querySelector("meta[name=phasor-build]")?.getAttribute("content")?.[0];
    const programs = performance.getEntriesByType("resource").map(({ name }) => /-([0-9a-f])[0-9a-f]{7}\.(js|wasm)$/.exec(name)?.[1]);
    return { page, scripts: [.../** @type {any} */ (globalThis).marks], programs: [...new Set(programs.filter(Boolean))] };
  });
}

/** What a page has that is wholly of one build. @param {string} mark */
export const whole = (mark) => ({ page: mark, scripts: [mark], programs: [mark] });

