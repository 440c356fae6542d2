// The judge of the reader's numbers: cosines, sines or rotated vectors that a program of theirs has written.

import { byId } from "./elements.js";
import { keep } from "./keep.js";
import { marked } from "./marked.js";
import * as room from "./room.js";

/** The most bytes of a file that are judged here. */
const MOST = 64 << 20;

const verdicts = byId("verdicts");

/** Forgets the verdicts, because they are about another model. */
export function forget() {
  verdicts.replaceChildren();
}

/** @param {boolean} isRight @param {string} text */
function item(isRight, text) {
  const item = document.createElement("li");
  item.className = isRight ? "right" : "error";
  item.append(Object.assign(document.createElement("b"), { textContent: isRight ? "right" : "wrong" }), " ", ...marked(text));
  return item;
}

/** Shows what the numbers of a file are. @param {Blob} file @param {string} name @param {string} layer */
export async function judge(file, name, layer) {
  if (file.size > MOST) {
    throw new Error(`The page judges files of at most ${MOST >> 20} MiB; \`phasor judge\` on the command line takes larger ones.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { verdicts: all, unknown = [] } = await room.judged(layer, bytes);
  const list = document.createElement("ul");
  list.className = "remarks";
  list.setAttribute("aria-label", `The numbers of ${name}`);
  list.append(...all.map(({ is_right, text }) => item(is_right, text)));
  const rest = document.createElement("p");
  rest.append(...marked(unknown.length ? `Arrays with unknown names are left out: \`${unknown.join("`, `")}\`.` : ""));
  verdicts.replaceChildren(list, ...(unknown.length ? [rest] : []));
}

/**
 * Lets the reader save numbers to test with, and choose a file to be judged.
 * @param {() => string} layer The type of the layers.
 * @param {(sentence: unknown) => void} announce
 */
export function listen(layer, announce) {
  const field = /** @type {HTMLInputElement} */ (byId("judge-file"));
  byId("judge-open").addEventListener("click", () => field.click());
  field.addEventListener("change", () => {
    const [file] = field.files ?? [];
    field.value = "";
    if (file) {
      announce("");
      judge(file, file.name, layer()).catch((error) => {
        forget();
        announce(error);
      });
    }
  });
  for (const button of document.querySelectorAll("[data-kit]")) {
    const format = /** @type {HTMLElement} */ (button).dataset.kit ?? "";
    button.addEventListener("click", async () => {
      try {
        const name = room.facts().title.replace(/[^\w.-]+/g, "-").toLowerCase();
        keep(await room.kit(format), `${name}-kit.${format}`, "application/octet-stream");
      } catch (error) {
        announce(error);
      }
    });
  }
}
