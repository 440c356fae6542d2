// Gives work to a worker. This file is loaded when a figure first has work that takes too long for a frame.

/** The sentence for a page that allows no worker. */
const FORBIDDEN = "This page lets no web worker start, which long computations need. Open the figure in Phasor to see them.";

/** The sentence for a worker that does not load, or stops. */
const STOPPED = "The calculation in the background did not start, or it stopped. Change a setting to try again.";

const stopped = () => new Error(STOPPED, { cause: "worker" });

/** Whether the security policy of the page has refused a worker, or our policy of Trusted Types. */
let isForbidden = false;
addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
  isForbidden ||= effectiveDirective === "worker-src";
});

/** The latest work of each figure. @type {WeakMap<EventTarget, Work>} */
const LATEST = new WeakMap();

/** The policy of this file in a page that requires Trusted Types. Only our own addresses reach it. */
const POLICY = policy();

/**
 * Work that a figure has requested, and the worker that does it.
 * @typedef {{ figure: string, query: string, give: (numbers: Float64Array) => void, worker?: Worker }} Work
 */

/** @returns {any} */
function policy() {
  try {
    return /** @type {any} */ (globalThis).trustedTypes?.createPolicy("phasor", { createScriptURL: (/** @type {string} */ url) => url });
  } catch {
    // The page does not allow this name; then no worker starts if it requires Trusted Types.
    isForbidden = true;
    return undefined;
  }
}

/** A module that is valid only if WebAssembly has SIMD: its function returns a vector. */
const VECTORS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 22, 1, 20, 0, 253, 12, ...new Array(16).fill(0), 11],
);

/** Returns whether this browser's WebAssembly has SIMD, which some programs of workers need. */
export const hasSimd = () => WebAssembly.validate(VECTORS);

/**
 * Starts a worker and waits for its first message, which every worker sends when its code has loaded.
 * @param {() => Worker} begin
 * @returns {Promise<Worker>}
 */
function started(begin) {
  return new Promise((resolve, reject) => {
    const worker = begin();
    worker.addEventListener("message", () => resolve(worker), { once: true });
    worker.addEventListener("error", reject, { once: true });
  });
}

/**
 * @param {string} url
 * @param {WorkerOptions} [options]
 */
const trusted = (url, options) => new Worker(POLICY?.createScriptURL(url) ?? url, options);

/**
 * Returns a worker of the page itself, which loads the file. Browsers let it do so from any host.
 * @param {URL} file
 */
function loading({ href }) {
  // A module could import the file at once, but Chromium refuses such a module in a sandbox.
  const words = `import(${JSON.stringify(href)}).catch((error) => setTimeout(() => { throw error; }))`;
  return trusted(URL.createObjectURL(new Blob([words], { type: "text/javascript" })));
}

/**
 * Starts a worker in any page that allows one.
 * @param {() => Worker} begin Starts it in a usual page. Bundlers find the worker by this expression.
 * @param {URL} file
 */
export async function startWorker(begin, file) {
  // The page itself may have no origin, in a sandbox.
  const isElsewhere = file.protocol.startsWith("http") && file.origin !== globalThis.origin;
  const usual = [
    begin,
    // A page that requires Trusted Types refuses a plain address.
    () => trusted(file.href, { type: "module" }),
  ];
  // The last attempt is also for a file without the headers of an isolated page.
  for (const attempt of [...(isElsewhere ? [] : usual), () => loading(file)]) {
    try {
      return await started(attempt);
    } catch {
      // The next attempt may be allowed.
    }
  }
  // The browser reports a broken rule of the page's policy after the failure.
  await new Promise((done) => setTimeout(done));
  throw isForbidden ? new Error(FORBIDDEN, { cause: "policy" }) : stopped();
}

/**
 * Lets a worker work for a figure, and ends the figure's previous one, whose results are no longer needed.
 * @param {EventTarget} target
 * @param {Work} work
 */
export async function runInBackground(target, work) {
  LATEST.get(target)?.worker?.terminate();
  LATEST.set(target, work);
  const { figure, query, give } = work;
  const worker = await startWorker(() => new Worker(new URL("background-worker.js", import.meta.url), { type: "module" }), new URL("background-worker.js", import.meta.url));
  if (LATEST.get(target) !== work) {
    return worker.terminate();
  }
  work.worker = worker;
  await new Promise((done, fail) => {
    worker.addEventListener("error", () => fail(stopped()));
    worker.addEventListener("message", ({ data: { numbers, trouble, cause } }) => {
      if (numbers) {
        return give(numbers);
      }
      worker.terminate();
      return trouble ? fail(new Error(trouble, { cause })) : done(undefined);
    });
    worker.postMessage({ figure, query });
  });
}
