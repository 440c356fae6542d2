// What readers press in the text: links that set the figure beside them, and the buttons of rungs.

import { offer } from "./back.js";
import { hold } from "./place.js";
import { withLadder } from "./rungs.js";

const PRESSED = "a.state, .next button, .differs button, .over";

/** Whether the figure is beside its text, where it stays while the text scrolls. */
const WIDE = matchMedia("(min-width: 64rem)");

/**
 * Returns the figure beside an element of a rung.
 * @param {Element} element
 * @returns {any}
 */
const beside = (element) => (element.closest(".scene") ?? element.closest(".rung"))?.querySelector("phasor-figure[linked]");

/**
 * Returns a part of a figure, or the figure until it is live.
 * @param {Element} figure
 * @param {string} selector
 */
const partOf = (figure, selector) => figure.shadowRoot?.querySelector(selector) ?? figure;

/** Returns what a link leads to: the figure beside the text, or the sentence of the one above it. @param {Element} figure */
const goalOf = (figure) => (WIDE.matches ? figure : partOf(figure, ".reading"));

/** Whether at least a third of the picture is in the window, and the sentence of a figure that is above the text. @param {Element} figure */
function isVisible(figure) {
  const { top, bottom, height } = partOf(figure, ".stage").getBoundingClientRect();
  const sentence = partOf(figure, ".reading");
  const room = parseFloat(getComputedStyle(sentence).scrollMarginTop);
  const isRead = WIDE.matches || sentence.getBoundingClientRect().top >= room - 1;
  return isRead && Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 3;
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
    hold(goalOf(figure));
    offer(pressed);
  }
  figure?.start();
  withLadder((ladder) => ladder.press(pressed));
});
