// The chosen figure: live, with controls for everything that a host can set, and the code for it.

import { copied } from "../embed/copy.js";
import { save } from "../embed/save.js";
import { APART, HOSTS, rules } from "./snippet.js";

/** @typedef {import("./snippet.js").Offered} Offered */

/** @template {Element} T @param {string} selector @returns {T} */
const find = (selector) => /** @type {T} */ (section.querySelector(selector));

const section = /** @type {HTMLElement} */ (document.querySelector(".chosen"));
/** @type {HTMLFormElement} */
const form = find(".post");
/** @type {HTMLElement} */
const status = find(".give [role=status]");
/** @type {HTMLOutputElement} */
const heard = find(".heard");
/** @type {HTMLInputElement[]} */
const colours = [...form.querySelectorAll("input[type=color]")].map((input) => /** @type {HTMLInputElement} */ (input));
/** The names of all events in the list. */
const events = [...form.querySelectorAll("[name=event] option")].map(({ textContent }) => textContent ?? "").slice(1);
/** The element on which the browser resolves a colour of the figure. */
const probe = document.createElement("i");
/** The host's rules for the preview, which are the same as in the code. */
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** @type {any} */
let figure;
let isLive = false;
/** The names of the figure's parameters. @type {string[]} */
let parameters = [];
/** The parameter that the figure's clock moves, and its value when the clock started. @type {{ key?: string, from?: string }} */
let clock = {};
/** Follows the height of the figure, which is part of the code for a frame. */
const sizes = new ResizeObserver(() => write());

/** Returns the trimmed value of a field, or nothing if the current host does not take it. @param {string} name */
const field = (name) => String(new FormData(form).get(name) ?? "").trim();

/** Returns the attributes that differ from the defaults. */
function attributes() {
  const pairs = ["controls", "theme", "linked"].map((name) => [name, field(name)]);
  const chosen = new URLSearchParams(pairs.filter(([, value]) => !["", "full", "auto"].includes(value)));
  if (field("autoplay")) {
    chosen.set("autoplay", "");
  }
  return chosen;
}

/**
 * Returns the value of a property as a rule has it, or nothing if the field is empty or not valid.
 * @param {HTMLInputElement} input
 */
function propertyValue(input) {
  const { type, value } = input;
  if (type === "color") {
    return input.dataset.chosen === undefined ? "" : value;
  }
  if (type === "number") {
    return value && input.validity.valid ? `${value}px` : "";
  }
  return CSS.supports("font-family", value) ? value : "";
}

/** @returns {[string, string][]} */
function properties() {
  const inputs = [...form.querySelectorAll("[name=properties]:enabled input")];
  const pairs = inputs.map((input) => /** @type {[string, string]} */ ([input.getAttribute("name"), propertyValue(/** @type {HTMLInputElement} */ (input))]));
  return pairs.filter(([, value]) => value);
}

/** Returns declarations as the browser understands them. @param {string} text */
function declarations(text) {
  const { style } = document.createElement("i");
  style.cssText = text;
  return style.cssText;
}

/** @returns {[string, string][]} */
function parts() {
  const all = [...new FormData(form)].filter(([key]) => key.startsWith("part:"));
  return all.map(([key, value]) => /** @type {[string, string]} */ ([key.slice("part:".length), declarations(String(value))])).filter(([, text]) => text);
}

/** Returns the parameters for the code. A figure that plays automatically starts from where it was set up. */
function state() {
  const all = new URLSearchParams(figure.getState?.() ?? {});
  if (clock.key && field("autoplay")) {
    all.delete(clock.key);
    if (clock.from) {
      all.append(clock.key, clock.from);
    }
  }
  return all;
}

/** @returns {Offered} */
function offered() {
  const reading = figure.shadowRoot?.querySelector("[part~=reading]")?.textContent ?? "";
  return {
    name: figure.name,
    keys: parameters,
    alt: `${section.querySelector("h2")?.textContent}. ${reading}`.trim(),
    height: Math.ceil(figure.getBoundingClientRect().height),
    width: field("width"),
    event: field("event"),
    isPinned: field("pinned") !== "",
    state: state(),
    attributes: attributes(),
    properties: properties(),
    parts: parts(),
  };
}

/** Writes the code once the figure is live, because its reading and its height are not known before. */
function write() {
  if (!isLive) {
    return;
  }
  const now = offered();
  const host = field("host");
  // While a figure plays, it would delete the message about copying at once.
  if (!field("autoplay")) {
    status.textContent = "";
  }
  find(".words code").textContent = HOSTS[host].code(now);
  const apart = APART.includes(host) ? rules(now) : "";
  find(".rules code").textContent = apart;
  /** @type {HTMLElement} */ (find(".rules")).hidden = !apart;
}

/** Shows an error for each field with a value that is not valid. */
function judge() {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[list]"))) {
    const isFont = input.name.startsWith("--");
    const isInvalid = input.value.trim() !== "" && (isFont ? !CSS.supports("font-family", input.value) : !declarations(input.value));
    input.ariaInvalid = isInvalid ? "true" : null;
  }
  for (const error of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("fieldset .error"))) {
    const invalid = /** @type {HTMLInputElement | null} */ (error.parentElement?.querySelector("[aria-invalid]"));
    const wanted = invalid?.name.startsWith("--") ? "must name fonts, such as Georgia, serif" : "must be declarations, such as font-style: italic";
    error.textContent = invalid ? `${invalid.name.replace("part:", "")} ${wanted}.` : "";
  }
}

/** Shows the figure's own colours in the fields that nobody has set. */
function showColours() {
  probe.style.colorScheme = field("theme") === "auto" ? "" : field("theme");
  for (const input of colours.filter(({ dataset }) => dataset.chosen === undefined)) {
    probe.style.color = `var(${input.name.replace("--phasor-", "--")})`;
    const numbers = getComputedStyle(probe).color.match(/\d+/g) ?? [];
    input.value = `#${numbers.slice(0, 3).map((number) => Number(number).toString(16).padStart(2, "0")).join("")}`;
  }
}

/** Applies the controls to the preview. */
function dress() {
  const { takes } = HOSTS[field("host")];
  form.querySelectorAll("fieldset").forEach((group) => (group.disabled = !takes.includes(group.name)));
  form.querySelectorAll(".note").forEach((note) => note.toggleAttribute("hidden", /** @type {HTMLElement} */ (note).dataset.host !== field("host")));
  const looks = { properties: properties(), parts: parts(), width: field("width") };
  sheet.replaceSync(rules(looks));
  const chosen = attributes();
  ["controls", "theme"].forEach((name) => figure.getAttribute(name) !== chosen.get(name) && (figure[name] = chosen.get(name)));
  if (figure.autoplay !== chosen.has("autoplay")) {
    figure.autoplay = chosen.has("autoplay");
  }
  showColours();
  judge();
  write();
}

/** @param {CustomEvent} event */
function hear({ type, detail }) {
  if (type === field("event")) {
    heard.textContent = `${type} ${JSON.stringify(detail)}`;
  }
}

/** Writes the code two frames later, when the reading and the height of the figure have followed its state. */
function soon() {
  requestAnimationFrame(() => requestAnimationFrame(write));
}

/** Called when the figure is live or has failed to load; in both cases its text is final. */
function begin() {
  const mine = figure;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (mine === figure) {
        setLive(true);
        write();
      }
    }),
  );
}

/** @param {boolean} isNow */
function setLive(isNow) {
  isLive = isNow;
  find(".words").ariaBusy = String(!isNow);
  find(".words code").textContent = "The code appears when the figure is ready…";
  ["copy", "picture"].forEach((name) => (/** @type {HTMLButtonElement} */ (find(`.${name}`)).disabled = !isNow));
}

/**
 * Shows a figure.
 * @param {HTMLElement} card
 * @param {[string, string][]} state
 */
export function open(card, state) {
  close();
  figure = document.createElement("phasor-figure");
  [["name", card.dataset.name ?? ""], ...state].forEach(([key, value]) => figure.setAttribute(key, value));
  figure.append(card.querySelector(".poster")?.cloneNode(true) ?? "");
  figure.addEventListener("phasor-ready", begin);
  figure.addEventListener("phasor-error", begin);
  figure.addEventListener("phasor-change", soon);
  events.forEach((name) => figure.addEventListener(name, hear));
  const keys = card.dataset.keys?.split(" ") ?? [];
  // The speed is the clock's.
  parameters = keys.filter((key) => key !== "speed");
  section.querySelectorAll("[data-key]").forEach((row) => row.toggleAttribute("hidden", !keys.includes(/** @type {HTMLElement} */ (row).dataset.key ?? "")));
  clock = { key: card.dataset.clock, from: new Map(state).get(card.dataset.clock ?? "") };
  /** @type {HTMLElement} */ (find(".switch")).hidden = !clock.key;
  setLive(false);
  dress();
  find(".preview").append(figure);
  sizes.observe(figure);
}

/** Ends the figure that is shown. */
export function close() {
  sizes.disconnect();
  figure?.remove();
  setLive(false);
}

/**
 * Copies the code to the clipboard.
 * @param {Element} code
 */
async function copy(code) {
  status.textContent = await copied(code.textContent ?? "", () => getSelection()?.selectAllChildren(code));
}

form.addEventListener("input", ({ target }) => {
  status.textContent = "";
  if (target instanceof HTMLInputElement && target.type === "color") {
    target.dataset.chosen = "";
  }
  if (target instanceof HTMLInputElement && target.name === "autoplay" && clock.key) {
    clock.from = figure.getState()[clock.key];
  }
  dress();
});
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("phasor-theme", showColours);
find(".preview").append(probe);
find(".plain").addEventListener("click", () => {
  colours.forEach(({ dataset }) => delete dataset.chosen);
  form.querySelectorAll("[name=properties] input:not([type=color])").forEach((input) => (/** @type {HTMLInputElement} */ (input).value = ""));
  dress();
});
find(".give > .act .copy").addEventListener("click", () => copy(find(".words code")));
find(".rules .copy").addEventListener("click", () => copy(find(".rules code")));
find(".picture").addEventListener("click", async () => {
  try {
    const file = await figure.exportSvg();
    save(new File([file], `${figure.name}.svg`, { type: file.type }));
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error);
  }
});
