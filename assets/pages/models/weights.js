// The view of weights: files that the reader chooses, the worker that reads them, its progress, and its report.

/** @template {HTMLElement} T @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));
/** @type {HTMLInputElement} */
const field = byId("weights-files");
/** @type {HTMLProgressElement} */
const progress = byId("weights-progress");
/** @type {HTMLButtonElement} */
const cancel = byId("weights-cancel");

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

/** Returns the last report, or nothing. */
export const shown = () => report;

/** Forgets the report, because it is of another model. */
export function forget() {
  report = "";
  stop();
}

/**
 * Lets the reader choose files.
 * @param {() => { config: string, layer: string, width: number, theme: string }} state
 * @param {() => void} show Shows the report.
 * @param {(sentence: string) => void} tell
 */
export function listen(state, show, tell) {
  byId("weights-open").addEventListener("click", () => field.click());
  cancel.addEventListener("click", () => {
    stop();
    tell("Reading was cancelled.");
  });
  heads.addEventListener("change", () => {
    const { width, theme } = state();
    worker?.postMessage({ width, theme, place: heads.value ? Number(heads.value) : undefined });
  });
  field.addEventListener("change", () => {
    const files = [...(field.files ?? [])].filter(({ name }) => !name.endsWith(".json"));
    field.value = "";
    if (files.length === 0) {
      tell("Choose the .safetensors files themselves; their index is not needed.");
      return;
    }
    stop();
    tell("");
    progress.removeAttribute("value");
    arrange(true);
    const { config, layer, width, theme } = state();
    worker = new Worker(new URL("models-weigh.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data: { done, all, html, layers, error } }) => {
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
      tell(error ?? "");
    });
    worker.postMessage({ task: { files, config, layer }, width, theme });
  });
}
