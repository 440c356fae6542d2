// The connections between the text and the figures: links and paragraphs that set a state, steps that appear one
// by one, and the line that says where a rung differs from its text.

import { LABELS } from "phasor:built";
import { offer } from "./back.js";
import { hold, isHeld } from "./place.js";
import { differences, read } from "./rung.js";

/** @typedef {import("./rung.js").Rung} Rung */

/** Whether the reader asked for reduced motion. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Returns the figure beside an element of a rung.
 * @param {Element} element
 * @returns {any}
 */
function beside(element) {
  return (element.closest(".scene") ?? element.closest(".rung"))?.querySelector("phasor-figure[linked]");
}

/** Whether most of a figure is in the window. @param {Element} figure */
function isSeen(figure) {
  const { top, bottom } = figure.getBoundingClientRect();
  return top >= 0 && Math.min(bottom, top + 0.8 * innerHeight) <= innerHeight;
}

/** Where the figure is not beside its text, its picture is what a link leads to. */
const WIDE = matchMedia("(min-width: 64rem)");


/** @param {Rung} rung */
function links(rung) {
  rung.element.addEventListener("click", async (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.state") : null;
    if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    const figure = beside(link);
    if (!isSeen(figure)) {
      // Steps of a derivation that appear above it would move it.
      hold(WIDE.matches ? figure : (figure.shadowRoot?.querySelector(".stage") ?? figure));
      offer(link);
    }
    if (link.dataset.set !== undefined) {
      const from = link.dataset.keep === undefined ? rung.home : rung.state;
      await rung.go(read(link.dataset.set), figure, from);
    }
    if (link.dataset.play !== undefined) {
      await figure.start();
      figure.play();
    }
  });
}

/**
 * Calls `arrived` with each element that crosses the middle of the screen.
 * @param {NodeListOf<Element>} elements
 * @param {(element: Element) => void} arrived
 */
function onArrival(elements, arrived) {
  const arriving = new IntersectionObserver(
    (entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => arrived(target)),
    { rootMargin: "-50% 0px -50%" },
  );
  elements.forEach((element) => arriving.observe(element));
}

/** Lets paragraphs set their states as they scroll into view, unless the reader has changed the state. @param {Rung} rung */
function paragraphs(rung) {
  const toggle = /** @type {HTMLInputElement | null} */ (rung.element.querySelector(".follow input"));
  if (!toggle) {
    return;
  }
  onArrival(rung.element.querySelectorAll("p[data-set]"), (paragraph) => {
    // Where a link has led to, its state counts.
    if (toggle.checked && WIDE.matches && !STILL.matches && !isHeld() && rung.isAsTold && paragraph instanceof HTMLElement) {
      rung.bring(read(paragraph.dataset.set), beside(paragraph));
    }
  });
}

/** A scene that arrives shows what its own text opens with. @param {Rung} rung */
function scenes(rung) {
  onArrival(rung.element.querySelectorAll(".scene"), (scene) => rung.enter(/** @type {HTMLElement} */ (scene)));
}

/** Shows the steps of a list one by one, in step with the figure. @param {Rung} rung */
function steps(rung) {
  const list = rung.element.querySelector("ol[data-steps]");
  const next = list?.nextElementSibling?.querySelector("button");
  if (!list || !next) {
    return;
  }
  const rows = [...list.children];
  const key = /** @type {HTMLElement} */ (list).dataset.steps ?? "";
  const reached = () => Number(rung.state[key] ?? rows.length);
  rung.watch(() => {
    rows.forEach((row, place) => row.classList.toggle("later", place >= reached()));
    next.textContent = reached() < rows.length ? `Next: step ${reached() + 1} of ${rows.length}` : "Start again";
  });
  next.addEventListener("click", () => {
    const step = reached() < rows.length ? reached() + 1 : 1;
    rung.go({ [key]: String(step) }, beside(list));
  });
}

/** @param {Rung} rung */
function deviation(rung) {
  const lines = /** @type {NodeListOf<HTMLElement>} */ (rung.element.querySelectorAll(".differs"));
  // The text has a button for the next step of the derivation.
  const steps = /** @type {HTMLElement | null} */ (rung.element.querySelector("ol[data-steps]"))?.dataset.steps;
  lines.forEach((line) => line.querySelector("button")?.addEventListener("click", () => rung.reset()));
  rung.watch(() => {
    const all = rung.isAsTold ? [] : differences(rung.state, rung.home).filter((key) => key !== steps);
    for (const line of lines) {
      // The figures of a rung share a state, but each has its own parameters.
      const keys = all.filter((key) => line.dataset.keys?.split(" ").includes(key));
      const names = keys.map((key) => LABELS[key] ?? key).join(", ");
      line.classList.toggle("empty", keys.length === 0);
      line.querySelector("span")?.replaceChildren(rung.isLed ? `Set by a link in the text: ${names}.` : `Not as in the text: ${names}.`);
    }
  });
}

/** @param {Rung} rung */
export function tell(rung) {
  links(rung);
  paragraphs(rung);
  scenes(rung);
  steps(rung);
  deviation(rung);
}
