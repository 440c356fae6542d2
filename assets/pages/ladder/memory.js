// What the page keeps on the reader's device: nothing, unless the reader ticks the box above the list of rungs.

const STORED = "phasor-climb";

/** What can be kept: the rungs that were read, whether the short route was chosen, and the questions that were answered. */
const climb = { read: /** @type {string[]} */ ([]), isShort: false, answered: /** @type {string[]} */ ([]), areQuestionsOff: false };

let isStored = false;
try {
  const text = localStorage.getItem(STORED);
  isStored = text !== null;
  Object.assign(climb, JSON.parse(text ?? "{}"));
} catch {
  // Without storage, or with a text that another version wrote, the climb begins again.
}

const box = /** @type {HTMLInputElement} */ (document.querySelector(".remember input"));
box.checked = isStored;
box.addEventListener("change", write);

function write() {
  try {
    if (box.checked) {
      localStorage.setItem(STORED, JSON.stringify(climb));
    } else {
      localStorage.removeItem(STORED);
    }
  } catch {
    box.checked = false;
  }
}

/** Returns what is known of the climb. */
export const remembered = () => /** @type {Readonly<typeof climb>} */ (climb);

/**
 * Notes something of the climb.
 * @param {Partial<typeof climb>} news
 */
export function remember(news) {
  Object.assign(climb, news);
  write();
}
