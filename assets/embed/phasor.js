// Defines <phasor-figure>, a live figure for any page. The program behind it loads once, when the first
// figure is about to come into view or gets the focus. Until then, or if the program does not load, the
// element shows what the author put into it.

import { KEYS } from "phasor:built";
import { cause, isFault, loadFigure, loadFiles, loadPart, painted, part, qr, sentence } from "./program.js";
import { INKS, numbers, swatch } from "./inks.js";
import { isFar, turn, unwatch, watch } from "./near.js";
import { property, queryOf, stateOf } from "./state.js";
import { WORDS, judge, word } from "./words.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");
const STYLE = new CSSStyleSheet();
/** The colour of a swatch that reports when the host's colours turn dark or light. */
const TURN = "light-dark(#000, #fff)";
/** The figure that a reader touched last, and when. @type {{ figure?: PhasorFigure, timeStamp: number }} */
let touched = { timeStamp: -Infinity };
/** For this many milliseconds after a touch, we blame the touched figure for a fault. */
const BLAME = 1000;
// When the browser calls the program, for example in the next frame, none of our calls can catch a fault.
addEventListener("error", async ({ error, timeStamp }) => {
  if (isFault(error)) {
    const root = (await painted())?.getRootNode();
    const blamed = timeStamp - touched.timeStamp < BLAME ? touched.figure : undefined;
    const figure = root instanceof ShadowRoot ? root.host : blamed;
    if (figure instanceof PhasorFigure) {
      figure.stop(error);
    }
  }
});

// For our own pages.
export { load } from "./program.js";
export { waitFor } from "./near.js";

class PhasorFigure extends HTMLElement {
  static observedAttributes = ["name", "linked", "autoplay", ...Object.keys(WORDS), ...KEYS];

  static {
    for (const name of this.observedAttributes) {
      Object.defineProperty(this.prototype, property(name), {
        configurable: true,
        enumerable: true,
        get() {
          return this.#read(name);
        },
        set(value) {
          this.#write(name, value);
        },
      });
    }
  }

  #place = document.createElement("div");
  #error = document.createElement("p");
  #inks = document.createElement("div");
  #fallback = document.createElement("slot");
  #turn = swatch(TURN);
  /** @type {any} */
  #mounted;
  /** The query that the attributes reflect. */
  #followed = "";
  /** The start that is under way. @type {Promise<void> | undefined} */
  #starting;
  /** Whether a script or the focus wants the figure to start, wherever it is. */
  #isWanted = false;
  /** What went wrong with the last work in the background. */
  #failed = "";
  /** Whether a script has started the clock. */
  #isPlayed = false;
  /** Whether the figure is writing its own attributes, so that these changes must not be applied again. */
  #isReflecting = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [STYLE];
    this.#place.className = "phasor";
    this.#place.part.add("figure");
    this.#error.className = "error";
    this.#error.part.add("error");
    this.#error.role = "alert";
    // Our texts are English, also in a page that is not.
    for (const own of [this.#place, this.#error]) {
      own.lang = "en";
      own.dir = "ltr";
    }
    const caption = document.createElement("slot");
    caption.name = "caption";
    this.#inks.className = "inks";
    root.append(this.#place, this.#fallback, this.#error, caption, this.#turn);
    root.addEventListener("phasor-task", (event) => this.#runTask(/** @type {CustomEvent} */ (event)));
    root.addEventListener("phasor-race", (event) => this.#act(event, () => import(/** @type {string} */ ("./race.js"))));
    root.addEventListener("phasor-model", (event) => this.#act(event, () => import(/** @type {string} */ ("./language-model.js"))));
    root.addEventListener("phasor-chunk", (event) => this.#fill(/** @type {CustomEvent} */ (event)));
    root.addEventListener("phasor-share", (event) => this.#share(/** @type {CustomEvent} */ (event)));
    root.addEventListener("transitionend", ({ target }) => target instanceof Element && target.localName === "i" && this.#look());
    this.addEventListener("focusin", () => this.start());
    for (const type of ["pointerdown", "pointermove", "keydown", "input", "click", "wheel"]) {
      root.addEventListener(type, ({ timeStamp }) => (touched = { figure: this, timeStamp }), { capture: true, passive: true });
    }
    // Properties that a script set before the element was defined would hide the ones of the class.
    for (const name of PhasorFigure.observedAttributes.map(property).filter((name) => Object.hasOwn(this, name))) {
      const own = /** @type {any} */ (this);
      const value = own[name];
      delete own[name];
      queueMicrotask(() => (own[name] = value));
    }
  }

  connectedCallback() {
    if (this.isConnected) {
      watch(this);
      DARK.addEventListener("change", this);
    }
  }

  disconnectedCallback() {
    // A move disconnects and connects the element; by the time this runs, it is connected again.
    queueMicrotask(() => this.isConnected || this.#end());
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (name === "name" || name === "linked") {
      this.#end();
      this.connectedCallback();
    } else if (!this.#mounted || this.#isReflecting) {
      return;
    } else if (name in WORDS) {
      this.#look();
      this.#attempt(() => judge(this));
    } else if (name === "autoplay") {
      this.#dress();
      this.#mounted.play(this.hasAttribute(name));
    } else {
      this.#attempt(() => this.#mounted.set(name, this.getAttribute(name)));
    }
  }

  /** Called when the colours of the system change. */
  handleEvent() {
    this.#look();
  }

  /** Applies the looks that the attributes and the host set. */
  #look() {
    this.#dress();
    this.#mounted?.colour(this.#isDark(), this.#colours());
  }

  #dress() {
    // The font size of the host's root may be anything.
    this.#place.style.setProperty("--rem", getComputedStyle(this.#turn).fontSize);
    this.#place.dataset.theme = this.#isDark() ? "dark" : "light";
    this.#place.dataset.controls = word(this, "controls");
    // Without controls, only a tap on the picture can stop the clock.
    this.#place.toggleAttribute("data-plays", word(this, "controls") === "none" && (this.#isPlayed || this.hasAttribute("autoplay")));
  }

  /** Returns the colours of the canvas, three numbers each. */
  #colours() {
    if (!this.#inks.firstChild) {
      this.#inks.append(...INKS.map((ink) => swatch(`var(--${ink})`)));
    }
    if (!this.#inks.isConnected) {
      this.#place.append(this.#inks);
    }
    // A hidden element has its new colour at once, without a transition.
    this.#inks.hidden = true;
    const colours = numbers([...this.#inks.children].map((ink) => getComputedStyle(ink).color));
    this.#inks.hidden = false;
    return Uint8Array.from(colours);
  }

  /** Loads the program and makes the figure live. */
  start() {
    this.#isWanted = true;
    return this.approach();
  }

  /** Makes the figure live, unless it is far away when its turn comes. */
  async approach() {
    if (!this.#mounted) {
      this.#starting ??= this.#load().finally(() => (this.#starting = undefined));
      // A second call while the figure starts waits for it, too.
      await this.#starting;
    }
  }

  async #load() {
    const name = this.#name();
    // A script may give the figure another name while the first one loads.
    const isSame = () => name === this.#name();
    try {
      const program = await loadFigure(name);
      if (STYLE.cssRules.length === 0) {
        STYLE.replaceSync(program.style);
      }
      await turn(this);
      if (!this.#isWanted && isFar(this)) {
        watch(this);
      } else if (isSame() && this.isConnected) {
        this.#mount(program);
      }
    } catch (error) {
      if (isSame()) {
        this.#report(error);
        this.#offerAgain();
      }
    }
    if (!isSame()) {
      await this.#load();
    }
  }

  /** Adds a button that tries to load the program again. */
  #offerAgain() {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Try again";
    button.addEventListener("click", () => this.start());
    this.#error.append(" ", button);
  }

  /** @param {any} program */
  #mount(program) {
    unwatch(this);
    const query = queryOf(this.#written());
    const linked = this.getAttribute("linked") ?? "";
    this.#attempt(() => {
      this.#dress();
      const changed = (/** @type {string} */ now) => this.#changed(now);
      this.#mounted = program.mount(this.#place, this.#name(), query, linked, this.#isDark(), this.#colours(), changed);
      this.#followed = this.#mounted.query();
      this.#fallback.className = "live";
      this.#place.classList.toggle("as-written", this.#fallback.assignedElements().length > 0);
      this.#emit("phasor-ready", this.getState());
      judge(this);
      const trouble = this.#mounted.trouble();
      if (trouble) {
        this.#report(trouble);
      } else if (linked) {
        // The linked figures may show another state by now.
        const own = Object.fromEntries(Object.keys(this.#written()).map((key) => [key, this.#mounted.get(key)]));
        const now = { ...own, ...stateOf(this.#followed) };
        this.#reflect(Object.keys(now), now);
      }
    });
    if (this.hasAttribute("autoplay")) {
      this.#mounted?.play(true);
    }
  }

  #end() {
    unwatch(this);
    DARK.removeEventListener("change", this);
    const mounted = this.#mounted;
    this.#mounted = undefined;
    this.#fallback.className = "";
    mounted?.free();
  }

  /**
   * Ends the figure after a fault in its program, and shows the author's content again.
   * @param {unknown} fault
   */
  stop(fault) {
    try {
      this.#end();
    } catch {
      // A program that stopped in the middle of a call cannot free anything.
    }
    this.#place.replaceChildren();
    this.#report(fault);
  }

  #name() {
    return this.getAttribute("name") ?? "";
  }

  /** Returns the parameters among the attributes. */
  #written() {
    return Object.fromEntries(KEYS.filter((key) => this.hasAttribute(key)).map((key) => [key, this.getAttribute(key) ?? ""]));
  }

  /**
   * Writes the parameters that have changed into the attributes; the others keep the author's notation.
   * @param {string} query
   */
  #changed(query) {
    const [before, now] = [stateOf(this.#followed), stateOf(query)];
    this.#followed = query;
    this.#place.classList.remove("as-written");
    this.#reflect(KEYS.filter((key) => before[key] !== now[key]), now);
    this.#emit("phasor-change", now);
  }

  /**
   * @param {string[]} keys
   * @param {Record<string, string>} state
   */
  #reflect(keys, state) {
    this.#isReflecting = true;
    keys.forEach((key) => this.#write(key, state[key]));
    this.#isReflecting = false;
  }

  /** Returns whether the figure is dark: by its attribute, else by the host's `color-scheme`, else by the system. */
  #isDark() {
    const host = getComputedStyle(this).colorScheme;
    const value = [word(this, "theme"), host].find((one) => one === "dark" || one === "light");
    return value ? value === "dark" : DARK.matches;
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** @param {() => void} work */
  #attempt(work) {
    try {
      this.#error.textContent = "";
      work();
    } catch (error) {
      if (isFault(error)) {
        this.stop(error);
      } else {
        this.#report(error);
      }
    }
  }

  /** @param {unknown} error */
  #report(error) {
    const message = sentence(error);
    this.#error.textContent = message;
    this.#error.dataset.cause = cause(error);
    this.#emit("phasor-error", { message });
  }

  /** @param {CustomEvent} event */
  async #runTask({ target, detail }) {
    try {
      const { runInBackground } = await part(import(/** @type {string} */ ("./background.js")));
      if (this.#error.textContent === this.#failed) {
        this.#error.textContent = "";
      }
      await runInBackground(target, detail);
    } catch (error) {
      this.#failed = sentence(error);
      this.#report(error);
    }
  }

  /**
   * Lets a script do what the reader has started.
   * @param {Event} event
   * @param {() => Promise<any>} load
   */
  async #act(event, load) {
    const { target, detail } = /** @type {CustomEvent} */ (event);
    try {
      await (await part(load())).act(target, detail);
    } catch (error) {
      this.#report(error);
    }
  }

  /** @param {CustomEvent} event */
  async #fill(event) {
    event.stopPropagation();
    try {
      await loadPart(event.detail.chunk);
      event.detail.fill();
    } catch (error) {
      this.#report(error);
    }
  }

  /** @param {CustomEvent} event */
  async #share(event) {
    const { target, detail } = event;
    event.stopPropagation();
    try {
      const { share } = await part(import("./share.js"));
      // A page that can show this state itself puts its address into `link`.
      const shared = { name: this.#name(), state: this.getState(), link: "" };
      this.#emit("phasor-share", shared);
      share(/** @type {HTMLElement} */ (target), { ...detail, ...shared, qr, file: (/** @type {string} */ format) => this.#file(format, detail.width) });
    } catch (error) {
      this.#report(error);
    }
  }

  /**
   * Returns the figure in its current state as a file.
   * @param {string} format
   * @param {number} [width] CSS pixels
   * @returns {Promise<File>}
   */
  async #file(format, width = this.clientWidth || 760) {
    const name = this.#name();
    const [files] = await Promise.all([loadFiles(), loadFigure(name)]);
    const theme = this.#isDark() ? "dark" : "light";
    const mounted = this.#mounted;
    return files.file(name, queryOf(this.getState()), theme, mounted ? this.#colours() : [], width, format, mounted?.answer() ?? []);
  }

  exportPng() {
    return this.#file("png");
  }

  exportSvg() {
    return this.#file("svg");
  }

  exportCsv() {
    return this.#file("csv");
  }

  exportJson() {
    return this.#file("json");
  }

  /**
   * Returns the value of a property that is in force, which may differ from the attribute `name`.
   * @param {string} name
   */
  #read(name) {
    const value = this.getAttribute(name);
    return name === "autoplay" ? value !== null : (this.#mounted?.get(name) ?? (name in WORDS ? word(this, name) : value));
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  #write(name, value) {
    const isFlag = name === "autoplay";
    const isOn = isFlag ? Boolean(value) : value !== null && value !== undefined;
    if (isOn && !isFlag) {
      this.setAttribute(name, String(value));
    } else {
      this.toggleAttribute(name, isOn);
    }
  }

  /** Returns the parameters that differ from their defaults, by the names of the attributes. */
  getState() {
    return this.#mounted ? stateOf(this.#mounted.query()) : this.#written();
  }

  /** @param {Record<string, string | number>} state */
  setState(state) {
    if (this.#mounted) {
      this.#attempt(() => this.#mounted.show(queryOf(state)));
    } else {
      KEYS.forEach((key) => this.#write(key, state[key]));
    }
  }

  /**
   * Sets the state like `setState`, but with a short animation.
   * @param {Record<string, string | number>} state
   */
  glideTo(state) {
    if (this.#mounted) {
      this.#attempt(() => this.#mounted.glide(queryOf(state)));
    } else {
      this.setState(state);
    }
  }

  play() {
    this.#isPlayed = true;
    this.#dress();
    this.#mounted?.play(true);
    // The attribute only moves clocks: many figures on one page would train too much.
    this.#mounted?.race();
  }

  pause() {
    this.#mounted?.play(false);
  }
}

// A page may load the script twice, from two places.
if (!customElements.get("phasor-figure")) {
  customElements.define("phasor-figure", PhasorFigure);
}
