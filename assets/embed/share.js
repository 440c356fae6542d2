// Offers links to a figure in its current state, code for other pages, and files. This file is loaded when a reader
// first shares a figure.

import { copied } from "./copy.js";
import { HAS_HASHES, loader } from "./loader.js";
import { save } from "./save.js";

/**
 * The figure `name` in a state, with the address `link` if its page gives one.
 * @typedef {{
 *   name: string, state: Record<string, string>, link: string,
 *   qr: (text: string) => Promise<Uint8Array>, file: (format: string) => Promise<File>,
 * }} Shared
 */

const FORMATS = ["png", "svg", "csv", "json"];

/** The folder of this script. */
const HERE = new URL(".", import.meta.url);

/** Our site, if the script comes from its folder `embed`. A host that bundles the script has no such site. */
const SITE = HERE.pathname.endsWith("/embed/") ? new URL("..", HERE) : undefined;

/** The width of the light border around a QR code in modules; phones do not read a code without it. */
const QUIET = 4;

/** The contents of each place, and the latest request for it. @type {WeakMap<EventTarget, ReturnType<typeof furnished>>} */
const PLACES = new WeakMap();

/**
 * Offers the figure in `place`. Another call with the same place updates it.
 * @param {HTMLElement} place
 * @param {Shared} shared
 */
export async function share(place, shared) {
  const menu = PLACES.get(place) ?? furnished(place);
  PLACES.set(place, menu);
  menu.shared = shared;
  const title = place.closest("figure")?.querySelector("h2")?.textContent ?? shared.name;
  const link = shared.link || address(shared);
  if (menu.link.value !== link) {
    // The message was about another state.
    menu.status.textContent = "";
  }
  menu.link.value = link;
  menu.code.value = markup(shared, title, link, menu.pin.checked);
  try {
    const modules = await shared.qr(link);
    // Another state may have arrived in the meantime.
    if (menu.shared === shared) {
      draw(menu.square, modules, title);
    }
  } catch (error) {
    menu.status.textContent = sentence(error);
  }
}

/** @param {unknown} reason */
const sentence = (reason) => (reason instanceof Error ? reason.message : String(reason));

/**
 * Returns the address of the figure alone on our site, or, without a site, that of the current page.
 * @param {Shared} shared
 */
function address({ name, state }) {
  return SITE ? new URL(`embed.html?${new URLSearchParams({ name, ...state })}`, SITE).href : location.href;
}

/**
 * Returns HTML for somebody's own page.
 * @param {Shared} shared
 * @param {string} title
 * @param {string} link
 * @param {boolean} isPinned Whether browsers shall accept only the scripts of this build.
 */
function markup({ name, state }, title, link, isPinned) {
  // Elements of a separate document are not live.
  const page = document.implementation.createHTMLDocument();
  const [figure, anchor] = ["phasor-figure", "a"].map((tag) => page.createElement(tag));
  Object.entries({ name, ...state }).forEach(([key, value]) => figure.setAttribute(key, value));
  anchor.setAttribute("href", link);
  anchor.textContent = title;
  figure.append(anchor);
  const script = SITE ? `${loader(HERE, isPinned)}\n` : "";
  return script + figure.outerHTML;
}

/**
 * @param {SVGElement} square
 * @param {Uint8Array} modules
 * @param {string} title
 */
function draw(square, modules, title) {
  const side = Math.sqrt(modules.length);
  const dark = [...modules.keys()].filter((place) => modules[place] === 1);
  const path = dark.map((place) => `M${place % side} ${Math.floor(place / side)}h1v1h-1z`).join("");
  square.setAttribute("viewBox", [-QUIET, -QUIET, side + 2 * QUIET, side + 2 * QUIET].join(" "));
  square.setAttribute("aria-label", `QR code of the link to ${title}`);
  square.querySelector("path")?.setAttribute("d", path);
  square.toggleAttribute("hidden", side === 0);
}

/**
 * Fills a place with empty elements.
 * @param {HTMLElement} place
 */
function furnished(place) {
  const status = document.createElement("p");
  status.role = "status";
  const link = field("link");
  const code = field("code");
  const square = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  square.append(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  square.role = "img";
  square.setAttribute("hidden", "");
  const pin = document.createElement("input");
  pin.type = "checkbox";
  pin.addEventListener("change", () => menu.shared && share(place, menu.shared));
  const menu = { shared: /** @type {Shared | undefined} */ (undefined), link, code, pin, square, status };
  const announce = (/** @type {string} */ words) => (status.textContent = words);
  const files = document.createElement("div");
  files.className = "files";
  files.append(
    ...FORMATS.map((format) => {
      const ending = format.toUpperCase();
      return button(ending, `Save as ${ending}`, async () => {
        try {
          const file = await menu.shared?.file(format);
          file && save(file);
          announce("");
        } catch (error) {
          announce(sentence(error));
        }
      });
    }),
  );
  const words = document.createElement("div");
  words.append(
    ...row("Link to this figure as it is now", link, button("Copy", "Copy the link", () => copy(link, announce))),
    ...row("Code for your own page", code, button("Copy", "Copy the code", () => copy(code, announce))),
    ...(SITE && HAS_HASHES ? [pinned(pin)] : []),
    files,
    status,
  );
  place.append(square, words);
  return menu;
}

/**
 * Creates a box to copy from.
 * @param {string} name
 */
function field(name) {
  const box = document.createElement("textarea");
  Object.assign(box, { className: name, readOnly: true, spellcheck: false });
  return box;
}

/**
 * @param {string} words
 * @param {string} label
 * @param {() => void} press
 */
function button(words, label, press) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: words, ariaLabel: label });
  made.addEventListener("click", press);
  return made;
}

/**
 * @param {string} words
 * @param {HTMLElement} box
 * @param {HTMLElement} press
 */
function row(words, box, press) {
  const label = document.createElement("label");
  label.append(words, box);
  return [label, press];
}

/**
 * Labels the box that adds hashes to the code.
 * @param {HTMLInputElement} pin
 */
function pinned(pin) {
  const label = document.createElement("label");
  label.className = "pin";
  label.title = "Browsers refuse other scripts, also those of a later version at the same address";
  label.append(pin, " with the hashes of its scripts (integrity)");
  return label;
}

/**
 * @param {HTMLTextAreaElement} box
 * @param {(words: string) => void} announce
 */
async function copy(box, announce) {
  announce(
    await copied(box.value, () => {
      box.focus();
      box.select();
    }),
  );
}
