// The memory of a page, and whether it stays the same.

/** @typedef {import("@playwright/test").Page} Page */
/** Bytes, and numbers of objects. @typedef {{ script: number, wasm: number, nodes: number, listeners: number, documents: number }} Memory */

/**
 * How much larger each number may be at the end than in the middle. A figure that was not shown before adds nodes, and
 * the engine compiles functions that become frequent, so a little growth is no leak.
 * @type {Record<keyof Memory, { times: number, plus: number }>}
 */
const BOUNDS = {
  script: { times: 1.15, plus: 2 << 20 },
  wasm: { times: 1.1, plus: 1 << 20 },
  nodes: { times: 1.3, plus: 2000 },
  listeners: { times: 1.3, plus: 500 },
  // Each picture is a document.
  documents: { times: 1.3, plus: 10 },
};

/**
 * Measures a page after all its garbage has been collected.
 * @param {Page} page
 * @returns {Promise<Memory>}
 */
export async function measure(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.enable");
  // The first collection may only notice that an object can go.
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (/** @type {string} */ name) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  await session.detach();
  return {
    script: metric("JSHeapUsedSize"),
    wasm: await page.evaluate(() => /** @type {any} */ (window).wasmBytes()),
    nodes: metric("Nodes"),
    listeners: metric("JSEventListeners"),
    documents: metric("Documents"),
  };
}

/** @param {number} bytes */
const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** @param {Memory} memory */
export function written({ script, wasm, nodes, listeners, documents }) {
  return `scripts ${mebibytes(script)}, WebAssembly ${mebibytes(wasm)}, ${nodes} nodes, ${listeners} listeners, ${documents} documents`;
}

/**
 * Returns a sentence for each number that has grown beyond its bound from the middle of the samples to the end.
 * @param {Memory[]} samples
 */
export function growth(samples) {
  const middle = samples[Math.floor((samples.length - 1) / 2)];
  // The least of the last samples, because a single one may hold what the page is just showing.
  const last = samples.slice(-3);
  return /** @type {(keyof Memory)[]} */ (Object.keys(BOUNDS)).flatMap((key) => {
    const { times, plus } = BOUNDS[key];
    const end = Math.min(...last.map((sample) => sample[key]));
    const most = middle[key] * times + plus;
    return end > most ? `${key} grew from ${middle[key]} in the middle to ${end}, above the bound of ${Math.round(most)}.` : [];
  });
}
