// Runs a language model in a web worker, one for all figures of a page, because it takes much memory. This file is loaded
// when a reader first runs a model.

import { MODEL } from "phasor:built";
import { hasSimd, startWorker } from "./background.js";

/** Where the model is, if the owner of the site has put it there. */
const ADDRESS = `${new URL(".", import.meta.url).href}model/${MODEL.name}`;

/** The store in which the browser keeps the model, if the reader wants it. */
const STORE = "phasor language model";

/** The sentence for a worker that does not load, or stops. */
const FAILED = "The model did not load, or it stopped. Try again.";

/** The sentence for a browser without SIMD. */
const TOO_OLD = "This browser’s WebAssembly has no SIMD, which a model needs.";

/** The sentence for a figure whose model has given way to another one. */
const REPLACED = "Another figure of this page has loaded a model, which took the place of this one.";

/** How long a figure may be off the page before it gives back the model, in milliseconds. */
const GONE = 10_000;

/**
 * What tells a figure how far its model is: the phase, the share that is done, the name of the model, a sentence if something
 * failed, whether the model of the site is kept on this device, and whether it runs on the GPU, if there may be one.
 * @typedef {(phase: string, share: number, name: string, sentence: string, isSaved?: boolean, onGpu?: boolean) => void} Report
 */

/**
 * A question, and the function that takes its answer and the milliseconds that it took.
 * @typedef {{ test: string, text: string, options: string, give: (numbers: Float64Array, millis: number) => void }} Question
 */

/** What a figure asks for. @typedef {{ act: string, files?: File[], report?: Report, usesGpu?: boolean } & Partial<Question>} Request */

/** A model with its worker and the figure that has loaded it. */
class Model {
  #report;
  #worker;
  #name = "";
  /** @type {boolean | undefined} */
  #isSaved;
  /** @type {boolean | undefined} */
  #onGpu;
  /** The number of the last question, and what takes its answer. */
  #latest = 0;
  /** @type {Question["give"]} */
  #give = () => {};

  /**
   * @param {Element} target
   * @param {Report} report
   */
  constructor(target, report) {
    this.target = target;
    this.#report = report;
    const script = new URL("language-model/worker.js", import.meta.url);
    this.#worker = startWorker(() => new Worker(new URL("language-model/worker.js", import.meta.url), { type: "module" }), script);
    this.#do((worker) => {
      worker.addEventListener("error", () => this.end(FAILED));
      worker.addEventListener("message", ({ data }) => this.#hear(data));
    });
    this.#worker.catch(({ message }) => this.end(message));
    report("loading", 0, "", "");
    this.watch = new IntersectionObserver(() => setTimeout(() => target.isConnected || this.end(""), GONE));
    this.watch.observe(target);
  }

  /** Does something with the worker as soon as it has started. @param {(worker: Worker) => void} act */
  #do(act) {
    // A worker that does not start is reported by `end`.
    this.#worker.then(act, () => {});
  }

  /** @param {unknown} message */
  send(message) {
    this.#do((worker) => worker.postMessage(message));
  }

  /** @param {any} message */
  #hear({ loaded, name, keeps, isSaved, moved, onGpu, sentence, question, share, numbers, millis }) {
    this.#onGpu = onGpu ?? this.#onGpu;
    if (keeps) {
      this.#isSaved = isSaved;
      this.#say("ready", 1, sentence);
    } else if (moved) {
      this.#say("ready", 1, sentence);
    } else if (loaded !== undefined) {
      this.#say("loading", loaded);
    } else if (name) {
      [this.#name, this.#isSaved] = [name, isSaved];
      this.#say("ready");
    } else if (sentence && !this.#name) {
      this.end(sentence);
    } else if (question === this.#latest && numbers) {
      this.#give(numbers, millis);
      this.#say("ready", 1, sentence);
    } else if (question === this.#latest) {
      this.#say(sentence ? "ready" : "answering", share, sentence);
    }
  }

  #say(/** @type {string} */ phase, share = 1, sentence = "") {
    this.#report(phase, share, this.#name, sentence, this.#isSaved, this.#onGpu);
  }

  /** Asks a question in place of the one before. @param {Question} question */
  ask({ give, ...question }) {
    this.#latest += 1;
    this.#give = give;
    this.#say("answering", 0);
    this.send({ question: this.#latest, ...question });
  }

  /** Moves the model to the GPU, or back to the processor. @param {boolean} usesGpu */
  move(usesGpu) {
    this.#onGpu = usesGpu;
    this.#say("answering", 0);
    this.send({ usesGpu });
  }

  /** Learns that the model is no longer kept on this device. */
  forgotten() {
    this.#isSaved = false;
    this.#say("ready");
  }

  /** Gives back the memory. @param {string} sentence */
  end(sentence) {
    this.watch.disconnect();
    this.#do((worker) => worker.terminate());
    this.#report("absent", 0, "", sentence);
    if (model === this) {
      model = undefined;
    }
  }
}

/** The model of this page. @type {Model | undefined} */
let model;

/**
 * Does what the reader asks of the model of a figure.
 * @param {Element} target
 * @param {Request} request
 */
export async function act(target, { act, files = [], report, usesGpu = false, ...question }) {
  if (act === "load" && report) {
    if (!hasSimd()) {
      throw new Error(TOO_OLD);
    }
    model?.end(model.target === target ? "" : REPLACED);
    model = new Model(target, report);
    model.send({ files, published: { ...MODEL, address: ADDRESS }, store: STORE });
    return;
  }
  if (model?.target !== target) {
    return;
  }
  if (act === "ask") {
    model.ask(/** @type {Question} */ (question));
  } else if (act === "move") {
    model.move(usesGpu);
  } else if (act === "keep") {
    model.send({ keeps: { address: ADDRESS, store: STORE } });
  } else if (act === "forget") {
    await caches.delete(STORE);
    model.forgotten();
  } else {
    model.end("");
  }
}
