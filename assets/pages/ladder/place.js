// Keeps the reader's place on the page: follows links inside the page, and holds the place while figures grow or
// the screen turns.

import { withLadder } from "./rungs.js";

/** The element that a link led the reader to, until they move. @type {Element | null} */
let held = null;
/** How far the page was scrolled for this element, and where in the window that put it, in CSS pixels. */
let [reached, top] = [0, 0];

/**
 * Scrolls to an element and keeps it there, until the reader moves.
 * @param {Element | null} element
 */
export function hold(element) {
  held = element;
  // While an element is held, the browser's own anchoring must not move the page, and no paragraph sets a state.
  document.documentElement.toggleAttribute("data-held", held !== null);
  keep();
}

function keep() {
  if (held) {
    held.scrollIntoView({ behavior: "instant" });
    [reached, top] = [scrollY, topOf(held)];
  }
}

const release = () => held && hold(null);

const topOf = (/** @type {Element} */ element) => element.getBoundingClientRect().top;

/** Returns whether the page has moved away from the held element. The browser follows the address too, and leads to it. */
function isMoved() {
  return held && Math.abs(scrollY - reached) > 1 && Math.abs(topOf(held) - top) > 1;
}

/** Returns the part of the page that a fragment names. @param {string} hash */
export function target(hash) {
  return document.getElementById(decodeURIComponent(hash.slice(1)));
}

new ResizeObserver(keep).observe(document.body);
for (const move of ["wheel", "touchmove", "keydown", "pointerdown"]) {
  addEventListener(move, release, { passive: true });
}
// A scroll by another script also releases the element.
addEventListener("scroll", () => isMoved() && release(), { passive: true });

// Turning a phone moves everything, so we hold the part that was being read.
let width = innerWidth;
/** The part of the page in the middle of the window. @type {Element | null} */
let reading = null;
const middle = new IntersectionObserver((entries) => (reading = entries.findLast(({ isIntersecting }) => isIntersecting)?.target ?? reading), { rootMargin: "-50% 0px" });
document.querySelectorAll(".above, .sight, .below").forEach((part) => middle.observe(part));
addEventListener("resize", () => {
  if (innerWidth !== width) {
    width = innerWidth;
    hold(reading);
  }
});

// Back returns to where the reader was; an address that was typed has no state, and leads to its rung.
addEventListener("popstate", ({ state }) => hold(state === null ? target(location.hash) : null));
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const hash = link?.getAttribute("href") ?? "";
  const isOwn = hash.startsWith("#") && !event.defaultPrevented && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const part = isOwn ? target(hash) : null;
  if (part) {
    event.preventDefault();
    withLadder(
      (ladder) => ladder.follow_link(hash),
      () => (location.hash = hash),
    );
    hold(part);
    // The next Tab continues from there.
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }
});
hold(target(location.hash));
