// Runs races of tiny transformers in web workers. This file is loaded when a reader first starts a race.

import { hasSimd, startWorker } from "./background.js";
import { save } from "./save.js";

/** The length of a slice of training, in milliseconds. */
const SLICE = 120;

/** A race that nobody has seen for so long is ended, in milliseconds. */
const FORGOTTEN = 120_000;

/** The number of racers on a weak device. */
const FEW = 3;

/** The sentence for a worker that does not load, or stops. */
const FAILED = "The trainer did not load, or it stopped. Try again.";

/** The sentence for a browser without SIMD. */
const TOO_OLD = "This browser’s WebAssembly has no SIMD, which training needs.";

/** The sentence for a weak device. */
const WEAK = `This device has little memory or few processor cores, so ${FEW} of the six race: the one you chose, and two others.`;

/**
 * What a figure asks for: the settings of the race and its racers as numbers, the base as text, whether the race needs a
 * text, and functions that take reports and news.
 * @typedef {{ course: Float64Array, racers: Uint32Array, base: string, needsText: boolean, give: (numbers: Float64Array) => void, report: (state: string, sentence: string) => void }} Request
 */

/**
 * The files of a trained racer.
 * @typedef {{ weights: Uint8Array<ArrayBuffer>, config: string }} Files
 */

/** The races, by their figures. @type {WeakMap<EventTarget, Race>} */
const RACES = new WeakMap();

/** A worker with its racers. */
class Lane {
  /** The number of requests that the worker has not answered. */
  #open = 0;
  isDone = false;
  #worker;
  /** The files of its racers, once it is done. @type {Promise<Files[]> | undefined} */
  #files;
  /** @type {(files: Files[]) => void} */
  #take = () => {};

  /**
   * @param {number[]} racers
   * @param {Request} request
   * @param {(sentence: string) => void} goOn Called when the worker is idle, with a sentence if it has failed.
   */
  constructor(racers, { course, needsText, base, give }, goOn) {
    this.racers = racers;
    this.base = base;
    const script = new URL("race/runner.js", import.meta.url);
    this.#worker = startWorker(() => new Worker(new URL("race/runner.js", import.meta.url), { type: "module" }), script);
    this.#do((worker) => {
      worker.addEventListener("error", () => goOn(FAILED));
      worker.addEventListener("message", ({ data: { sentence = "", reports = [], isDone = false, files } }) => {
        if (files) {
          return this.#take(files);
        }
        reports.forEach(give);
        this.#open -= 1;
        if (isDone && !this.isDone) {
          this.#finish();
        }
        goOn(sentence);
      });
    });
    this.#worker.catch(({ message }) => goOn(message));
    this.#open = 1;
    this.#ask("prepare", { course, racers, needsText });
  }

  /** Does something with the worker as soon as it has started. @param {(worker: Worker) => void} act */
  #do(act) {
    // A worker that does not start is reported by `goOn`.
    this.#worker.then(act, () => {});
  }

  /**
   * @param {string} what
   * @param {unknown} [given]
   */
  #ask(what, given) {
    this.#do((worker) => worker.postMessage({ ask: what, given }));
  }

  /** Ends the worker and gives back its memory. */
  end() {
    this.#do((worker) => worker.terminate());
  }

  /** Whether the worker has nothing to do, but not everything is done. */
  get isIdle() {
    return this.#open === 0 && !this.isDone;
  }

  /** Trains its racers for a slice of time. */
  go() {
    this.#train({ millis: SLICE, parts: Infinity });
  }

  /** Trains its racers until each has reported one more part of its training. A worker that is busy does so afterwards. */
  step() {
    if (!this.isDone) {
      this.#train({ millis: Infinity, parts: 1 });
    }
  }

  /** @param {{ millis: number, parts: number }} slice */
  #train(slice) {
    this.#open += 1;
    this.#ask("train", slice);
  }

  /** Returns the files of its racers. @returns {Promise<Files[]>} */
  files() {
    return (
      this.#files ??
      new Promise((done) => {
        this.#take = done;
        this.#ask("files", this.base);
      })
    );
  }

  /** Keeps the files, which are small, and gives back the memory of the worker. */
  async #finish() {
    this.isDone = true;
    this.#files = this.files();
    await this.#files;
    this.end();
  }
}

class Race {
  /** @type {Lane[]} */
  #lanes;
  #isPaused = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #forgotten;
  #watch;

  /**
   * @param {Element} target
   * @param {Request} request
   */
  constructor(target, request) {
    this.request = request;
    const racers = [...request.racers].slice(0, isWeak() ? FEW : undefined);
    // One core stays free for the page.
    const count = Math.min(racers.length, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
    // A host may have replaced `Array.from` by a function that takes no second argument, as MooTools does.
    const shares = [...Array(count).keys()].map((first) => racers.filter((_, place) => place % count === first));
    this.#lanes = shares.map((share) => {
      const lane = new Lane(share, request, (sentence) => (sentence ? this.end(sentence) : this.#next(lane)));
      return lane;
    });
    this.#watch = new IntersectionObserver(([{ isIntersecting }]) => {
      clearTimeout(this.#forgotten);
      if (!isIntersecting) {
        this.#forgotten = setTimeout(() => this.end("The race was ended because it was out of sight for two minutes."), FORGOTTEN);
      }
    });
    this.#watch.observe(target);
    document.addEventListener("visibilitychange", this);
    request.report("running", isWeak() ? WEAK : "");
  }

  /** @param {Lane} lane */
  #next(lane) {
    if (this.#lanes.every(({ isDone }) => isDone)) {
      this.#rest();
      this.request.report("done", "");
    } else if (lane.isIdle && !this.#isPaused && !document.hidden) {
      lane.go();
    }
  }

  pause() {
    this.#isPaused = true;
    this.request.report("paused", "");
  }

  resume() {
    this.#isPaused = false;
    this.request.report("running", "");
    this.#lanes.forEach((lane) => this.#next(lane));
  }

  /** Trains every racer a twentieth of its training further. */
  step() {
    this.#lanes.forEach((lane) => lane.step());
  }

  /** Called when the page is hidden or shown. */
  handleEvent() {
    this.#lanes.forEach((lane) => this.#next(lane));
  }

  /**
   * Returns the files of a racer.
   * @param {number} racer
   */
  async files(racer) {
    const lane = this.#lanes.find(({ racers }) => racers.includes(racer));
    if (!lane) {
      throw new Error("This racer has not raced on this device. Start a race with it first.");
    }
    return (await lane.files())[lane.racers.indexOf(racer)];
  }

  /** Stops to watch the page. */
  #rest() {
    clearTimeout(this.#forgotten);
    this.#watch.disconnect();
    document.removeEventListener("visibilitychange", this);
  }

  /** @param {string} sentence */
  end(sentence) {
    this.#rest();
    this.#lanes.forEach((lane) => lane.end());
    this.#lanes = [];
    this.request.report("idle", sentence);
  }
}

/** Returns whether six racers would take this device too long. */
function isWeak() {
  const { deviceMemory = 8, hardwareConcurrency = 2 } = /** @type {Navigator & { deviceMemory?: number }} */ (navigator);
  return deviceMemory <= 2 || (hardwareConcurrency <= 4 && matchMedia("(pointer: coarse)").matches);
}

/**
 * Does what the reader asks of the race of a figure.
 * @param {Element} target
 * @param {Request & { act: string }} request
 */
export async function act(target, { act, ...request }) {
  const now = RACES.get(target);
  if (act === "start") {
    now?.end("");
    if (!hasSimd()) {
      throw new Error(TOO_OLD);
    }
    RACES.set(target, new Race(target, request));
  } else if (act === "save") {
    const files = await now?.files(request.racers[0]);
    if (files) {
      save(new File([files.weights], "model.safetensors"));
      save(new File([files.config], "config.json"));
    }
  } else if (act === "cancel") {
    now?.end("");
    RACES.delete(target);
  } else if (act === "pause" || act === "resume" || act === "step") {
    now?.[act]();
  }
}
