// Decides when figures start: one screen before they come into view, and one in each frame.

/** A figure that starts when it comes near. @typedef {Element & { approach: () => void }} Waiting */

const OBSERVER = new IntersectionObserver((entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && /** @type {Waiting} */ (target).approach()), {
  rootMargin: "100%",
});

/** The screens between the window and a figure that is too far away to start after all. */
const FAR = 3;

/** What must end before any figure is created. @type {Promise<unknown>} */
let first = Promise.resolve();

/** Lets all figures wait until `work` has ended, well or not. @param {Promise<unknown>} work */
export const waitFor = (work) => (first = work.catch(() => {}));

/** The figures whose turn has not come yet, and the functions that give it to them. @type {{ figure: Waiting, go: () => void }[]} */
const queue = [];
let isServing = false;

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

/**
 * Waits for the turn of a figure. Figures are created one per frame, so that scrolling does not wait for all of them, and
 * the one nearest to the top of the window comes first: in a page that keeps no room, it moves the others away.
 * @param {Waiting} figure
 */
export async function turn(figure) {
  await first;
  return new Promise((/** @type {(nothing: void) => void} */ go) => {
    queue.push({ figure, go });
    if (!isServing) {
      serve();
    }
  });
}

function serve() {
  const top = (/** @type {Waiting} */ figure) => Math.abs(figure.getBoundingClientRect().top);
  const next = queue.sort((a, b) => top(a.figure) - top(b.figure)).shift();
  isServing = next !== undefined;
  if (next) {
    next.go();
    requestAnimationFrame(() => setTimeout(serve));
  }
}
