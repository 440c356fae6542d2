// The figure at the top of the page. The words of a sentence move into another order, and a switch adds positions.

const figure = /** @type {any} */ (document.querySelector("#hero"));
const toggle = /** @type {HTMLInputElement} */ (document.querySelector(".switch input"));

/** How long the sentence stays as written, in milliseconds. With reduced motion, the final state appears at once. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1200;

let isTouched = false;
for (const touch of ["pointerdown", "keydown"]) {
  figure.addEventListener(touch, () => (isTouched = true), { passive: true });
}

/** Glides to the other order, with positions if the switch is on. */
function move() {
  if (!isTouched) {
    const { shuffle: _, code: __, ...written } = figure.getState();
    figure.glideTo({ ...written, ...(toggle.checked && { code: "learned" }) });
  }
}

figure.addEventListener("phasor-ready", () => setTimeout(move, STILL), { once: true });
toggle.addEventListener("change", async () => {
  await figure.start();
  isTouched = false;
  move();
});
