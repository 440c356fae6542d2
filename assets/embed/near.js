// Decides when figures start: one screen before they come into view, and one in each frame.

/** A figure that starts when it comes near. @typedef {Element & { approach: () => void }} Waiting */

const OBSERVER = new IntersectionObserver((entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && /** @type {Waiting} */ (target).approach()), {
  rootMargin: "100%",
});

/** The screens between the window and a figure that is too far away to start after all. */
const FAR = 3;

/** The turn of the last figure in the queue. */
let lastTurn = Promise.resolve();

/** Calls `approach` of the figure when it is near, and whenever it comes near again. @param {Waiting} figure */
export function watch(figure) {
  // A figure that is observed already would not be reported again.
  OBSERVER.unobserve(figure);
  OBSERVER.observe(figure);
}

/** @param {Waiting} figure */
export const unwatch = (figure) => OBSERVER.unobserve(figure);

/**
 * Returns whether a figure that was near is far away now. In a page that keeps no room for figures, all are near until
 * the first ones grow.
 * @param {Waiting} figure
 */
export function isFar(figure) {
  const { top, bottom } = figure.getBoundingClientRect();
  return bottom < -FAR * innerHeight || top > (1 + FAR) * innerHeight;
}

/** Waits for a figure's turn. Figures are created one per frame, so that scrolling does not wait for all of them. */
export function turn() {
  const mine = lastTurn;
  lastTurn = mine.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return mine;
}
