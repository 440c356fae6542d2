// The way back to the sentence whose link has led up to its figure.

const button = document.createElement("button");
button.type = "button";
button.className = "way-back";
button.textContent = "Back to the sentence";
button.hidden = true;
document.body.append(button);

/** The link that was followed. @type {HTMLElement | null} */
let from = null;

function close() {
  button.hidden = true;
  seen.disconnect();
}

/** The reader is there again. */
const seen = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && hasLeft && close(), { rootMargin: "-20% 0px" });
let hasLeft = false;

button.addEventListener("click", () => {
  close();
  from?.scrollIntoView({ block: "center", behavior: "instant" });
  from?.focus({ preventScroll: true });
});

/**
 * Offers a way back to `link`, which the page scrolls away from.
 * @param {HTMLElement} link
 */
export function offer(link) {
  from = link;
  hasLeft = false;
  seen.disconnect();
  addEventListener(
    "scrollend",
    () => {
      const { top, bottom } = link.getBoundingClientRect();
      hasLeft = true;
      button.hidden = bottom > 0 && top < innerHeight;
      seen.observe(link);
    },
    { once: true },
  );
}
