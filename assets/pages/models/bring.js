// The ways in which a reader brings a configuration: paste, drop, a file, the hub.

import { byId } from "./elements.js";

/** The bytes of a file that are read: enough for any configuration and the header of a GGUF file. */
const MOST = 16 << 20;

/**
 * Lets the reader choose a file.
 * @param {string} button
 * @param {string} input
 * @param {(file: File) => void} take
 */
export function chooseFile(button, input, take) {
  const field = /** @type {HTMLInputElement} */ (byId(input));
  byId(button).addEventListener("click", () => field.click());
  field.addEventListener("change", () => {
    const [file] = field.files ?? [];
    field.value = "";
    if (file) {
      take(file);
    }
  });
}

/**
 * @param {string} button
 * @param {string} input
 * @param {(bytes: Uint8Array, name: string) => void} take
 */
export function openFiles(button, input, take) {
  chooseFile(button, input, async (file) => take(await bytes(file), file.name));
}

/** @param {Blob} file */
async function bytes(file) {
  return new Uint8Array(await file.slice(0, MOST).arrayBuffer());
}

/**
 * @param {(bytes: Uint8Array, name: string) => void} take
 * @param {(file: File) => void} takeArrays
 */
export function drops(take, takeArrays) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text");
    if (file?.name.endsWith(".npz")) {
      takeArrays(file);
    } else if (file) {
      take(await bytes(file), file.name);
    } else if (text) {
      take(new TextEncoder().encode(text), "");
    }
  });
}

/**
 * A paste outside of the fields brings a model, and so does a whole file that is pasted into the text. Anything else
 * that is pasted into a field belongs there.
 * @param {(bytes: Uint8Array, name: string) => void} take
 */
export function pastes(take) {
  addEventListener("paste", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const text = event.clipboardData?.getData("text") ?? "";
    const isInText = target.id === "config";
    if (!text.trim() || (!isInText && target.closest("input"))) {
      return;
    }
    const isWhole = /^\s*(\{|<|version |.*--[a-z-]+[ =]|.*general\.architecture)/s.test(text);
    if (!isInText || isWhole) {
      event.preventDefault();
      take(new TextEncoder().encode(text), "");
    }
  });
}

/**
 * @param {(bytes: Uint8Array, name: string) => void} take
 * @param {(sentence: string) => void} report
 */
export function hub(take, report) {
  const field = /** @type {HTMLInputElement} */ (byId("repository"));
  const path = () => `${field.value.trim() || "org/name"}/resolve/main/config.json`;
  field.addEventListener("input", () => byId("request").replaceChildren(path()));
  byId("hub").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!/^[\w.-]+\/[\w.-]+$/.test(field.value.trim())) {
      report("A repository has the form org/name.");
      return;
    }
    try {
      const response = await fetch(`https://huggingface.co/${path()}`, { credentials: "omit", referrerPolicy: "no-referrer" });
      if (!response.ok) {
        throw new Error(response.status === 401 || response.status === 403 ? "the repository is private or gated" : `it answered ${response.status}`);
      }
      take(await bytes(await response.blob()), field.value.trim());
    } catch (error) {
      const why = error instanceof TypeError ? "it cannot be reached from here" : /** @type {Error} */ (error).message;
      report(`The hub has not given the file: ${why}. Download the config.json and open it instead.`);
    }
  });
}
