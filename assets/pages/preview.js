// Figures that play on their cards while the reader points at them.

/** How long a pointer rests on a card before its figure loads, in milliseconds. */
const REST = 150;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {number | undefined} */
let timer;
/** @type {HTMLElement | undefined} */
let playing;

/** Lays the live figure over the motif of a card. @param {HTMLElement} card */
function begin(card) {
  const poster = /** @type {HTMLElement} */ (card.querySelector(".poster"));
  const [at, x, y, width] = (card.dataset.motif ?? "").split(",").map(Number);
  const scale = poster.clientWidth / width;
  playing = document.createElement("phasor-figure");
  // A press on it is a press on the card.
  playing.inert = true;
  Object.assign(playing.style, { width: `${at}px`, transform: `scale(${scale}) translate(${-x}px, ${-y}px)` });
  const state = [...new URLSearchParams(card.dataset.state), ["name", card.dataset.name ?? ""], ["controls", "none"], ["autoplay", ""]];
  state.forEach(([key, value]) => playing?.setAttribute(key, value));
  playing.addEventListener("phasor-ready", () => playing?.classList.add("live"), { once: true });
  poster.append(playing);
}

function end() {
  clearTimeout(timer);
  playing?.remove();
  playing = undefined;
}

/** Lets a card play while a mouse points at it or the keyboard has reached it, if its figure has a clock. @param {HTMLElement} card */
export function follow(card) {
  const link = card.querySelector("a");
  const soon = () => {
    end();
    if (!still.matches) {
      timer = window.setTimeout(() => begin(card), REST);
    }
  };
  if (card.dataset.clock) {
    link?.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && soon());
    link?.addEventListener("focus", () => link.matches(":focus-visible") && soon());
    ["pointerleave", "blur", "click"].forEach((event) => link?.addEventListener(event, end));
  }
}
