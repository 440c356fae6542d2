// What readers press in the text: links that set the figure beside them, and the buttons of rungs.

import { offer } from "./back.js";
import { hold } from "./place.js";
import { withLadder } from "./rungs.js";

const PRESSED = "a.state, .next button, .differs button, .over";

/** Where the figure is not beside its text, its picture is what a link leads to. */
const WIDE = matchMedia("(min-width: 64rem)");

/**
 * Returns the figure beside an element of a rung.
 * @param {Element} element
 * @returns {any}
 */
const beside = (element) => (element.closest(".scene") ?? element.closest(".rung"))?.querySelector("phasor-figure[linked]");

/** Whether most of a figure is in the window. @param {Element} figure */
function isVisible(figure) {
  const { top, bottom } = figure.getBoundingClientRect();
  return top >= 0 && Math.min(bottom, top + 0.8 * innerHeight) <= innerHeight;
}

document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target.closest(PRESSED) : null;
  const isLink = pressed instanceof HTMLAnchorElement;
  if (!pressed || (isLink && (event.ctrlKey || event.metaKey || event.shiftKey))) {
    return;
  }
  event.preventDefault();
  const figure = beside(pressed);
  if (isLink && !isVisible(figure)) {
    // Steps of a derivation that appear above it would move it.
    hold(WIDE.matches ? figure : (figure.shadowRoot?.querySelector(".stage") ?? figure));
    offer(pressed);
  }
  figure?.start();
  withLadder((ladder) => ladder.press(pressed));
});
