// The script of the ladder's page, apart from its figures.

import "./conclusion.js";
import "./contents.js";
import "./glossary.js";
import "./guess.js";
import "./hero.js";
import "./place.js";
import "./play.js";
import "./press.js";
import "./print.js";
import "./quiz.js";
import "./ride.js";
import "./route.js";
import "./sentence.js";
import "./sound.js";
import { keepOffline } from "../idle.js";

const notice = /** @type {HTMLElement} */ (document.querySelector(".notice"));
notice.querySelector("button")?.addEventListener("click", () => (notice.hidden = true));

// The first figure may have become live before this script.
if (document.querySelector("phasor-figure")?.shadowRoot?.querySelector(".stage")) {
  keepOffline();
} else {
  addEventListener("phasor-ready", keepOffline, { once: true });
}
