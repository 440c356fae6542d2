// The way back to the sentence whose link has led up to its figure.

const button = document.createElement("button");
button.type = "button";
button.className = "way-back";
button.textContent = "Back to the sentence";
button.hidden = true;
document.querySelector(".contents")?.append(button);

/** The link that was followed. @type {HTMLElement | null} */
let from = null;

function close() {
  button.hidden = true;
  observer.disconnect();
  passed.disconnect();
}

/** The reader is there again. */
const observer = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && close(), { rootMargin: "-20% 0px" });

/** The reader has gone on: the scene of the sentence is out of the window. */
const passed = new IntersectionObserver(([{ isIntersecting }]) => !isIntersecting && close());

button.addEventListener("click", () => {
  close();
  from?.scrollIntoView({ block: "center", behavior: "instant" });
  from?.focus({ preventScroll: true });
});

/**
 * Offers a way back to `link`, which the page has scrolled away from.
 * @param {HTMLElement} link
 */
export function offer(link) {
  from = link;
  const { top, bottom } = link.getBoundingClientRect();
  button.hidden = bottom > 0 && top < innerHeight;
  observer.disconnect();
  passed.disconnect();
  if (!button.hidden) {
    observer.observe(link);
    passed.observe(link.closest(".scene") ?? link);
  }
}
