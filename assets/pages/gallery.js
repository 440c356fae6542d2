// The gallery: a grid of pictures, or one live figure if the address names it.

import { KEYS } from "phasor:built";
import { close, open } from "./offer.js";
import { keepOffline } from "./idle.js";
import { follow as preview } from "./preview.js";
import { CARDS, arrange, gridAddress, listen, wanted } from "./shelf.js";

const back = /** @type {HTMLAnchorElement} */ (document.querySelector(".back"));
const heading = /** @type {HTMLElement} */ (document.querySelector("#chosen-title"));
const TITLE = document.title;

/** The name of the figure on the page, or nothing for the grid. */
let current = "";
/** How far the grid was scrolled when the reader left it. */
let place = 0;

/** Returns the figure's parameters in the address; a link to the gallery may have some. */
function state() {
  return [...new URLSearchParams(location.search)].filter(([key]) => KEYS.includes(key));
}

/** @param {string} name */
function showFigure(name) {
  const title = CARDS.get(name)?.querySelector(".name")?.textContent ?? "";
  place = current ? place : scrollY;
  current = name;
  document.documentElement.dataset.view = "figure";
  document.title = `${title}: ${TITLE}`;
  heading.textContent = title;
  back.href = gridAddress(wanted());
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
  open(/** @type {HTMLElement} */ (CARDS.get(name)), state());
}

function showGrid() {
  delete document.documentElement.dataset.view;
  if (current) {
    const left = CARDS.get(current)?.querySelector("a");
    current = "";
    close();
    document.title = TITLE;
    scrollTo(0, place);
    left?.focus({ preventScroll: true });
  }
}

/** Shows the grid or the figure of the address. */
function follow() {
  const name = location.hash.slice(1);
  arrange();
  if (!CARDS.has(name)) {
    showGrid();
  } else if (name !== current) {
    showFigure(name);
  }
}

/**
 * @param {string} address
 * @param {boolean} [isTyped] Whether the reader is typing a search, which makes one history entry however many
 *   letters it has.
 */
function go(address, isTyped = false) {
  const isSameStep = isTyped && history.state?.isTyped;
  history[isSameStep ? "replaceState" : "pushState"]({ isTyped }, "", address);
  follow();
}

back.addEventListener("click", (event) => {
  event.preventDefault();
  go(back.href);
});
// The default action would remove the name of the figure from the address.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.querySelector("main")?.focus();
});
listen(go);
CARDS.forEach(preview);
addEventListener("popstate", follow);
follow();
addEventListener(current ? "phasor-ready" : "load", keepOffline, { once: true });

// The shared link leads to the figure on the ladder, in the state that it has here.
addEventListener("phasor-share", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  detail.link = new URL(`./?${new URLSearchParams(detail.state)}#${detail.name}`, location.href).href;
});
