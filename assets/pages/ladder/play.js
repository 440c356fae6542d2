// Leads to a figure, sets it, and starts it: its clock, or its race.

import { hold } from "./place.js";
import { reveal } from "./route.js";
import { withLadder } from "./rungs.js";

/**
 * Glides from the state that a figure has to one that differs from it.
 * @param {any} figure
 * @param {Record<string, string>} state What differs.
 */
export const glide = (figure, state) => figure.glideTo({ ...figure.getState(), ...state });

/**
 * @param {string} name The name of a figure that follows the text, or of the instrument.
 * @param {string} words The state that it gets, such as "base=30 position=0", on top of the one that it has.
 * @param {AbortSignal} [signal] Ends it before the figure starts.
 * @returns {Promise<any>} The figure.
 */
export async function play(name, words = "", signal) {
  const figure = /** @type {any} */ (document.querySelector(`#hero[name="${name}"], phasor-figure[linked][name="${name}"]`));
  reveal(figure);
  hold(figure.id === "hero" ? document.querySelector(".masthead") : figure);
  await figure.start();
  // A rung's state comes with the ladder, which may be later than the figure.
  await new Promise((resolve) => withLadder(resolve, () => resolve(undefined)));
  if (!signal?.aborted) {
    glide(figure, Object.fromEntries(new URLSearchParams(words.replaceAll(" ", "&"))));
    figure.play();
  }
  return figure;
}

/** The state in which a race has results at once: nobody is asked to guess. */
const RACE = "guess=none racer=rope";

const race = () => play("training-race", RACE);

document.querySelector(".race-now")?.addEventListener("click", (event) => {
  event.preventDefault();
  race();
});

// A link that is sent to others, such as ?play#training-race, also starts what it names.
if (new URLSearchParams(location.search).has("play") && location.hash === "#training-race") {
  race();
}
