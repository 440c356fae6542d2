// Loaded when a figure first has work that takes too long for a frame: lets a worker do it.

/** What works for figures that asked for it. @type {WeakMap<EventTarget, Worker>} */
const WORKERS = new WeakMap();

/**
 * Starts a worker; a figure that asks anew wants the rest of what it asked before no more.
 * @param {EventTarget} target
 * @param {{ figure: string, query: string, give: (numbers: Float64Array) => void }} task
 */
export function employ(target, { figure, query, give }) {
  WORKERS.get(target)?.terminate();
  const worker = new Worker(new URL("labour.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => (data ? give(data) : worker.terminate()));
  worker.postMessage({ figure, query });
  WORKERS.set(target, worker);
}
