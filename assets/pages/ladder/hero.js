// The instrument at the top of the page. A button glides to another state while the clock goes on.

import { glide } from "./play.js";

const figure = /** @type {any} */ (document.querySelector("#hero"));

for (const button of document.querySelectorAll("[data-glide]")) {
  button.addEventListener("click", async () => {
    await figure.start();
    const state = Object.fromEntries(new URLSearchParams(/** @type {HTMLElement} */ (button).dataset.glide));
    glide(figure, state);
    figure.play();
  });
}
