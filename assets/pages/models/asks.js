// The controls of the room: tabs, text length, and what only some views ask.

import { byId } from "./elements.js";
import { SHELF } from "./room.js";

/** @type {HTMLFormElement} */
const form = byId("asks");
const tabs = /** @type {HTMLElement} */ (document.querySelector(".tabs"));
/** @type {HTMLInputElement} */
const target = byId("target");
/** @type {HTMLInputElement} */
const reach = byId("reach");
/** @type {HTMLSelectElement} */
const layer = byId("layer");
/** @type {HTMLSelectElement} */
const against = byId("against");
/** @type {HTMLInputElement} */
const filter = byId("filter");
/** @type {HTMLInputElement} */
const layout = byId("layout");

/** The left end of the slider, in tokens. */
const SHORTEST = 1024;

/** The right end of the slider: the longest text that the room accepts. */
const LONGEST = Number(target.dataset.max);

/** Returns the view of a tab, as addresses call it. @param {Element} tab */
const viewOf = ({ id }) => id.replace("tab-", "");

/** The views in the order of their tabs. */
const VIEWS = [...tabs.querySelectorAll("button")].map(viewOf);

/** The lists of words that do not depend on the models. */
const lists = [...form.querySelectorAll("select")].filter(({ options }) => options.length > 0);

let [view] = VIEWS;
/** The longest text that the model declares. */
let longest = 0;
/** The tokens whose position ids the room shows if nobody asks for others; empty if it shows none. */
let usual = "";

/** The letters that stand for powers of 1,024. @type {Record<string, number>} */
const UNITS = { k: 1024, m: 1024 ** 2 };

/** Returns a number of tokens as it was typed, or with `128k` and `1M` as numbers. @param {string} typed */
function plain(typed) {
  const bare = typed.replace(/[\s,_]/g, "");
  const [, number, unit] = /^([\d.]+)([km])$/i.exec(bare) ?? [];
  return unit ? String(Math.round(Number(number) * UNITS[unit.toLowerCase()])) : bare;
}

/** @param {number} tokens */
const grouped = (tokens) => tokens.toLocaleString("en-GB");

/** Returns the number of tokens of a place of the slider: a power of two where one is near. @param {number} place */
function tokensAt(place) {
  const tokens = SHORTEST * (LONGEST / SHORTEST) ** (place / Number(reach.max));
  const power = 2 ** Math.round(Math.log2(tokens));
  const isNear = Math.abs(Math.log(tokens / power)) < 0.07;
  const digits = 10 ** (Math.floor(Math.log10(tokens)) - 1);
  return Math.min(LONGEST, isNear ? power : Math.round(tokens / digits) * digits);
}

/** @param {number} tokens */
function placeOf(tokens) {
  const share = Math.log(tokens / SHORTEST) / Math.log(LONGEST / SHORTEST);
  return Math.round(Math.min(1, Math.max(0, share)) * Number(reach.max));
}

/** Sets the slider and the field. @param {number} tokens */
function setTarget(tokens) {
  target.value = tokens ? grouped(tokens) : "";
  reach.value = String(placeOf(tokens || SHORTEST));
  reach.style.setProperty("--fraction", String(Number(reach.value) / Number(reach.max)));
  reach.setAttribute("aria-valuetext", `${grouped(tokens)} tokens`);
}

/** Returns whether the view asks with this field. @param {Element} field */
const isOffered = (field) => !field.closest(".ask")?.hasAttribute("hidden");

/** Returns the word of a list, empty for the word with which the page opens. @param {HTMLSelectElement} list */
const word = ({ selectedOptions: [chosen] }) => (chosen.defaultSelected ? "" : chosen.value);

/**
 * Returns what the reader asks, by the names of the address. The length that the model declares, its usual tokens and the words
 * with which the page opens are not written.
 * @returns {Record<string, string>}
 */
export function pairs() {
  const tokens = plain(target.value);
  const words = lists.map((list) => /** @type {const} */ ([list, word(list)]));
  const texts = [against, filter].map((field) => /** @type {const} */ ([field, field.value]));
  const own = [...words, ...texts, /** @type {const} */ ([layout, layout.value === usual ? "" : layout.value])];
  const offered = own.filter(([field]) => isOffered(field)).map(([{ name }, value]) => [name, value]);
  return { view, target: tokens === String(longest) ? "" : tokens, layer: layer.value, ...Object.fromEntries(offered) };
}

/** Shows the controls of the view, and marks its tab. */
function arrange() {
  for (const ask of form.querySelectorAll(".ask")) {
    const views = /** @type {HTMLElement} */ (ask).dataset.for?.split(" ") ?? [];
    const isEmpty = (ask.id === "types" && layer.options.length < 2) || (ask.id === "tokens" && !usual);
    /** @type {HTMLElement} */ (ask).hidden = !views.includes(view) || isEmpty;
  }
  for (const tab of tabs.querySelectorAll("button")) {
    const isChosen = viewOf(tab) === view;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
}

/**
 * Offers the published models, and calls `show` when the reader asks for something else.
 * @param {(isStep?: boolean) => void} show
 */
export function fill(show) {
  for (const tab of tabs.querySelectorAll("button")) {
    tab.addEventListener("click", () => turnTo(viewOf(tab), show));
  }
  tabs.addEventListener("keydown", (event) => turn(event, show));
  for (const id of ["shelf", "against"]) {
    byId(id).append(...years());
  }
  reach.addEventListener("input", () => {
    setTarget(tokensAt(Number(reach.value)));
    show();
  });
  // A value set by script makes no input event, so a field that the reader types in stays as it is typed.
  target.addEventListener("input", () => {
    const tokens = Number(plain(target.value));
    reach.value = String(placeOf(tokens || SHORTEST));
    reach.style.setProperty("--fraction", String(Number(reach.value) / Number(reach.max)));
    show();
  });
  target.addEventListener("change", () => {
    const tokens = Number(plain(target.value));
    // What is not a number stays, so that the report can say what is accepted.
    if (tokens || !target.value.trim()) {
      setTarget(tokens || longest);
    }
    show();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const list of [layer, ...lists]) {
    list.addEventListener("change", () => show(true));
  }
  for (const field of [filter, layout]) {
    field.addEventListener("input", () => show());
  }
}

/** Returns groups of options by year, the latest first. */
function years() {
  const latest = [...SHELF].reverse();
  const names = [...new Set(latest.map(({ month }) => month.slice(0, 4)))];
  return names.map((year) => {
    const group = Object.assign(document.createElement("optgroup"), { label: year });
    const models = latest.filter(({ month }) => month.startsWith(year));
    group.append(
      ...models.map(({ name, title }) => {
        const option = new Option(title, name);
        option.dataset.title = title;
        return option;
      }),
    );
    return group;
  });
}

/** Turns to a view. @param {string} name @param {(isStep?: boolean) => void} show */
export function turnTo(name, show) {
  view = name;
  arrange();
  show(true);
}

/** @param {KeyboardEvent} event @param {(isStep?: boolean) => void} show */
function turn(event, show) {
  const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -VIEWS.length, End: VIEWS.length };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (!step) {
    return;
  }
  event.preventDefault();
  const here = VIEWS.indexOf(view);
  const isEnd = Math.abs(step) > 1;
  const there = isEnd ? Math.min(VIEWS.length - 1, Math.max(0, here + step)) : (here + step + VIEWS.length) % VIEWS.length;
  turnTo(VIEWS[there], show);
  byId(`tab-${view}`).focus();
}

/** Follows a new model: its layer types, its longest text and its usual tokens. @param {import("./room.js").Facts} facts */
export function follow({ types, longest: declared, layout: tokens }) {
  if (!layout.value || layout.value === usual) {
    layout.value = tokens ?? "";
  }
  usual = tokens ?? "";
  const isOwn = target.value.replaceAll(",", "") !== String(longest);
  longest = declared;
  if (!isOwn || !target.value) {
    setTarget(longest);
  }
  const chosen = layer.value;
  const preferred = types.includes("full_attention") ? "full_attention" : types[0];
  layer.replaceChildren(...types.map((type) => new Option(type.replaceAll("_", " "), type, false, type === (types.includes(chosen) ? chosen : preferred))));
  arrange();
}

/** Returns to the longest text of the model. */
export function reset() {
  setTarget(longest);
}

/** Sets the controls to the state of an address. @param {URLSearchParams} wanted */
export function restore(wanted) {
  view = VIEWS.find((name) => name === wanted.get("view")) ?? VIEWS[0];
  setTarget(Number(wanted.get("target")) || longest);
  for (const list of lists) {
    const options = [...list.options];
    const named = options.find(({ value }) => value === wanted.get(list.name));
    list.value = (named ?? options.find(({ defaultSelected }) => defaultSelected) ?? options[0]).value;
  }
  const type = wanted.get("layer");
  if ([...layer.options].some(({ value }) => value === type)) {
    layer.value = type ?? "";
  }
  filter.value = wanted.get("filter") ?? "";
  layout.value = wanted.get("layout") || usual;
  arrange();
}

/** Shows the model that is compared. @param {string} name */
export function compared(name) {
  against.value = name;
}
