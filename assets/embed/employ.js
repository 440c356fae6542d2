// Loaded when a figure first has work that takes too long for a frame: lets a worker do it.

/** What works for figures that asked for it. @type {WeakMap<EventTarget, Worker>} */
const WORKERS = new WeakMap();

/** A worker, of whatever host this file is from. */
function hire() {
  try {
    return new Worker(new URL("labour.js", import.meta.url), { type: "module" });
  } catch {
    // Browsers start no worker of another host, but one of this page may load it from there.
    const words = `import ${JSON.stringify(new URL("labour.js", import.meta.url).href)};`;
    return new Worker(URL.createObjectURL(new Blob([words], { type: "text/javascript" })), { type: "module" });
  }
}

/**
 * Starts a worker; a figure that asks anew wants the rest of what it asked before no more.
 * @param {EventTarget} target
 * @param {{ figure: string, query: string, give: (numbers: Float64Array) => void }} task
 */
export function employ(target, { figure, query, give }) {
  WORKERS.get(target)?.terminate();
  const worker = hire();
  worker.addEventListener("message", ({ data }) => (data ? give(data) : worker.terminate()));
  worker.postMessage({ figure, query });
  WORKERS.set(target, worker);
}
