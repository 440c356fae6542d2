// On the last rung the reader first guesses whether a claim is true. Then the claim opens with the verdict.

import { note } from "./result.js";

const claims = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll(".claim")]);

/**
 * @param {HTMLDetailsElement} claim
 * @param {boolean} guess
 * @param {Element} row The buttons, which are removed.
 */
function judge(claim, guess, row) {
  const truth = claim.dataset.true !== undefined;
  const verdict = document.createElement("p");
  verdict.className = guess === truth ? "verdict" : "verdict wrong";
  verdict.textContent = `You said ${guess}. ${guess === truth ? "Right" : "Wrong"}: it is ${truth}. ${note(claim.id, guess === truth)}`;
  claim.querySelector("summary")?.after(verdict);
  claim.open = true;
  row.remove();
  claim.querySelector("summary")?.focus();
}

for (const claim of claims) {
  const row = document.createElement("p");
  row.className = "guess";
  for (const guess of [true, false]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = guess ? "True" : "False";
    button.ariaLabel = `${button.textContent}: ${claim.querySelector("q")?.textContent}`;
    button.addEventListener("click", () => judge(claim, guess, row));
    row.append(button);
  }
  const question = document.createElement("div");
  question.className = "question";
  claim.replaceWith(question);
  question.append(claim, row);
  // A reader who opens the claim sees the answer, so a guess makes no sense any more.
  claim.addEventListener("toggle", () => claim.open && row.remove(), { once: true });
}

// A link from another rung leads to what the claim shows.
document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest(".rung:not(#myths) a[href^='#claim-']") : null;
  const claim = claims.find(({ id }) => link?.getAttribute("href") === `#${id}`);
  if (claim) {
    claim.open = true;
  }
});
