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

/** Ends when the model is free for the next question. @type {Promise<void>} */
let free = Promise.resolve();

/** Why the model could not be moved to the GPU, until an answer has shown it. */
let trouble = "";

/** Returns whether the model runs on the GPU; nothing if the browser has no way to a GPU. */
const onGpu = () => ("gpu" in navigator ? answerer.is_on_gpu() : undefined);

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
async function saved(address, store) {
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
  let isSaved;
  if (sources.length === 0) {
    const known = await saved(published.address, store);
    isSaved = Boolean(known);
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
  // Without a GPU that is faster, the model runs on the processor.
  await (onGpu() !== undefined && answerer.use_gpu(false).catch(() => {}));
  postMessage({ name: answerer.name(), isSaved, onGpu: onGpu() });
}

/** Moves the model to the GPU, or back to the processor. @param {{ usesGpu: boolean }} request */
async function move({ usesGpu }) {
  trouble = "";
  if (usesGpu) {
    await answerer.use_gpu(true).catch((/** @type {Error} */ error) => (trouble = error.message));
  } else {
    answerer.use_processor();
  }
  postMessage({ moved: true, onGpu: onGpu(), sentence: trouble });
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
  if (question !== latest) {
    return;
  }
  const begun = performance.now();
  let sent = begun;
  answerer.begin(test, text, options);
  for (let share = 0; share < 1; ) {
    await breath();
    if (question !== latest) {
      return;
    }
    share = await answerer.advance();
    if (performance.now() - sent > BEAT) {
      sent = performance.now();
      postMessage({ question, share });
    }
  }
  const millis = performance.now() - begun;
  postMessage({ question, numbers: answerer.answer(), millis, onGpu: onGpu(), sentence: answerer.gpu_loss() || trouble });
  trouble = "";
}

/** @param {any} data */
async function act(data) {
  if (data.question) {
    await answer(data);
  } else if (data.keeps) {
    await keep(data.keeps);
    postMessage({ keeps: true, isSaved: true });
  } else {
    await ("usesGpu" in data ? move(data) : load(data));
  }
}

/** @param {any} data */
async function actOrSay(data) {
  try {
    await act(data);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    postMessage({ question: data.question, keeps: Boolean(data.keeps), isSaved: false, sentence });
  }
}

addEventListener("message", ({ data }) => {
  latest = data.question ?? latest;
  if (data.question || "usesGpu" in data) {
    // The model does one thing at a time.
    free = free.then(() => actOrSay(data));
  } else {
    actOrSay(data);
  }
});

// The first message tells the page that this file has loaded.
postMessage({});
