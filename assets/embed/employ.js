// Gives work to a worker. This file is loaded when a figure first has work that takes too long for a frame.

/** The workers, by the figures that requested them. @type {WeakMap<EventTarget, Worker>} */
const WORKERS = new WeakMap();

/** The policy of this file in a page that requires Trusted Types. Only our own addresses reach it. @type {any} */
const POLICY = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("phasor", { createScriptURL: (/** @type {string} */ url) => url });

/**
 * Starts a worker, whichever host its file comes from.
 * @param {() => Worker} begin Starts it in a page of the same host.
 * @param {URL} file
 */
export function hire(begin, { href, origin }) {
  try {
    return begin();
  } catch {
    // Browsers start no worker from another host, but a worker of this page may import code from there.
    const words = () => new Blob([`import ${JSON.stringify(href)}`], { type: "text/javascript" });
    const url = origin === location.origin ? href : URL.createObjectURL(words());
    return new Worker(POLICY?.createScriptURL(url) ?? url, { type: "module" });
  }
}

/**
 * Starts a worker for a figure, and ends the figure's previous one, whose results are no longer needed.
 * @param {EventTarget} target
 * @param {{ figure: string, query: string, give: (numbers: Float64Array) => void }} task
 */
export function employ(target, { figure, query, give }) {
  WORKERS.get(target)?.terminate();
  // Bundlers find the worker by this very expression, which fails where a page requires Trusted Types.
  const worker = hire(() => new Worker(new URL("labour.js", import.meta.url), { type: "module" }), new URL("labour.js", import.meta.url));
  worker.addEventListener("message", ({ data }) => (data ? give(data) : worker.terminate()));
  worker.postMessage({ figure, query });
  WORKERS.set(target, worker);
}
