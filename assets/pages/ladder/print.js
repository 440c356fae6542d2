// On paper no claim stands without what is true.

/** @type {HTMLDetailsElement[]} */
let opened = [];

addEventListener("beforeprint", () => {
  opened = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".claim:not([open])"))];
  opened.forEach((claim) => (claim.open = true));
});
addEventListener("afterprint", () => opened.forEach((claim) => (claim.open = false)));
