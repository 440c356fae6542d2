// Loads the page's program: once what every figure needs, and a chunk for each figure or room that is near.

import { CHUNKS, FILES, start } from "phasor:built";

/** What is loaded or on its way, by name. @type {Record<string, Promise<any>>} */
const LOADED = {};

/** The program without a chunk, when the first figure is near. */
const PROGRAM = "program";

/**
 * Does something once. What fails is done again when it is asked for again.
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
 * The program with the chunk of the figure or room `name` in it. A name that has no chunk is left to the
 * program to refuse.
 * @param {string} name
 */
async function chunked(name) {
  const chunk = CHUNKS[name] ?? name;
  const program = once(PROGRAM, start);
  if (chunk in FILES) {
    await once(chunk, async () => {
      // Chunk and program are on their way at the same time.
      const module = bytes(chunk).then((code) => WebAssembly.compile(code));
      const [{ shared }, compiled] = await Promise.all([program, module]);
      await WebAssembly.instantiate(compiled, shared());
    });
  }
  return program;
}

/**
 * The program with the chunk of a figure, and with the vectors that the figure shows.
 * @param {string} figure
 */
async function supplied(figure) {
  const program = await chunked(figure);
  /** @type {string[]} */
  const missing = program.missing(figure);
  await Promise.all(missing.map((path) => once(path, async () => program.keep(path, new Uint8Array(await bytes(path))))));
  return program;
}

/** What is said where WebAssembly stops: its own words tell readers nothing. */
const FAULT = "This figure stopped because of a fault in its program.";

/**
 * Whether WebAssembly stopped.
 * @param {unknown} reason
 */
export const isFault = (reason) => reason instanceof Error && reason.name === "RuntimeError";

/**
 * One sentence for whatever went wrong.
 * @param {unknown} reason
 */
export function sentence(reason) {
  const words = reason instanceof Error ? reason.message : String(reason);
  return isFault(reason) ? FAULT : words;
}

/**
 * @param {Promise<any>} program
 * @param {string} what
 */
function told(program, what = "The live figure") {
  return program.catch((reason) => {
    const words = sentence(reason);
    throw new Error(words === FAULT ? FAULT : `${what} could not be loaded here (${words}).`);
  });
}

/** @param {string} name Of a figure or room. */
export const load = (name) => told(chunked(name));

/** @param {string} figure */
export const loadFigure = (figure) => told(supplied(figure));

/** The part of a figure that was being painted when the program stopped, if any. @returns {Promise<Element | undefined>} */
export const painted = async () => (await LOADED[PROGRAM])?.painted();

/** The program with settings, sharing and tables of figures. */
export const loadPanel = () => told(chunked("panel"), "This panel");

/** The program with what makes files. */
export const loadFiles = () => told(chunked("files"), "What saves files");

/** The modules of a QR code, row by row. @param {string} text @returns {Promise<Uint8Array>} */
export const qr = async (text) => (await loadFiles()).qr(text);
