// The reader's own sentence, which all figures with words then read.

import { glide } from "./play.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector(".own-sentence"));
const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
const status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));

/** The instrument, and a figure of the first rung, from which the others with words take the sentence. */
const figures = ["#hero", "phasor-figure[linked='order-blind']"].map((selector) => /** @type {any} */ (document.querySelector(selector)));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const sentence = field.value.trim() || field.placeholder;
  status.textContent = "All figures with words now read it.";
  // A figure that does not know a word says so, and keeps its sentence.
  const refuse = (/** @type {Event} */ error) => (status.textContent = /** @type {CustomEvent} */ (error).detail.message);
  for (const figure of figures) {
    await figure.start();
    figure.addEventListener("phasor-error", refuse);
    glide(figure, { sentence });
    figure.removeEventListener("phasor-error", refuse);
  }
});
