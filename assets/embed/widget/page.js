// What stands for `fetch` and `Worker` in the variant for notebooks. The bundler puts both into every script of the page.

import { fetcher, pathOf } from "./files.js";

/** The folder of the scripts of workers. */
const SCRIPTS = "phasor-widget";

/** @type {import("./files.js").Load} */
let load = async () => undefined;

/** Says where all files come from. @param {import("./files.js").Load} source */
export const supply = (source) => (load = source);

export const fetch = fetcher((path) => load(path));

/**
 * What every worker runs first. It gets a port in its first message, through which it requests files; the first file is its
 * script.
 */
const BEGIN = `onmessage = ({ data: { port, script } }) => {
  onmessage = null;
  const open = {};
  port.onmessage = ({ data: { path, bytes } }) => {
    (open[path] ?? []).forEach((done) => done(bytes));
    delete open[path];
  };
  self.phasorFile = (path) => new Promise((done) => {
    (open[path] ??= []).push(done);
    port.postMessage(path);
  });
  const run = (bytes) => importScripts(URL.createObjectURL(new Blob([bytes], { type: "text/javascript" })));
  phasorFile(script).then(run).catch((error) => setTimeout(() => { throw error; }));
};`;

/** Returns the address of a script; some hosts allow workers from the first kind of address, some from the second. */
const ADDRESSES = [
  (/** @type {string} */ script) => URL.createObjectURL(new Blob([script], { type: "text/javascript" })),
  (/** @type {string} */ script) => `data:text/javascript,${encodeURIComponent(script)}`,
];

/** The kind of address that the last worker had. */
let kind = 0;

/** A worker whose script and files come from the page. */
export class Worker extends globalThis.Worker {
  /**
   * @param {string | URL} address
   * @param {WorkerOptions} [options]
   */
  constructor(address, options) {
    const path = pathOf(address);
    if (path === undefined) {
      super(address, options);
      return;
    }
    super(ADDRESSES[kind](BEGIN));
    this.addEventListener("error", () => (kind = 1 - kind), { once: true });
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", async ({ data }) => port1.postMessage({ path: data, bytes: await load(data) }));
    port1.start();
    this.postMessage({ port: port2, script: `${SCRIPTS}/${path}` }, [port2]);
  }
}
