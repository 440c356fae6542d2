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

/** Returns the picture of a figure, which stays in place while the text beside it scrolls. @param {Element} figure */
const pictureOf = (figure) => figure.shadowRoot?.querySelector(".stage") ?? figure;

/** Whether at least a third of a picture is in the window. @param {Element} picture */
function isVisible(picture) {
  const { top, bottom, height } = picture.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 3;
}

document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target.closest(PRESSED) : null;
  const isLink = pressed instanceof HTMLAnchorElement;
  if (!pressed || (isLink && (event.ctrlKey || event.metaKey || event.shiftKey))) {
    return;
  }
  event.preventDefault();
  const figure = beside(pressed);
  if (isLink && !isVisible(pictureOf(figure))) {
    // Steps of a derivation that appear above it would move it.
    hold(WIDE.matches ? figure : pictureOf(figure));
    offer(pressed);
  }
  figure?.start();
  withLadder((ladder) => ladder.press(pressed));
});
