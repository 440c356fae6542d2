// A minute's ride: the page leads from figure to figure and sets each in motion, until it is over or the reader stops it.

import { play } from "./play.js";

/** A stop of the ride: the sentence is its text. @typedef {HTMLLIElement} Stop */

const bar = /** @type {HTMLElement} */ (document.querySelector(".ride"));
const stops = /** @type {Stop[]} */ ([...bar.querySelectorAll("li")]);
const [status, arrived, end] = [".sentence", ".arrived", ".end"].map((part) => /** @type {HTMLElement} */ (bar.querySelector(part)));

/** Stops what the current ride still has to do. @type {AbortController | undefined} */
let ride;

/**
 * Waits until some seconds have passed, or the ride is over.
 * @param {number} seconds
 * @param {AbortSignal} signal
 */
const pass = (seconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000 * seconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve(undefined)), { once: true });
  });

/**
 * Shows a stop: its figure in the state that it names, moving.
 * @param {Stop} stop
 * @param {AbortSignal} signal
 */
async function show(stop, signal) {
  const { figure: name = "", set, seconds } = stop.dataset;
  status.textContent = stop.textContent;
  stops.forEach((other) => other.toggleAttribute("data-here", other === stop));
  const figure = await play(name, set, signal);
  await pass(Number(seconds), signal);
  figure.pause();
}

async function begin() {
  ride?.abort();
  const { signal } = (ride = new AbortController());
  bar.hidden = false;
  arrived.hidden = true;
  end.textContent = "Stop";
  end.focus({ preventScroll: true });
  // A reader who touches the page takes it over.
  for (const touch of ["pointerdown", "wheel", "keydown"]) {
    addEventListener(touch, ({ target }) => target instanceof Element && bar.contains(target) ? undefined : leave(), { signal, passive: true });
  }
  for (const stop of stops) {
    if (!signal.aborted) {
      await show(stop, signal);
    }
  }
  if (!signal.aborted) {
    arrived.hidden = false;
    end.textContent = "Close";
  }
}

function leave() {
  ride?.abort();
  bar.hidden = true;
}

document.querySelector(".take-ride")?.addEventListener("click", begin);
end.addEventListener("click", leave);
arrived.querySelectorAll("a").forEach((link) => link.addEventListener("click", leave));
bar.addEventListener("keydown", ({ key }) => key === "Escape" && leave());
