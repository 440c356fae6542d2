// A plain static host on this machine alone: what the page must work on, and nothing more.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** @type {Record<string, string>} */
const MEDIA_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

const COMPRESSED = new Set([".css", ".html", ".js", ".svg", ".wasm"]);

/** @typedef {{ bytes: Buffer, brotli: Buffer | undefined, tag: string, type: string }} Page */

/**
 * Serves the folder `root` at `http://127.0.0.1:<port><prefix>` until `close` is called. Port 0
 * takes any free one; `headers` are added to every answer.
 * @param {{ root: string, port?: number, prefix?: string, headers?: Record<string, string> }} options
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export function serve({ root, port = 0, prefix = "/", headers: more = {} }) {
  /** @type {Map<string, Page>} */
  const pages = new Map();
  const server = createServer(async (request, response) => {
    const path = inside(root, request.url ?? "/", prefix);
    const page = path && (await load(path, pages));
    if (!page) {
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
      response.end("There is no such file.\n");
      return;
    }
    const takesBrotli = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
    const brotli = takesBrotli ? page.brotli : undefined;
    /** @type {Record<string, string>} */
    const headers = {
      ...more,
      "content-type": page.type,
      "cache-control": "no-cache",
      etag: page.tag,
      vary: "accept-encoding",
    };
    if (brotli) {
      headers["content-encoding"] = "br";
    }
    const isKnown = request.headers["if-none-match"] === page.tag;
    response.writeHead(isKnown ? 304 : 200, headers);
    response.end(isKnown || request.method === "HEAD" ? undefined : (brotli ?? page.bytes));
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
 * The file of `root` that an address names, if it names one.
 * @param {string} root
 * @param {string} address
 * @param {string} prefix
 */
function inside(root, address, prefix) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, "http://localhost").pathname);
  } catch {
    return undefined;
  }
  if (!path.startsWith(prefix) || path.includes("\0")) {
    return undefined;
  }
  const rest = path.slice(prefix.length);
  const file = normalize(join(root, rest === "" || rest.endsWith("/") ? `${rest}index.html` : rest));
  return file.startsWith(normalize(root) + sep) ? file : undefined;
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
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  const page = {
    bytes,
    brotli: COMPRESSED.has(ending) ? brotliCompressSync(bytes, { params }) : undefined,
    tag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 16)}"`,
    type: MEDIA_TYPES[ending] ?? "application/octet-stream",
  };
  pages.set(path, page);
  return page;
}
