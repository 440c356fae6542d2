// Defines <phasor-figure>, a live figure in any page. The program behind it is loaded once, when the
// first figure comes near or is focused; until then, and if it cannot be had, the element shows what
// the author put into it.

import { KEYS } from "phasor:built";
import { isFault, loadFigure, loadFiles, loadPanel, painted, qr, sentence } from "./program.js";
import { INKS, numbers, swatch } from "./inks.js";

/** @type {Record<string, string[]>} */
const WORDS = { theme: ["auto", "light", "dark"], controls: ["full", "minimal", "none"] };
const DARK = matchMedia("(prefers-color-scheme: dark)");
const STYLE = new CSSStyleSheet();

/** Tells when the host's colours turn dark or light. */
const TURN = "light-dark(#000, #fff)";

/** The turn of the figure that came last. */
let lastTurn = Promise.resolve();

/** Figures that come near together are made and drawn a frame each, so that scrolling does not wait for all. */
function turn() {
  const mine = lastTurn;
  lastTurn = mine.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return mine;
}

/** Starts figures a screen before they are seen. */
const NEAR = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting && target instanceof PhasorFigure) {
        target.start();
      }
    }
  },
  { rootMargin: "100%" },
);

/** The figure that a reader touched last, and when. @type {{ figure?: PhasorFigure, timeStamp: number }} */
let touched = { timeStamp: -Infinity };

/** Within so many milliseconds after a touch, a fault is the fault of what was touched. */
const BLAME = 1000;

// What the browser calls by itself, such as the next frame, reaches no call of ours that could catch its fault.
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
  /** What the attributes followed last. */
  #followed = "";
  #isStarting = false;
  /** Whether a script has started the clock. */
  #isPlayed = false;
  /** Attributes follow what the reader does, and are not to be followed then. */
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
    const caption = document.createElement("slot");
    caption.name = "caption";
    this.#inks.className = "inks";
    root.append(this.#place, this.#fallback, this.#error, caption, this.#turn);
    root.addEventListener("phasor-task", (event) => this.#employ(/** @type {CustomEvent} */ (event)));
    root.addEventListener("phasor-panel", (event) => this.#open(/** @type {CustomEvent} */ (event)));
    root.addEventListener("phasor-share", (event) => this.#share(/** @type {CustomEvent} */ (event)));
    root.addEventListener("transitionend", ({ target }) => target instanceof Element && target.localName === "i" && this.#look());
    this.addEventListener("focusin", () => this.start());
    for (const type of ["pointerdown", "pointermove", "keydown", "input", "click", "wheel"]) {
      root.addEventListener(type, ({ timeStamp }) => (touched = { figure: this, timeStamp }), { capture: true, passive: true });
    }
    // What was set before the element was known hides its properties.
    for (const name of PhasorFigure.observedAttributes.map(property).filter((name) => Object.hasOwn(this, name))) {
      const own = /** @type {any} */ (this);
      const value = own[name];
      delete own[name];
      queueMicrotask(() => (own[name] = value));
    }
  }

  connectedCallback() {
    if (this.isConnected) {
      NEAR.observe(this);
      DARK.addEventListener("change", this);
    }
  }

  disconnectedCallback() {
    // An element that is only moved is connected again before this runs.
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
      this.#attempt(() => this.#judge());
    } else if (name === "autoplay") {
      this.#dress();
      this.#mounted.play(this.hasAttribute(name));
    } else {
      this.#attempt(() => this.#mounted.set(name, this.getAttribute(name)));
    }
  }

  /** The colours of the system changed. */
  handleEvent() {
    this.#look();
  }

  /** Follows what the attributes and the host say of its looks. */
  #look() {
    this.#dress();
    this.#mounted?.colour(this.#isDark(), this.#colours());
  }

  /** Throws for the first attribute of the looks that says something unheard of. */
  #judge() {
    for (const [name, words] of Object.entries(WORDS)) {
      const said = this.getAttribute(name);
      if (said !== null && !words.includes(said)) {
        throw new Error(`\`${name}\` must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}, not \`${said}\`.`);
      }
    }
  }

  #dress() {
    // A host's root may have any size of letters.
    this.#place.style.setProperty("--rem", getComputedStyle(this.#turn).fontSize);
    this.#place.dataset.theme = this.#isDark() ? "dark" : "light";
    this.#place.dataset.controls = this.#word("controls");
    // Nobody but the picture itself can stop it then.
    this.#place.toggleAttribute("data-plays", this.#word("controls") === "none" && (this.#isPlayed || this.hasAttribute("autoplay")));
  }

  /** The colours of the canvas, three numbers each. */
  #colours() {
    if (!this.#inks.firstChild) {
      this.#inks.append(...INKS.map((ink) => swatch(`var(--${ink})`)));
    }
    if (!this.#inks.isConnected) {
      this.#place.append(this.#inks);
    }
    // What is not shown has its colour at once, without a transition.
    this.#inks.hidden = true;
    const colours = numbers([...this.#inks.children].map((ink) => getComputedStyle(ink).color));
    this.#inks.hidden = false;
    return Uint8Array.from(colours);
  }

  /**
   * One of the words that an attribute may have, the first unless it has another.
   * @param {string} name
   */
  #word(name) {
    const [first, ...others] = WORDS[name];
    return others.find((word) => word === this.getAttribute(name)) ?? first;
  }

  /** Makes the figure live. */
  async start() {
    if (this.#mounted || this.#isStarting) {
      return;
    }
    this.#isStarting = true;
    try {
      const name = this.getAttribute("name") ?? "";
      const program = await loadFigure(name);
      if (STYLE.cssRules.length === 0) {
        STYLE.replaceSync(program.style);
      }
      await turn();
      if (this.isConnected) {
        this.#mount(program);
      }
    } catch (error) {
      this.#tell(error);
      this.#offerAgain();
    } finally {
      this.#isStarting = false;
    }
  }

  /** What did not arrive may arrive later. */
  #offerAgain() {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Try again";
    button.addEventListener("click", () => this.start());
    this.#error.append(" ", button);
  }

  /** @param {any} program */
  #mount(program) {
    NEAR.unobserve(this);
    const query = queryOf(this.#written());
    const name = this.getAttribute("name") ?? "";
    const linked = this.getAttribute("linked") ?? "";
    this.#attempt(() => {
      this.#dress();
      const changed = (/** @type {string} */ now) => this.#changed(now);
      this.#mounted = program.mount(this.#place, name, query, linked, this.#isDark(), this.#colours(), changed);
      this.#followed = this.#mounted.query();
      this.#fallback.className = "live";
      this.#place.classList.toggle("as-written", this.#fallback.assignedElements().length > 0);
      this.#emit("phasor-ready", this.getState());
      this.#judge();
      const trouble = this.#mounted.trouble();
      if (trouble) {
        this.#tell(trouble);
      } else if (linked) {
        // It may have joined figures that show something else by now.
        const now = Object.fromEntries(Object.keys(this.#written()).map((key) => [key, this.#mounted.get(key)]));
        this.#reflect(Object.keys(now), now);
      }
    });
    if (this.hasAttribute("autoplay")) {
      this.#mounted?.play(true);
    }
  }

  #end() {
    NEAR.unobserve(this);
    DARK.removeEventListener("change", this);
    const mounted = this.#mounted;
    this.#mounted = undefined;
    this.#fallback.className = "";
    mounted?.free();
  }

  /**
   * Its program has a fault: the author's words are back.
   * @param {unknown} fault
   */
  stop(fault) {
    try {
      this.#end();
    } catch {
      // Nothing can be freed in the middle of what was stopped.
    }
    this.#place.replaceChildren();
    this.#tell(fault);
  }

  /** The parameters among the attributes. */
  #written() {
    return Object.fromEntries(KEYS.filter((key) => this.hasAttribute(key)).map((key) => [key, this.getAttribute(key) ?? ""]));
  }

  /**
   * Attributes follow what the figure shows; of those that did not change it leaves the author's words.
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

  /** As the attribute says, else as the host's rules say for this place, else as the system has it. */
  #isDark() {
    const host = getComputedStyle(this).colorScheme;
    const said = [this.#word("theme"), host].find((word) => word === "dark" || word === "light");
    return said ? said === "dark" : DARK.matches;
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
        this.#tell(error);
      }
    }
  }

  /** @param {unknown} error */
  #tell(error) {
    const message = sentence(error);
    this.#error.textContent = message;
    this.#emit("phasor-error", { message });
  }

  /** @param {CustomEvent} event */
  async #employ({ target, detail }) {
    try {
      (await import(/** @type {string} */ ("./employ.js"))).employ(target, detail);
    } catch (error) {
      // The rules of a page may forbid workers.
      this.#tell(error);
    }
  }

  /** @param {CustomEvent} event */
  async #open(event) {
    event.stopPropagation();
    try {
      await loadPanel();
      event.detail.fill();
    } catch (error) {
      this.#tell(error);
    }
  }

  /** @param {CustomEvent} event */
  async #share(event) {
    const { target, detail } = event;
    event.stopPropagation();
    try {
      const { share } = await import("./share.js");
      // A page that can show this state itself says under which address.
      const shared = { name: this.getAttribute("name"), state: this.getState(), link: "" };
      this.#emit("phasor-share", shared);
      share(/** @type {HTMLElement} */ (target), { ...detail, ...shared, qr, file: (/** @type {string} */ format) => this.#file(format, detail.width) });
    } catch (error) {
      this.#tell(error);
    }
  }

  /**
   * The figure as it is.
   * @param {string} format
   * @param {number} [width] CSS pixels
   * @returns {Promise<File>}
   */
  async #file(format, width = this.clientWidth || 760) {
    const name = this.getAttribute("name") ?? "";
    const [files] = await Promise.all([loadFiles(), loadFigure(name)]);
    const theme = this.#isDark() ? "dark" : "light";
    return files.file(name, queryOf(this.getState()), theme, this.#mounted ? this.#colours() : [], width, format);
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
   * A property by the name of its attribute: what is in force, whatever the attribute says.
   * @param {string} name
   */
  #read(name) {
    const said = this.getAttribute(name);
    return name === "autoplay" ? said !== null : (this.#mounted?.get(name) ?? (name in WORDS ? this.#word(name) : said));
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

  /** What differs from the defaults, by the names of the attributes. */
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
   * As `setState`, in a moment.
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
  }

  pause() {
    this.#mounted?.play(false);
  }
}

/** @param {string} attribute */
function property(attribute) {
  return attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/** @param {Record<string, string | number>} state */
function queryOf(state) {
  return new URLSearchParams(Object.entries(state).map(([key, value]) => [key, String(value)])).toString();
}

/** @param {string} query */
function stateOf(query) {
  return Object.fromEntries(new URLSearchParams(query));
}

// A page may load the script twice, from two places.
if (!customElements.get("phasor-figure")) {
  customElements.define("phasor-figure", PhasorFigure);
}
