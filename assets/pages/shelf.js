// The cards of the gallery, and the topic and search that select some of them.

/** Words that do not describe a figure, as in "the one with dials". */
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

/** A topic and a search; empty strings match every card. @typedef {{ topic: string, search: string }} Wanted */

/** Returns the topic and the search of the address. @returns {Wanted} */
export function wanted() {
  const filter = new URLSearchParams(location.search);
  return { topic: filter.get("topic") ?? "", search: filter.get("search") ?? "" };
}

/**
 * Returns the address of the grid with this topic and search.
 * @param {Wanted} filter
 */
export function gridAddress(filter) {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
  return `gallery.html${query.size ? `?${query}` : ""}`;
}

/**
 * Returns the words of a search without the plural s, because a card may have the singular or the plural.
 * @param {string} search
 */
function stems(search) {
  const words = search.toLowerCase().split(/[\s.,;:“”"()]+/).filter((word) => word && !EMPTY.has(word));
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}

/**
 * @param {HTMLElement} card
 * @param {Wanted} filter
 */
function fits({ dataset: { topics = "", words = "" } }, { topic, search }) {
  return (!topic || topics.split(" ").includes(topic)) && stems(search).every((stem) => words.includes(stem));
}

/** Shows the cards that fit the address. */
export function arrange() {
  const filter = wanted();
  const cards = [...CARDS.values()];
  cards.forEach((card) => (card.hidden = !fits(card, filter)));
  const visible = cards.filter(({ hidden }) => !hidden).length;
  count.textContent = visible === cards.length ? `${visible} figures` : `${visible} of ${cards.length} figures`;
  if (input.value.trim() !== filter.search) {
    input.value = filter.search;
  }
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (form.querySelectorAll("[data-topic]"))) {
    const topic = link.dataset.topic ?? "";
    link.href = gridAddress({ ...filter, topic });
    link.ariaCurrent = topic === filter.topic ? "true" : null;
  }
  // A reader who finds nothing in a topic may find something in the others.
  const others = cards.filter((card) => fits(card, { ...filter, topic: "" })).length;
  none.hidden = visible > 0;
  none.querySelector("span")?.replaceChildren(`No figure fits “${filter.search}”${filter.topic && others ? " in this topic" : ""}.`);
  anywhere.hidden = !others;
  anywhere.href = gridAddress({ ...filter, topic: "" });
  anywhere.textContent = `Show ${others} in all topics`;
}

/**
 * Lets the reader choose cards.
 * @param {(address: string, isTyped?: boolean) => void} go Goes to an address; `isTyped` is true while the reader
 *   types a search.
 */
export function listen(go) {
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", () => go(gridAddress({ ...wanted(), search: input.value.trim() }), true));
  shelf.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && isPlain && !link.hash) {
      event.preventDefault();
      go(link.href);
    }
  });
}
