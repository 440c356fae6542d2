// The judge of the reader's numbers: cosines, sines or rotated vectors that a program of theirs has written.

import { chooseFile } from "./bring.js";
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

/** Shows what the numbers of a file are. @param {File} file @param {string} layer */
async function judge(file, layer) {
  if (file.size > MOST) {
    throw new Error(`The page judges files of at most ${MOST >> 20} MiB; \`phasor judge\` on the command line takes larger ones.`);
  }
  const { verdicts: all, left_out: rest } = await room.judged(layer, new Uint8Array(await file.arrayBuffer()));
  const list = document.createElement("ul");
  list.className = "remarks";
  list.setAttribute("aria-label", `The numbers of ${file.name}`);
  list.append(...all.map(({ is_right, text }) => item(is_right, text)));
  verdicts.replaceChildren(list);
  if (rest) {
    const paragraph = document.createElement("p");
    paragraph.append(...marked(rest));
    verdicts.append(paragraph);
  }
}

/**
 * Lets the reader save numbers to test with, and choose a file to be judged.
 * @param {() => string} layer The type of the layers.
 * @param {(sentence: unknown) => void} announce
 * @returns {(file: File) => void} What judges a file that came in another way.
 */
export function listen(layer, announce) {
  const take = (/** @type {File} */ file) => {
    announce("");
    judge(file, layer()).catch((error) => {
      forget();
      announce(error);
    });
  };
  chooseFile("judge-open", "judge-file", take);
  for (const button of document.querySelectorAll("[data-kit]")) {
    const format = /** @type {HTMLElement} */ (button).dataset.kit ?? "";
    button.addEventListener("click", async () => {
      try {
        keep(await room.kit(format), `${room.fileName()}-kit.${format}`, "application/octet-stream");
      } catch (error) {
        announce(error);
      }
    });
  }
  return take;
}
