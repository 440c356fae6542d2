// The states of the rungs, which the program keeps. What readers do before it is there waits for it.

import { load, waitFor } from "../../embed/phasor.js";

/** The states, once they are there; `src/ladder` documents the methods. @typedef {any} Ladder */

/** @type {Ladder} */
let ladder;

/** @returns {Promise<Ladder>} */
const open = () => load("ladder").then((program) => (ladder = program.open_ladder(document.getElementById("rungs"))));

// The text is painted before anything else loads.
let opening = new Promise(requestAnimationFrame).then(open);
// A figure shall not be live in the state of its text while the address has another one.
waitFor(opening);
// The reader has loaded a figure again, and with it the program: this opens what could not be opened before.
addEventListener("phasor-ready", () => waitFor((opening = opening.catch(open))));

/**
 * Calls `act` with the states as soon as they are there, or `without` if they cannot be loaded.
 * @param {(ladder: Ladder) => void} act
 */
export const withLadder = (act, without = () => {}) => opening.then(act, without);

// The shared link leads to the figure on the ladder, in its current state.
addEventListener("phasor-share", (event) => {
  const { target, detail } = /** @type {CustomEvent} */ (event);
  const figure = /** @type {HTMLElement} */ (target);
  const query = ladder?.query(figure.getAttribute("linked") ?? "") ?? String(new URLSearchParams(detail.state));
  detail.link = new URL(`./${query && `?${query}`}#${figure.id || detail.name}`, location.href).href;
});
