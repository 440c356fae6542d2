// The cards of the gallery: which of them fit the topic and the search of the address.

/** Words that say nothing about a figure, as in "the one with dials". */
const EMPTY = new Set("a an and figure for in is it of on one that the this to which with".split(" "));

const shelf = /** @type {HTMLElement} */ (document.querySelector(".shelf"));
const form = /** @type {HTMLFormElement} */ (shelf.querySelector("form"));
const input = /** @type {HTMLInputElement} */ (shelf.querySelector("#search"));
const count = /** @type {HTMLElement} */ (shelf.querySelector(".count"));
const none = /** @type {HTMLElement} */ (shelf.querySelector(".none"));
const anywhere = /** @type {HTMLAnchorElement} */ (none.querySelector(".anywhere"));

/** The cards by the names of their figures. */
export const CARDS = new Map(
  [...shelf.querySelectorAll("li")].map((card) => [card.dataset.name ?? "", card]),
);

/** What is looked for. @typedef {{ topic: string, search: string }} Wish */

/** @returns {Wish} */
export function wish() {
  const asked = new URLSearchParams(location.search);
  return { topic: asked.get("topic") ?? "", search: asked.get("search") ?? "" };
}

/**
 * The address of the grid with these cards.
 * @param {Wish} wish
 */
export function gridAddress(wish) {
  const query = new URLSearchParams(Object.entries(wish).filter(([, value]) => value));
  return `gallery.html${query.size ? `?${query}` : ""}`;
}

/**
 * The words of a search without their plurals, since a card may have either.
 * @param {string} search
 */
function stems(search) {
  const words = search.toLowerCase().split(/[\s.,;:“”"()]+/).filter((word) => word && !EMPTY.has(word));
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}

/**
 * @param {HTMLElement} card
 * @param {Wish} wish
 */
function fits({ dataset: { topics = "", words = "" } }, { topic, search }) {
  return (!topic || topics.split(" ").includes(topic)) && stems(search).every((stem) => words.includes(stem));
}

/** Shows the cards that the address asks for. */
export function arrange() {
  const wanted = wish();
  const cards = [...CARDS.values()];
  cards.forEach((card) => (card.hidden = !fits(card, wanted)));
  const shown = cards.filter(({ hidden }) => !hidden).length;
  count.textContent = shown === cards.length ? `${shown} figures` : `${shown} of ${cards.length} figures`;
  if (input.value.trim() !== wanted.search) {
    input.value = wanted.search;
  }
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (form.querySelectorAll("[data-topic]"))) {
    const topic = link.dataset.topic ?? "";
    link.href = gridAddress({ ...wanted, topic });
    link.ariaCurrent = topic === wanted.topic ? "true" : null;
  }
  // Whoever finds nothing is offered what there is.
  const others = cards.filter((card) => fits(card, { ...wanted, topic: "" })).length;
  none.hidden = shown > 0;
  none.querySelector("span")?.replaceChildren(`No figure fits “${wanted.search}”${wanted.topic && others ? " in this topic" : ""}.`);
  anywhere.hidden = !others;
  anywhere.href = gridAddress({ ...wanted, topic: "" });
  anywhere.textContent = `Show ${others} in all topics`;
}

/**
 * Lets the reader choose cards.
 * @param {(address: string, isTyped?: boolean) => void} go Where they are led, and whether letter by letter.
 */
export function listen(go) {
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", () => go(gridAddress({ ...wish(), search: input.value.trim() }), true));
  shelf.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && isPlain && !link.hash) {
      event.preventDefault();
      go(link.href);
    }
  });
}
