// What the page of the ladder does besides its figures: the state in the address, the rung in the list.

/** How long nothing must change before the address follows, in milliseconds. */
const REST = 400;

const rungs = [...document.querySelectorAll(".rung")];
const list = /** @type {HTMLElement} */ (document.querySelector(".contents"));

const notice = /** @type {HTMLElement} */ (document.querySelector(".notice"));

/** The state that the figures share, as a query. */
let state = "";
let rung = location.hash;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** A figure of those that share the state, once one is live. @type {any} */
let shared;

const over = /** @type {HTMLElement} */ (list.querySelector(".over"));
over.addEventListener("click", () => shared?.setState({}));

/** @param {string} now */
function know(now) {
  state = now;
  over.hidden = !state;
}

/** @param {"pushState" | "replaceState"} how */
function write(how) {
  clearTimeout(timer);
  timer = setTimeout(() => history[how](null, "", `${location.pathname}${state && `?${state}`}${rung}`), REST);
}

know(location.search.replace(/^\?/, ""));

addEventListener("phasor-ready", ({ target }) => {
  if (shared || !(target instanceof HTMLElement) || target.getAttribute("linked") !== "ladder") {
    return;
  }
  shared = target;
  /** @type {string[]} */
  const wrong = [];
  const hear = (/** @type {Event} */ event) => wrong.push(/** @type {CustomEvent} */ (event).detail.message);
  target.addEventListener("phasor-error", hear);
  // One by one, so that what is wrong in an address leaves the rest of it.
  new URLSearchParams(state).forEach((value, key) => target.setAttribute(key, value));
  target.removeEventListener("phasor-error", hear);
  if (wrong.length > 0) {
    notice.hidden = false;
    notice.querySelector("p")?.replaceChildren(`In the link: ${wrong[0]}`);
  }
});

notice.querySelector("button")?.addEventListener("click", () => (notice.hidden = true));

addEventListener("phasor-change", (event) => {
  const { target, detail } = /** @type {CustomEvent} */ (event);
  const now = new URLSearchParams(detail).toString();
  if (target instanceof HTMLElement && target.getAttribute("linked") === "ladder" && now !== state) {
    know(now);
    write("pushState");
  }
});

addEventListener("popstate", () => {
  know(location.search.replace(/^\?/, ""));
  rung = location.hash;
  shared?.setState(Object.fromEntries(new URLSearchParams(state)));
});

/** Marks the rung that is read, and those below it. */
const reading = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        mark(target.id);
      }
    }
  },
  // A line a third down the screen.
  { rootMargin: "-33% 0px -66%" },
);

/** @param {string} id */
function mark(id) {
  const place = rungs.findIndex((rung) => rung.id === id);
  list.querySelectorAll("a").forEach((link, row) => {
    link.classList.toggle("passed", row < place);
    if (row === place) {
      link.setAttribute("aria-current", "location");
    } else {
      link.removeAttribute("aria-current");
    }
  });
  const here = list.querySelector(".here");
  if (here) {
    here.textContent = `${place + 1} of ${rungs.length}`;
  }
  list.style.setProperty("--climbed", String((place + 1) / rungs.length));
  if (rung !== `#${id}`) {
    rung = `#${id}`;
    write("replaceState");
  }
}

rungs.forEach((rung) => reading.observe(rung));

// A link leads to a rung while figures above it are still growing: it is held until the reader moves.
/** @type {Element | null} */
let held = null;
const hold = () => (held = document.getElementById(decodeURIComponent(location.hash.slice(1))));
new ResizeObserver(() => held?.scrollIntoView({ behavior: "instant" })).observe(document.body);
addEventListener("hashchange", hold);
for (const move of ["wheel", "touchmove", "keydown", "pointerdown"]) {
  addEventListener(move, () => (held = null), { passive: true });
}
hold();

// Where the list lies over the page it is closed, and closes again when a rung is chosen.
const wide = matchMedia("(min-width: 70rem)");
const details = /** @type {HTMLDetailsElement} */ (list.querySelector("details"));
wide.addEventListener("change", () => (details.open = wide.matches));
list.querySelector("ol")?.addEventListener("click", () => !wide.matches && (details.open = false));

// On paper no claim stands without what is true.
/** @type {HTMLDetailsElement[]} */
let opened = [];
addEventListener("beforeprint", () => {
  opened = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".myth:not([open])"))];
  opened.forEach((claim) => (claim.open = true));
});
addEventListener("afterprint", () => opened.forEach((claim) => (claim.open = false)));
