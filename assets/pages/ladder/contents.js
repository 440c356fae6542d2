// The list of rungs, which marks the rung that is being read.

import { withLadder } from "./rungs.js";

const list = /** @type {HTMLElement} */ (document.querySelector(".contents"));
const sections = [...document.querySelectorAll(".rung")];

/** @param {string} id */
function mark(id) {
  // The short route leaves rungs out.
  const route = sections.filter((section) => section.checkVisibility()).map((section) => section.id);
  const place = route.indexOf(id);
  list.querySelectorAll("ol a").forEach((link) => {
    const row = route.indexOf(link.getAttribute("href")?.slice(1) ?? "");
    link.classList.toggle("passed", row < place);
    if (row === place) {
      link.setAttribute("aria-current", "location");
      // In a low window, the list scrolls.
      list.scrollTop = /** @type {HTMLElement} */ (link).offsetTop - list.clientHeight / 2;
    } else {
      link.removeAttribute("aria-current");
    }
  });
  list.querySelector(".here")?.replaceChildren(`${place + 1} of ${route.length}`);
  list.style.setProperty("--climbed", String((place + 1) / route.length));
}

const reading = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        // Above the rungs the first one is next.
        const id = target.id || sections[0].id;
        mark(id);
        withLadder((ladder) => ladder.set_reading(id));
      }
    }
  },
  // The rung at a line a third down the screen counts as being read.
  { rootMargin: "-33% 0px -66%" },
);
document.querySelectorAll(".masthead, .rung").forEach((part) => reading.observe(part));

// On narrow screens the list covers the page, so it starts closed and closes again when a rung is chosen.
const wide = matchMedia("(min-width: 80rem)");
const details = /** @type {HTMLDetailsElement} */ (list.querySelector("details"));
wide.addEventListener("change", () => (details.open = wide.matches));
list.querySelector("ol")?.addEventListener("click", () => !wide.matches && (details.open = false));
