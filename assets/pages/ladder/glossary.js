// A term opens its sentence of the glossary where the word stands. Without scripts it is a link to that sentence.

const note = document.createElement("span");
note.className = "note";
note.popover = "auto";
note.setAttribute("role", "status");

/** The word whose sentence is shown. @type {HTMLAnchorElement | null} */
let word = null;

/** @param {HTMLAnchorElement} link */
function open(link) {
  const sentence = document.querySelector(`${link.hash} + dd`);
  link.after(note);
  note.replaceChildren(...(sentence?.cloneNode(true).childNodes ?? []));
  note.showPopover();
  link.setAttribute("aria-expanded", "true");
  word = link;
  place();
}

/** Puts the sentence below its word. */
function place() {
  if (word) {
    const { left, bottom } = word.getBoundingClientRect();
    const rightmost = document.documentElement.clientWidth - note.offsetWidth - 8;
    note.style.left = `${Math.max(8, Math.min(left, rightmost)) + scrollX}px`;
    note.style.top = `${bottom + 4 + scrollY}px`;
  }
}

// A figure that becomes live above the word moves it.
new ResizeObserver(place).observe(document.body);

note.addEventListener("beforetoggle", (event) => {
  if (/** @type {ToggleEvent} */ (event).newState === "closed") {
    word?.setAttribute("aria-expanded", "false");
    word = null;
  }
});

// A press outside closes the sentence before the click: the word that was open is known from the press.
let pressed = /** @type {HTMLAnchorElement | null} */ (word);
addEventListener("pointerdown", () => (pressed = word), { capture: true });
addEventListener("keydown", () => (pressed = word), { capture: true });

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.term"))) {
  link.setAttribute("aria-expanded", "false");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (pressed === link) {
      note.hidePopover();
    } else {
      open(link);
    }
  });
}
