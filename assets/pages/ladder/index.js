// The script of the ladder's page, apart from its figures.

import "./glossary.js";
import "./guess.js";
import "./hero.js";
import "./print.js";
import { keepOffline } from "../idle.js";
import { Address } from "./address.js";
import { follow as followContents } from "./contents.js";
import { follow as followPlace } from "./place.js";
import { Rung, SENTENCE } from "./rung.js";
import { tell } from "./states.js";

const notice = /** @type {HTMLElement} */ (document.querySelector(".notice"));
notice.querySelector("button")?.addEventListener("click", () => (notice.hidden = true));

/** @param {string} sentence */
function report(sentence) {
  notice.hidden = false;
  notice.querySelector("p")?.replaceChildren(`In the link: ${sentence}`);
}

/** The reader's sentence, or nothing if it is the one of the text. @type {string | undefined} */
let sentence;

/** Copies the reader's sentence to the other rungs that show it. @param {Rung} rung */
function spread(rung) {
  if (rung.isWorded && rung.state[SENTENCE] !== sentence) {
    sentence = rung.state[SENTENCE];
    rungs.filter((other) => other.isWorded && other !== rung).forEach((other) => other.word(sentence));
  }
}

/** @param {Rung} rung */
function changed(rung) {
  address.changed(rung);
  spread(rung);
}

const elements = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".rung")]);
const replaced = (/** @type {Rung} */ rung) => address.replaced(rung);
const rungs = elements.map((element) => new Rung(element, { changed, replaced, report }));
const address = new Address(rungs);
if (address.rung) {
  spread(address.rung);
}

rungs.forEach(tell);
followContents(address);
followPlace(address);

const over = /** @type {HTMLElement} */ (document.querySelector(".over"));
over.addEventListener("click", () => {
  rungs.filter(({ isHome }) => !isHome).forEach((rung) => rung.reset());
  address.flush();
});
rungs.forEach((rung) => rung.watch(() => (over.hidden = rungs.every(({ isAsTold }) => isAsTold))));

// The first figure may have become live before this script.
if (document.querySelector("phasor-figure")?.shadowRoot?.querySelector(".stage")) {
  keepOffline();
} else {
  addEventListener("phasor-ready", keepOffline, { once: true });
}

// The shared link leads to the figure on the ladder, in its current state.
addEventListener("phasor-share", (event) => {
  const { target, detail } = /** @type {CustomEvent} */ (event);
  const figure = /** @type {HTMLElement} */ (target);
  const query = rungs.find(({ element }) => element.contains(figure))?.query() ?? String(new URLSearchParams(detail.state));
  detail.link = new URL(`./${query && `?${query}`}#${figure.id || detail.name}`, location.href).href;
});
