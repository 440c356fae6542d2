// The view of weights: files that the reader chooses, the worker that reads them, its progress, and its report.

import { byId } from "./elements.js";

/** @type {HTMLInputElement} */
const field = byId("weights-files");
/** @type {HTMLProgressElement} */
const progress = byId("weights-progress");
/** @type {HTMLButtonElement} */
const cancel = byId("weights-cancel");

/** The sentence for a worker that does not load, or stops. */
const STOPPED = "The reader of weights did not load, or it stopped. Open the files again.";

/** @type {Worker | undefined} */
let worker;

/** The last report, which stays while the reader visits other views. */
let report = "";

/** @type {HTMLSelectElement} */
const heads = byId("weights-heads");

/** @param {boolean} isWorking */
function arrange(isWorking) {
  progress.hidden = !isWorking;
  cancel.hidden = !isWorking;
  heads.hidden = isWorking || !report;
}

function stop() {
  worker?.terminate();
  worker = undefined;
  arrange(false);
}

/** Offers the heads of each layer. @param {number[]} layers */
function offer(layers) {
  heads.replaceChildren(new Option("all layers", ""), ...layers.map((layer, place) => new Option(`heads of layer ${layer}`, String(place))));
}

/** What the last report was drawn for. */
let drawn = "";

/** Asks the worker for the report. @param {{ width: number, theme: string }} state @param {object} [task] */
function ask({ width, theme }, task) {
  drawn = `${width} ${theme}`;
  worker?.postMessage({ task, width, theme, place: heads.value && !task ? Number(heads.value) : undefined });
}

/** Returns the last report, or nothing. If it was drawn for another width or theme, a new one is on its way. @param {{ width: number, theme: string }} state */
export function htmlOf(state) {
  if (report && drawn !== `${state.width} ${state.theme}`) {
    ask(state);
  }
  return report;
}

/** Forgets the report, because it is of another model. */
export function forget() {
  report = "";
  stop();
}

/**
 * Lets the reader choose files.
 * @param {() => { config: string, layer: string, width: number, theme: string }} state
 * @param {() => void} show Shows the report.
 * @param {(sentence: string) => void} announce
 */
export function listen(state, show, announce) {
  byId("weights-open").addEventListener("click", () => field.click());
  cancel.addEventListener("click", () => {
    stop();
    announce("Reading was cancelled.");
  });
  heads.addEventListener("change", () => ask(state()));
  field.addEventListener("change", () => {
    const files = [...(field.files ?? [])].filter(({ name }) => !name.endsWith(".json"));
    field.value = "";
    if (files.length === 0) {
      announce("Choose the .safetensors files themselves; their index is not needed.");
      return;
    }
    stop();
    announce("");
    progress.removeAttribute("value");
    arrange(true);
    const { config, layer, ...rest } = state();
    const reader = new Worker(new URL("models-weigh.js", import.meta.url), { type: "module" });
    worker = reader;
    // What a reader that was ended has sent before may arrive when the next one is at work.
    reader.addEventListener("error", () => {
      if (worker === reader) {
        stop();
        announce(STOPPED);
      }
    });
    reader.addEventListener("message", ({ data: { done, all, html, layers, error } }) => {
      if (worker !== reader) {
        return;
      }
      if (all) {
        progress.max = all;
        progress.value = done;
        return;
      }
      report = html ?? "";
      if (error) {
        stop();
      }
      if (layers) {
        offer(layers);
      }
      arrange(false);
      show();
      announce(error ?? "");
    });
    ask(rest, { files, config, layer });
  });
}
