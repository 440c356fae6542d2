// The web worker of a language model. It answers one question at a time, and hears of the next one between two layers.

// @ts-expect-error The build writes this file.
import start, { Files } from "./runner.js";

/** The time between two messages about progress, in milliseconds. */
const BEAT = 60;

/** The sentence for a site without the model. */
const NO_MODEL = "This site does not carry the model. Choose a file of your own, such as SmolLM2-135M-Instruct in GGUF format.";

/** The sentence for a browser that has no room to keep a model. */
const NO_ROOM = "The browser could not keep the model; it still runs.";

/**
 * A file of a model: its name, its size in bytes, and its bytes.
 * @typedef {{ name: string, size: number, bytes: ReadableStream<Uint8Array> }} Source
 */

/** The model of the site. @typedef {{ name: string, size: number, address: string }} Published */

/** The model, once it has loaded. @type {any} */
let answerer;

/** The number of the last question. */
let latest = 0;

/** Tells the page how much has loaded, but not too often. @param {number} size */
function meter(size) {
  let [read, sent] = [0, 0];
  return (/** @type {Uint8Array} */ bytes) => {
    read += bytes.length;
    if (performance.now() - sent > BEAT) {
      sent = performance.now();
      postMessage({ loaded: Math.min(read / size, 1) });
    }
  };
}

/**
 * Fetches the model of the site.
 * @param {string} address
 * @param {RequestCache} [cache]
 */
async function fetched(address, cache) {
  const response = await fetch(address, { cache }).catch(() => undefined);
  if (!response?.ok || !response.body) {
    throw new Error(NO_MODEL);
  }
  return response;
}

/**
 * Keeps the model of the site on this device. The browser may still have its bytes.
 * @param {{ address: string, store: string }} request
 */
async function keep({ address, store }) {
  try {
    const cache = await caches.open(store);
    await cache.put(address, await fetched(address, "force-cache"));
  } catch {
    throw new Error(NO_ROOM);
  }
}

/**
 * Returns the model of the site, if it is kept on this device.
 * @param {string} address
 * @param {string} store
 */
async function kept(address, store) {
  try {
    return await caches.match(address, { cacheName: store });
  } catch {
    // A page in a sandbox may keep nothing.
    return undefined;
  }
}

/**
 * Loads a model: the files of the reader, or that of the site.
 * @param {{ files: File[], published: Published, store: string }} request
 */
async function load({ files, published, store }) {
  await start();
  /** @type {Source[]} */
  let sources = files.map((file) => ({ name: file.name, size: file.size, bytes: file.stream() }));
  let isKept;
  if (sources.length === 0) {
    const known = await kept(published.address, store);
    isKept = Boolean(known);
    const bytes = (known ?? (await fetched(published.address))).body;
    sources = bytes ? [{ ...published, bytes }] : [];
  }
  const count = meter(sources.reduce((sum, { size }) => sum + size, 0));
  const loader = new Files();
  for (const { name, size, bytes } of sources) {
    loader.begin(name, size);
    const reader = bytes.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loader.append(part.value);
      count(part.value);
    }
  }
  answerer = loader.read();
  postMessage({ name: answerer.name(), isKept });
}

/** Lets messages in. */
function breath() {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done(undefined);
    };
    port2.postMessage(undefined);
  });
}

/** @param {{ question: number, test: string, text: string, options: string }} request */
async function answer({ question, test, text, options }) {
  latest = question;
  const begun = performance.now();
  let sent = begun;
  answerer.begin(test, text, options);
  for (let share = 0; share < 1; ) {
    await breath();
    if (question !== latest) {
      return;
    }
    share = answerer.advance();
    if (performance.now() - sent > BEAT) {
      sent = performance.now();
      postMessage({ question, share });
    }
  }
  postMessage({ question, numbers: answerer.answer(), millis: performance.now() - begun });
}

addEventListener("message", async ({ data }) => {
  try {
    await (data.question ? answer(data) : data.keeps ? keep(data.keeps) : load(data));
    if (data.keeps) {
      postMessage({ keeps: true, isKept: true });
    }
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    postMessage({ question: data.question, keeps: Boolean(data.keeps), isKept: false, sentence });
  }
});

// The first message tells the page that this file has loaded.
postMessage({});
