// The part of the monkey that runs inside the page.

import { hash } from "../random.mjs";
import { frame, isSeen, leaves, nameOf, roots } from "./elements.mjs";
import { check } from "./faults.mjs";

const own = /** @type {any} */ (window);

/** The element that was chosen last. @type {any} */
let chosen;

/**
 * Chooses an element by the highest hash of the seed and its name, so that an element that comes late seldom changes
 * the choice. Scrolls to it, and returns its name and box.
 * @param {{ selector: string, seed: string, isLeaving: boolean }} among
 */
async function choose({ selector, seed, isLeaving }) {
  const found = roots().flatMap((root) => [...root.querySelectorAll(selector)]);
  const usable = found.filter((element) => isSeen(element) && !element.matches(":disabled") && leaves(element) === isLeaving);
  let most = -1;
  /** @type {Map<string, number>} */
  const counts = new Map();
  let name = "";
  for (const element of usable) {
    const plain = nameOf(element);
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    const worth = hash(`${seed} ${plain} ${count}`);
    if (worth > most) {
      [most, chosen, name] = [worth, element, count > 1 ? `${plain} (${count})` : plain];
    }
  }
  if (most < 0) {
    return undefined;
  }
  chosen.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  await frame();
  const box = chosen.getClientRects()[0] ?? chosen.getBoundingClientRect();
  return { name, x: box.x, y: box.y, width: box.width, height: box.height, href: chosen.href ?? "" };
}

/** Sets the chosen control as a reader's choice does. @param {number} part Where in its range, from 0 to 1. */
function set(part) {
  if (chosen instanceof HTMLSelectElement) {
    chosen.selectedIndex = Math.floor(part * chosen.options.length);
  } else {
    chosen.value = `#${Math.floor(part * 0xffffff).toString(16).padStart(6, "0")}`;
  }
  chosen.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  chosen.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
  return chosen.value;
}

/** Returns where Back (−1) or Forward (1) leads, if to a page of this site. @param {-1 | 1} by */
function ahead(by) {
  const { navigation } = own;
  const entry = navigation.entries()[navigation.currentEntry.index + by];
  return entry && { isSameDocument: entry.sameDocument };
}

/** Pastes a text where the focus is. @param {string} text */
function paste(text) {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(event);
}

// A reader who follows a link to another site is no longer on the page.
addEventListener("click", (event) => {
  const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
  if (link instanceof HTMLAnchorElement && link.origin !== location.origin && link.origin !== "null") {
    event.preventDefault();
  }
});

own.monkey = { choose, set, ahead, paste, check, focus: () => chosen.focus(), chosen: () => chosen };
