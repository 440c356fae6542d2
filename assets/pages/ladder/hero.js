// The instrument at the top of the page. A button glides to another state, and the clock goes on from there.

const figure = /** @type {any} */ (document.querySelector("#hero"));
/** The state that a button wants, until the figure has come there. @type {Record<string, string> | undefined} */
let goal;

for (const button of document.querySelectorAll("[data-glide]")) {
  button.addEventListener("click", async () => {
    await figure.start();
    // The clock stops at a whole token, from which the glide begins.
    figure.pause();
    goal = Object.fromEntries(new URLSearchParams(/** @type {HTMLElement} */ (button).dataset.glide));
    figure.glideTo({ ...figure.getState(), ...goal });
  });
}

figure.addEventListener("phasor-change", () => {
  if (goal && Object.entries(goal).every(([key, value]) => figure[key] === value)) {
    goal = undefined;
    figure.play();
  }
});
