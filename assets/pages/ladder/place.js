// Where the reader is on the page: links inside it, and staying there while figures grow or the screen turns.

/** @typedef {import("./address.js").Address} Address */

/** What the reader was led to, until they move. @type {Element | null} */
let held = null;
/** Where it stands while it is held, in CSS pixels from the top of the window. */
let top = 0;

/** @param {Element | null} element */
function hold(element) {
  held = element;
  keep();
}

function keep() {
  if (held) {
    held.scrollIntoView({ behavior: "instant" });
    top = held.getBoundingClientRect().top;
  }
}

function release() {
  held = null;
}

/** @param {string} hash */
function target(hash) {
  return document.getElementById(decodeURIComponent(hash.slice(1)));
}

/** The part of a rung that is read: the last one that begins above the middle of the window. */
function read() {
  const parts = [...document.querySelectorAll(".rung, .above, .sight, .below")];
  return parts.findLast((part) => part.getBoundingClientRect().top < innerHeight / 2) ?? null;
}

/** @param {Address} address */
export function follow(address) {
  new ResizeObserver(keep).observe(document.body);
  for (const move of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    addEventListener(move, release, { passive: true });
  }
  // Scripts scroll as well.
  addEventListener("scroll", () => held && Math.abs(held.getBoundingClientRect().top - top) > 2 && release(), { passive: true });

  // Turning a phone moves everything; what was read stays in sight.
  let width = innerWidth;
  let reading = read();
  addEventListener("scrollend", () => (reading = read()));
  addEventListener("resize", () => {
    if (innerWidth !== width) {
      width = innerWidth;
      hold(reading);
    }
  });

  addEventListener("popstate", () => hold(null));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const hash = link?.getAttribute("href") ?? "";
    const isOwn = hash.startsWith("#") && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const part = isOwn ? target(hash) : null;
    if (part) {
      event.preventDefault();
      address.leads(hash);
      hold(part);
      // The keyboard goes on from there.
      part.tabIndex = -1;
      part.focus({ preventScroll: true });
    }
  });
  hold(target(location.hash));
}
