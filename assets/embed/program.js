// Loads the page's program: the part that every figure needs once, and a chunk for each figure or part of the page
// when it is needed.

import { CHUNKS, FILES, NEEDS, start } from "phasor:built";

/** Everything that is loaded or loading, by name. @type {Record<string, Promise<any>>} */
const LOADED = {};

/** The name of the program without chunks. */
const PROGRAM = "program";

/**
 * Does something once. After a failure, the next call tries again.
 * @param {string} name
 * @param {() => Promise<any>} begin
 */
function once(name, begin) {
  LOADED[name] ??= begin();
  return LOADED[name].catch((reason) => {
    delete LOADED[name];
    throw reason;
  });
}

/** @param {string} name */
async function bytes(name) {
  const response = await FILES[name]();
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  return response.arrayBuffer();
}

/**
 * Loads the program with the chunk of `name`, a figure or another part of the page. The program itself refuses a
 * name that has no chunk.
 * @param {string} name
 */
async function chunked(name) {
  const chunk = CHUNKS[name] ?? name;
  const program = once(PROGRAM, start);
  if (chunk in FILES) {
    await once(chunk, async () => {
      // The chunk and the program load at the same time.
      const module = bytes(chunk).then((code) => WebAssembly.compile(code));
      const [{ shared }, compiled] = await Promise.all([program, module]);
      await WebAssembly.instantiate(compiled, shared());
    });
  }
  return program;
}

/**
 * Loads the program with the chunk of a figure, and with the files that the figure needs.
 * @param {string} figure
 */
async function supplied(figure) {
  const loading = chunked(figure);
  const needs = NEEDS[figure] ?? [];
  // The program and all files load at the same time.
  const keep = (/** @type {string} */ path) =>
    once(path, async () => {
      const [program, file] = await Promise.all([loading, bytes(path)]);
      program.keep(path, new Uint8Array(file));
    });
  await Promise.all(needs.map(keep));
  return loading;
}

/** The sentence for a stop of WebAssembly, whose own message means nothing to readers. */
const FAULT = "This figure stopped because of an error in its program.";

/** The folder of this script and of everything that it loads. */
const HERE = new URL(".", import.meta.url).href;

/** The rule of the page's security policy that refused something of ours last. */
let refusal = "";
addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
  if (blockedURI === "wasm-eval") {
    refusal = "it must allow 'wasm-unsafe-eval' for scripts";
  } else if (blockedURI.startsWith(HERE)) {
    refusal = `its rule ${effectiveDirective}`;
  }
});

/**
 * Returns whether `reason` means that WebAssembly stopped.
 * @param {unknown} reason
 */
export const isFault = (reason) => reason instanceof Error && reason.name === "RuntimeError";

/**
 * Returns one sentence about what went wrong.
 * @param {unknown} reason
 */
export function sentence(reason) {
  const words = reason instanceof Error ? reason.message : String(reason);
  return isFault(reason) ? FAULT : words;
}

/**
 * Returns one word about what went wrong, for scripts and tests, which must not depend on the wording of the sentence. A
 * value that was not accepted has none.
 * @param {unknown} reason
 * @returns {string}
 */
export function cause(reason) {
  return isFault(reason) ? "fault" : reason instanceof Error && typeof reason.cause === "string" ? reason.cause : "";
}

/**
 * Returns why something could not be loaded, in one word and in several. Browsers have their own words for this, which
 * mean nothing to readers.
 * @param {unknown} reason
 */
function why(reason) {
  if (refusal) {
    return ["policy", `the security policy of this page forbids it: ${refusal}`];
  }
  const words = sentence(reason);
  const isUnreached = reason instanceof TypeError && /fetch|load|import/i.test(words);
  const isDamaged = reason instanceof Error && ["CompileError", "LinkError"].includes(reason.name);
  return isUnreached ? ["network", "its files cannot be reached"] : isDamaged ? ["damage", "one of its files is damaged"] : ["load", words];
}

/**
 * Replaces the error of something that does not load by one sentence.
 * @template T
 * @param {Promise<T>} loading
 */
function explained(loading, what = "The live figure") {
  return loading.catch(async (reason) => {
    // The browser reports a broken rule of the page's policy after the failure.
    await new Promise((done) => setTimeout(done));
    const [word, words] = why(reason);
    throw isFault(reason) ? new Error(FAULT, { cause: "fault" }) : new Error(`${what} could not be loaded (${words}).`, { cause: word });
  });
}

/** The name of everything that loads later than a figure. */
const PART = "This part of the figure";

/** @param {string} name A figure or another part of the page with a chunk. */
export const load = (name) => explained(chunked(name));

/** @param {string} figure */
export const loadFigure = (figure) => explained(supplied(figure));

/** Returns the stage that the program was painting when it stopped, if any. @returns {Promise<Element | undefined>} */
export const painted = async () => (await LOADED[PROGRAM])?.painted();

/** Loads the program with the chunk of something that comes later than a figure. @param {string} chunk */
export const loadPart = (chunk) => explained(chunked(chunk), PART);

/** Waits for a script that loads later. @template T @param {Promise<T>} script */
export const part = (script) => explained(script, PART);

/** Loads the program with the chunk that saves files. */
export const loadFiles = () => loadPart("files");

/** Returns the modules of a QR code, row by row. @param {string} text @returns {Promise<Uint8Array>} */
export const qr = async (text) => (await loadFiles()).qr(text);
