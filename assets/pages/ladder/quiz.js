// Questions that the reader may answer before the text does. Each answer is a link that sets the figure, which then shows
// what is right. A question is asked once, and one press takes all of them away. While a question is open, the figure beside it
// hides its reading and its examples, which would answer it, until the reader has gone on.

import { remember, remembered } from "./memory.js";

const questions = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".quiz")]);
const off = document.createElement("button");
Object.assign(off, { type: "button", className: "no-questions", textContent: "No questions, please" });

/** @param {Element} question */
const sceneOf = (question) => question.closest(".scene");

/** @param {HTMLElement} question */
const id = (question) => question.closest(".rung")?.id ?? "";

/** Shows everything about the figure beside a question. @param {Element} question */
const close = (question) => sceneOf(question)?.classList.remove("guessing");

/**
 * Shows the right answer, and what the reader chose, if anything.
 * @param {HTMLElement} question
 * @param {Element} [chosen]
 */
function settle(question, chosen) {
  question.classList.add("answered");
  close(question);
  question.querySelectorAll("a.state").forEach((answer) => answer.toggleAttribute("data-chosen", answer === chosen));
  const verdict = /** @type {HTMLElement} */ (question.querySelector("[role=status]"));
  verdict.textContent = chosen ? (chosen.hasAttribute("data-right") ? "Right. " : "Not so. ") : "";
}

for (const question of questions) {
  const verdict = document.createElement("strong");
  verdict.setAttribute("role", "status");
  question.querySelector(".answer")?.prepend(verdict);
  question.addEventListener("click", ({ target }) => {
    const chosen = target instanceof Element ? target.closest("a.state") : null;
    if (chosen && !question.classList.contains("answered")) {
      settle(question, chosen);
      remember({ answered: [...remembered().answered, id(question)] });
    }
  });
  if (remembered().answered.includes(id(question))) {
    settle(question);
  }
  const button = /** @type {HTMLButtonElement} */ (off.cloneNode(true));
  button.addEventListener("click", () => (remember({ areQuestionsOff: true }), hide()));
  question.querySelector(".answers")?.append(button);
}

/** Takes all questions away. What they explain is in the text as well. */
function hide() {
  document.documentElement.toggleAttribute("data-no-questions", remembered().areQuestionsOff);
  if (remembered().areQuestionsOff) {
    questions.forEach(close);
  }
}

/** The part of a question that must be above the window before the reader has gone on. */
const ABOVE = 0.99;

// A reader who goes on or touches the figure does not want to guess.
const passed = new IntersectionObserver(
  (entries) => entries.filter(({ intersectionRatio }) => intersectionRatio >= ABOVE).forEach(({ target }) => close(target)),
  // All that is above the window, however fast the reader got there.
  { rootMargin: "1000000px 0px -100% 0px", threshold: ABOVE },
);
for (const question of questions.filter((question) => !question.classList.contains("answered"))) {
  const scene = sceneOf(question);
  scene?.classList.add("guessing");
  const figure = scene?.querySelector("phasor-figure");
  ["pointerdown", "keydown"].forEach((touch) => figure?.addEventListener(touch, () => close(question)));
  passed.observe(question);
}
hide();
