// A plain static web server for this machine. The page must work with a server this simple.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** @type {Record<string, string>} */
const MEDIA_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

const COMPRESSED = new Set([".css", ".html", ".js", ".json", ".svg", ".wasm"]);

/** @typedef {{ bodies: Map<string, Buffer>, tag: string, type: string }} Page */

/** Lets pages from any origin load these files, for example the element in a post. */
const OPEN = { "access-control-allow-origin": "*" };

/**
 * Serves the folder `root` at `http://127.0.0.1:<port><prefix>` until `close` is called. Port 0 stands for any free
 * port. `headers` are added to every response. `folders` names other folders for some paths below the prefix, each of
 * which ends in a slash.
 * @param {{ root: string, port?: number, prefix?: string, headers?: Record<string, string>, folders?: Record<string, string> }} options
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export function serve({ root, port = 0, prefix = "/", headers: more = {}, folders = {} }) {
  /** @type {Map<string, Page>} */
  const pages = new Map();
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      reject(response, 405, "Only GET and HEAD are allowed.\n");
      return;
    }
    const path = inside({ [prefix]: root, ...below(prefix, folders) }, request.url ?? "/");
    const page = path && (await load(path, pages));
    if (!page) {
      reject(response, 404, "There is no such file.\n");
      return;
    }
    const { coding, body } = choose(page, String(request.headers["accept-encoding"] ?? ""));
    /** @type {Record<string, string | number>} */
    const headers = {
      ...OPEN,
      ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name.toLowerCase(), value])),
      "content-type": page.type,
      "cache-control": "no-cache",
      etag: page.tag,
      vary: "accept-encoding",
    };
    const isKnown = request.headers["if-none-match"] === page.tag;
    if (!isKnown) {
      headers["content-length"] = body.length;
      if (coding !== "identity") {
        headers["content-encoding"] = coding;
      }
    }
    response.writeHead(isKnown ? 304 : 200, headers);
    response.end(isKnown || request.method === "HEAD" ? undefined : body);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      const at = typeof address === "object" && address ? address.port : port;
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      resolve({ url: `http://127.0.0.1:${at}${prefix}`, close });
    });
  });
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {string} sentence
 */
function reject(response, status, sentence) {
  response.writeHead(status, { ...OPEN, "content-type": "text/plain; charset=utf-8" });
  response.end(sentence);
}

/**
 * Returns the smallest body of a page that a client accepts. `accepted` lists encodings, each with an optional weight;
 * the weight 0 excludes an encoding.
 * @param {Page} page
 * @param {string} accepted
 */
function choose({ bodies }, accepted) {
  const offers = accepted.split(",").map((offer) => offer.replaceAll(" ", "").toLowerCase());
  const taken = offers.filter((offer) => !/;q=0(\.0*)?$/.test(offer)).map((offer) => offer.split(";")[0]);
  const coding = ["br", "gzip"].find((name) => taken.includes(name) && bodies.has(name)) ?? "identity";
  return { coding, body: /** @type {Buffer} */ (bodies.get(coding)) };
}

/**
 * @param {string} prefix
 * @param {Record<string, string>} folders
 */
const below = (prefix, folders) => Object.fromEntries(Object.entries(folders).map(([path, folder]) => [prefix + path, folder]));

/**
 * Returns the file that an address names, if any. `folders` has the folder for each beginning of a path; the longest one
 * that fits counts.
 * @param {Record<string, string>} folders
 * @param {string} address
 */
function inside(folders, address) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, "http://localhost").pathname);
  } catch {
    return undefined;
  }
  const prefix = Object.keys(folders).filter((start) => path.startsWith(start)).sort((one, other) => other.length - one.length)[0];
  if (prefix === undefined || path.includes("\0")) {
    return undefined;
  }
  const root = resolve(folders[prefix]);
  const rest = path.slice(prefix.length);
  const file = join(root, rest === "" || rest.endsWith("/") ? `${rest}index.html` : rest);
  return file.startsWith(root + sep) ? file : undefined;
}

/**
 * @param {string} path
 * @param {Map<string, Page>} pages
 */
async function load(path, pages) {
  const known = pages.get(path);
  if (known) {
    return known;
  }
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes) {
    return undefined;
  }
  const ending = extname(path);
  const bodies = new Map([["identity", bytes]]);
  if (COMPRESSED.has(ending)) {
    bodies.set("br", brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
    bodies.set("gzip", gzipSync(bytes));
  }
  const page = {
    bodies,
    tag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 16)}"`,
    type: MEDIA_TYPES[ending] ?? "application/octet-stream",
  };
  pages.set(path, page);
  return page;
}
