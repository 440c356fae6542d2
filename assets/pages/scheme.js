// Light or dark, as the system or the reader chooses. This script runs before the first paint, so that nothing
// flashes.

const root = document.documentElement;
const STORED = "phasor-theme";

/** @returns {string | null} */
function stored() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    // If storage is forbidden, the system's colours stay.
    return null;
  }
}

/** @param {string} name */
function store(name) {
  try {
    localStorage.setItem(STORED, name);
  } catch {
    // A full or forbidden storage only means that the choice is forgotten.
  }
}

/** Shows the colours of a choice; the bar of the browser has those of the page. @param {string} choice */
function show(choice) {
  root.dataset.theme = choice;
  for (const bar of /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("meta[name=theme-color]"))) {
    const { theme } = bar.dataset;
    bar.media = choice === "auto" ? `(prefers-color-scheme: ${theme})` : choice === theme ? "all" : "not all";
  }
}

show(stored() ?? "auto");

addEventListener("DOMContentLoaded", () => {
  const choices = document.querySelector(".scheme");
  for (const name of ["auto", "light", "dark"]) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: name, ariaPressed: String(root.dataset.theme === name) });
    button.addEventListener("click", () => {
      show(name);
      choices?.querySelectorAll("button").forEach((other) => (other.ariaPressed = String(other === button)));
      store(name);
      dispatchEvent(new Event("phasor-theme"));
    });
    choices?.append(button);
  }
});
