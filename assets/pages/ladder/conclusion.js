// The end of a rung: the reader has read it, and can share its line.

import { copied } from "../../embed/copy.js";
import { remember, remembered } from "./memory.js";

/** @param {Element} line The line to take away. */
async function share(line) {
  const text = (line.textContent ?? "").trim();
  const url = new URL(`./#${line.closest(".rung")?.id}`, location.href).href;
  // A phone offers its own list of places to share in; on a desk, the clipboard is nearer.
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ text, url })) {
    // The reader may close the list without choosing.
    return navigator.share({ text, url }).then(() => "", () => "");
  }
  return copied(`${text} ${url}`, () => getSelection()?.selectAllChildren(line));
}

for (const conclusion of document.querySelectorAll(".conclusion")) {
  const button = document.createElement("button");
  const status = document.createElement("span");
  Object.assign(button, { type: "button", className: "share-line", textContent: "Share this line" });
  status.setAttribute("role", "status");
  button.addEventListener("click", async () => (status.textContent = await share(/** @type {Element} */ (conclusion.querySelector(".line")))));
  conclusion.querySelector(".next-rung")?.append(button, status);
}

/** Ticks the rungs that have been read in the list. */
function tick() {
  const { read } = remembered();
  document.querySelectorAll(".contents ol a").forEach((link) => link.toggleAttribute("data-read", read.includes(link.getAttribute("href")?.slice(1) ?? "")));
}

// A rung counts as read once its last lines have been in the upper half of the window.
const ends = new IntersectionObserver(
  (entries) => {
    const read = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target.closest(".rung")?.id ?? "");
    const all = new Set([...remembered().read, ...read]);
    if (all.size > remembered().read.length) {
      remember({ read: [...all] });
      tick();
    }
  },
  { rootMargin: "0px 0px -50%" },
);
document.querySelectorAll(".conclusion").forEach((conclusion) => ends.observe(conclusion));
tick();
