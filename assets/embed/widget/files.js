// How the variant for notebooks reads its files: a notebook has no address for them, so they come from a function.

/** The address of the folder of the element, which no network has. */
const HERE = "phasor://embed/";

/** The path of a file in the folder of the element. @typedef {string} Path */

/** What returns the bytes of a file, or nothing if there is no such file. @typedef {(path: Path) => Promise<Uint8Array<ArrayBuffer> | undefined>} Load */

/**
 * Returns the path of a file in the folder of the element, or nothing for an address elsewhere.
 * @param {string | URL} address
 */
export function pathOf(address) {
  const { href } = new URL(address);
  return href.startsWith(HERE) ? href.slice(HERE.length) : undefined;
}

/**
 * Returns a function that stands for `fetch`.
 * @param {Load} load
 * @returns {(address: string | URL, options?: RequestInit) => Promise<Response>}
 */
export const fetcher = (load) => async (address, options) => {
  const path = pathOf(address);
  if (path === undefined) {
    return globalThis.fetch(address, options);
  }
  const bytes = await load(path);
  const type = path.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return bytes ? new Response(bytes, { headers: { "Content-Type": type } }) : new Response(null, { status: 404 });
};
