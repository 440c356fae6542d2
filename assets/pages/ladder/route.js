// The short route shows the first scene of seven rungs. A link into what it leaves out leads back to the whole ladder.

import { remember, remembered } from "./memory.js";
import { hold, target } from "./place.js";

const choices = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".route input"));
const sections = [...document.querySelectorAll(".rung")];

/** @param {boolean} isShort */
function show(isShort) {
  document.documentElement.toggleAttribute("data-short", isShort);
  choices.forEach((choice) => (choice.checked = (choice.value === "short") === isShort));
}

/** Shows another route, and keeps the rung at the top of the window in its place. @param {boolean} isShort */
function choose(isShort) {
  const place = sections.findLastIndex((section) => section.checkVisibility() && section.getBoundingClientRect().top <= innerHeight / 3);
  show(isShort);
  remember({ isShort });
  if (place >= 0) {
    hold(sections.slice(0, place + 1).findLast((section) => section.checkVisibility()) ?? null);
  }
}

/** Shows the whole ladder if the short route leaves out a part. @param {Element | null} part */
export function reveal(part) {
  if (part && document.documentElement.hasAttribute("data-short") && !part.checkVisibility()) {
    choose(false);
  }
}

choices.forEach((choice) => choice.addEventListener("change", () => choose(choice.value === "short")));
document.addEventListener(
  "click",
  (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("a[href^='#'], [data-route]") : null;
    if (pressed instanceof HTMLAnchorElement) {
      reveal(target(pressed.hash));
    }
    const route = pressed?.getAttribute("data-route");
    if (route) {
      choose(route === "short");
    }
  },
  // Before the page scrolls to the part.
  { capture: true },
);
addEventListener("popstate", () => reveal(target(location.hash)));
show(remembered().isShort);
reveal(target(location.hash));
