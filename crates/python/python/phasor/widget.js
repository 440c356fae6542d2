// Shows a figure of Python in a notebook. All figures of a page share one program, whose files the kernel sends when they
// are first needed.

/**
 * The part of a widget that both Python and the page know, from anywidget.
 * @typedef {{
 *   get: (name: string) => any, set: (name: string, value: unknown) => void, save_changes: () => void,
 *   send: (content: unknown) => void, on: (name: string, act: (...args: any[]) => void) => void, off: (name: string, act: (...args: any[]) => void) => void,
 * }} Model
 */

/** A parameter: its attribute, the kind of its values and its default. @typedef {{ attribute: string, kind: "number" | "text" | "truth", default: unknown }} Parameter */

/** How long the kernel may take for a file before readers learn why they wait, in milliseconds. */
const PATIENCE = 2000;

const WAITING = "The figure becomes live when the kernel is free. If the kernel has ended, run the cell again.";

/** The script of the element. */
const SCRIPT = "phasor-widget.js";

/** The attribute by which a figure in the output of a cell finds its model. */
const OWNER = "data-phasor-figure";

/** The outputs of a cell in JupyterLab and in VS Code; in Colab, they fill a document. */
const CELLS = ".jp-OutputArea, .output_container";

/** Returns the property of an attribute. @param {string} attribute */
const property = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** What a model holds of the text of a value, by the kind of the parameter. */
const FROM_TEXT = { number: Number, text: String, truth: (/** @type {string} */ text) => text === "on" };

/** Returns the text of a value. @param {unknown} value */
const textOf = (value) => (typeof value === "boolean" ? (value ? "on" : "off") : String(value));

/**
 * Returns what a model holds of a text of the figure, which has none for a parameter with its default.
 * @param {string | null | undefined} text
 * @param {Parameter} parameter
 */
const typed = (text, parameter) => (text === undefined || text === null ? parameter.default : FROM_TEXT[parameter.kind](text));

/** Returns the colour scheme that a notebook has chosen, or nothing if it leaves the choice to the system. */
function scheme() {
  const { body, documentElement: root } = document;
  const { jpThemeLight, vscodeThemeKind = "", theme = "" } = body.dataset;
  if (jpThemeLight || vscodeThemeKind) {
    return jpThemeLight === "false" || /dark|high-contrast$/.test(vscodeThemeKind) ? "dark" : "light";
  }
  // Colab and marimo.
  return [theme, root.getAttribute("theme"), ...root.classList, ...body.classList].find((word) => word === "dark" || word === "light") ?? "";
}

/** Returns whether something worked. @param {() => void} act */
function attempt(act) {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether a key is for the figure that has the focus, and not for the notebook, as the key that saves it is.
 * @param {KeyboardEvent} event
 */
const isOwn = ({ key, ctrlKey, metaKey }) => !(ctrlKey || metaKey) || "acvxyz".includes(key.toLowerCase());

/**
 * Keeps a key from the notebook, which would take a letter in a field of the figure for a command.
 * @param {KeyboardEvent} event
 */
const keep = (event) => isOwn(event) && event.stopPropagation();

/**
 * Lets a figure and a model follow each other, and returns the function that ends this.
 * @param {HTMLElement} figure
 * @param {Model} model
 */
function bound(figure, model) {
  /** @type {[trait: string, row: Parameter][]} */
  const parameters = Object.entries(model.get("_parameters"));
  /** @type {(() => void)[]} */
  const ends = [];
  const listen = (/** @type {string} */ name, /** @type {(content?: any) => void} */ act) => {
    model.on(name, act);
    ends.push(() => model.off(name, act));
  };
  /** Writes a value into its attribute unless the figure has it already, perhaps in another notation. */
  const show = (/** @type {string} */ trait, /** @type {Parameter} */ row) => {
    const value = model.get(trait);
    const now = /** @type {any} */ (figure)[property(row.attribute)] ?? figure.getAttribute(row.attribute);
    if (typed(now, row) !== value) {
      write(row.attribute, value === row.default ? null : textOf(value));
    }
  };
  const write = (/** @type {string} */ name, /** @type {string | null} */ text) => (text === null ? figure.removeAttribute(name) : figure.setAttribute(name, text));
  const look = (/** @type {string} */ name) => write(name, model.get(name));
  const start = () => write("autoplay", model.get("autoplay") ? "" : null);
  // Figures of other notebooks on the page may have the same name.
  const link = () => write("linked", model.get("linked") && `${model.get("linked")} of ${model.get("_kernel")}`);
  const follow = (/** @type {Record<string, string>} */ state) => {
    const values = parameters.map(([trait, row]) => /** @type {const} */ ([trait, typed(state[row.attribute], row)]));
    const changed = values.filter(([trait, value]) => model.get(trait) !== value);
    changed.forEach(([trait, value]) => model.set(trait, value));
    if (changed.length > 0) {
      model.save_changes();
    }
  };
  const hear = (/** @type {Event} */ event) => event.target === figure && follow(/** @type {CustomEvent} */ (event).detail);
  const react = (/** @type {() => void} */ act, /** @type {string} */ trait) => {
    act();
    listen(`change:${trait}`, act);
  };
  parameters.forEach(([trait, row]) => react(() => show(trait, row), trait));
  ["theme", "controls"].forEach((name) => react(() => look(name), name));
  react(link, "linked");
  react(start, "autoplay");
  listen("msg:custom", ({ does }) => does && /** @type {any} */ (figure)[does]?.());
  for (const type of ["phasor-change", "phasor-ready"]) {
    figure.addEventListener(type, hear);
    ends.push(() => figure.removeEventListener(type, hear));
  }
  if (figure.matches(":defined")) {
    follow(/** @type {any} */ (figure).getState());
  }
  return () => ends.forEach((end) => end());
}

/** What all figures of a page share. */
class Page {
  /** What tells pages apart, so that Python leaves the figures of one page to it. */
  id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  /** The models that can ask their kernel for files; the newest is the most likely to have one. @type {Model[]} */
  #couriers = [];
  /** The files, by their paths. @type {Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>} */
  #files = new Map();
  /** What takes a file that is on its way. @type {Map<string, (bytes: Uint8Array<ArrayBuffer> | undefined) => void>} */
  #takers = new Map();
  /** @type {Promise<void> | undefined} */
  #script;
  /** The models by their names, and what ends the bindings of their figures. @type {Map<string, { model: Model, bindings: Map<HTMLElement, () => void> }>} */
  #models = new Map();
  /** The figures, and the elements that say why they are not live yet. @type {Map<HTMLElement, HTMLElement>} */
  #notes = new Map();
  /** The figures that are live, among those in the page. @type {WeakSet<EventTarget>} */
  #live = new WeakSet();
  /** The sentence below the figures. */
  #sentence = "";
  #observer = new MutationObserver(() => this.#bindAll());
  #themes = new MutationObserver(() => this.#colour());

  constructor() {
    document.addEventListener("phasor-ready", ({ target }) => target && this.#live.add(target), { capture: true });
    // JupyterLab and Notebook hear of keys before the figure, and leave out elements with this attribute.
    const mark = (/** @type {KeyboardEvent} */ event) => {
      const figure = /** @type {HTMLElement} */ (event.target);
      if (this.#notes.has(figure)) {
        figure.toggleAttribute("data-lm-suppress-shortcuts", isOwn(event));
      }
    };
    addEventListener("keydown", mark, { capture: true });
  }

  /** Adds a model, and returns a function that removes it. @param {Model} model */
  add(model) {
    const take = (/** @type {any} */ content, /** @type {any} */ buffers) => this.#take(content, buffers);
    model.on("msg:custom", take);
    this.#couriers.unshift(model);
    for (const path of this.#takers.keys()) {
      this.#ask(path);
    }
    const id = model.get("_id");
    const bindings = new Map();
    this.#models.set(id, { model, bindings });
    this.#observer.observe(document, { childList: true, subtree: true });
    for (const element of [document.documentElement, document.body]) {
      this.#themes.observe(element, { attributeFilter: ["class", "theme", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"] });
    }
    this.#bindAll();
    return () => {
      model.off("msg:custom", take);
      this.#couriers = this.#couriers.filter((other) => other !== model);
      this.#models.delete(id);
      bindings.forEach((unbind) => unbind());
      if (this.#models.size === 0) {
        this.#observer.disconnect();
        this.#themes.disconnect();
      }
    };
  }

  /**
   * Returns whether the cell of a view has an output with a place for the figure.
   * @param {Model} model
   * @param {HTMLElement} view
   */
  hasPlace(model, view) {
    const cell = view.closest(CELLS) ?? document;
    return cell.querySelector(`phasor-figure[${OWNER}="${model.get("_id")}"]`) !== null;
  }

  /** Binds the figures that have come into the page, and ends the bindings of those that have left it. */
  #bindAll() {
    for (const figure of /** @type {Iterable<HTMLElement>} */ (document.getElementsByTagName("phasor-figure"))) {
      const { model, bindings } = this.#models.get(figure.getAttribute(OWNER) ?? "") ?? {};
      if (model && bindings && !bindings.has(figure)) {
        bindings.set(figure, this.bind(figure, model));
      }
    }
    for (const { bindings } of this.#models.values()) {
      for (const [figure, unbind] of bindings) {
        if (!figure.isConnected) {
          bindings.delete(figure);
          unbind();
        }
      }
    }
  }

  /**
   * Lets a figure follow a model and the model follow the figure, until the returned function is called.
   * @param {HTMLElement} figure
   * @param {Model} model
   */
  bind(figure, model) {
    this.#define();
    const unbind = bound(figure, model);
    const uncount = this.#counted(figure, model);
    const note = document.createElement("p");
    note.role = "status";
    note.style.cssText = "margin: 0; font-size: 0.8125rem; opacity: 0.8;";
    note.textContent = this.#sentence;
    figure.after(note);
    figure.addEventListener("keydown", keep);
    this.#notes.set(figure, note);
    this.#colour();
    return () => {
      unbind();
      uncount();
      note.remove();
      figure.removeEventListener("keydown", keep);
      this.#notes.delete(figure);
    };
  }

  /**
   * Tells Python that the figure is on this page, where it follows those that it is linked with, once it is live. The
   * returned function takes that back.
   * @param {HTMLElement} figure
   * @param {Model} model
   */
  #counted(figure, model) {
    let isCounted = false;
    const count = () => {
      isCounted ||= attempt(() => model.send({ page: this.id, change: 1 }));
    };
    figure.addEventListener("phasor-ready", count);
    if (this.#live.has(figure)) {
      count();
    }
    return () => {
      figure.removeEventListener("phasor-ready", count);
      if (isCounted) {
        attempt(() => model.send({ page: this.id, change: -1 }));
      }
    };
  }

  /** Gives the figures the colours of the notebook; those with their own theme ignore it. */
  #colour() {
    for (const figure of this.#notes.keys()) {
      figure.style.colorScheme = scheme();
    }
  }

  /** Defines the element, once for the page. */
  #define() {
    if (!this.#script && !customElements.get("phasor-figure")) {
      this.#script = this.#start();
      this.#script.catch((error) => {
        this.#script = undefined;
        this.#say(`The figure could not be made live: ${error.message}`);
      });
    }
  }

  async #start() {
    const script = await this.#file(SCRIPT);
    if (!script) {
      throw new Error(`The Python package phasor was built without ${SCRIPT}.`);
    }
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    try {
      const { supply } = await import(url);
      supply((/** @type {string} */ path) => this.#file(path));
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  /** Returns the bytes of a file, or nothing if there is no such file. @param {string} path */
  #file(path) {
    const known = this.#files.get(path);
    if (known) {
      return known;
    }
    const bytes = new Promise((/** @type {(bytes: Uint8Array<ArrayBuffer> | undefined) => void} */ done) => this.#takers.set(path, done));
    this.#files.set(path, bytes);
    this.#ask(path);
    setTimeout(() => this.#takers.has(path) && this.#say(WAITING), PATIENCE);
    return bytes;
  }

  /** @param {string} path */
  #ask(path) {
    // A model whose kernel has ended may still be there.
    this.#couriers.some((model) => attempt(() => model.send({ file: path })));
  }

  /**
   * @param {any} content
   * @param {(DataView<ArrayBuffer> | ArrayBuffer)[]} buffers
   */
  #take(content, buffers = []) {
    const done = this.#takers.get(content?.file);
    if (done) {
      this.#takers.delete(content.file);
      const [bytes] = buffers;
      const { buffer, byteOffset } = bytes instanceof ArrayBuffer ? { buffer: bytes, byteOffset: 0 } : (bytes ?? {});
      done(content.found && buffer ? new Uint8Array(buffer, byteOffset, bytes.byteLength) : undefined);
      if (this.#takers.size === 0) {
        this.#say("");
      }
    }
  }

  /** Writes a sentence below every figure. @param {string} sentence */
  #say(sentence) {
    this.#sentence = sentence;
    this.#notes.forEach((note) => (note.textContent = sentence));
  }
}

/** Every widget has its own copy of this script. @type {Page} */
const PAGE = (/** @type {any} */ (globalThis)[Symbol.for("phasor: page")] ??= new Page());

/** The milliseconds in which the other outputs of a cell come into the page. */
const OUTPUTS = 50;

export default {
  /** @param {{ model: Model }} widget */
  initialize({ model }) {
    return PAGE.add(model);
  },

  /** @param {{ model: Model, el: HTMLElement }} widget */
  async render({ model, el }) {
    await new Promise((done) => setTimeout(done, OUTPUTS));
    if (PAGE.hasPlace(model, el)) {
      // The figure lives in the other output of its cell, which needs no kernel to show a picture. JupyterLab keeps the model
      // without this output; VS Code needs the output to load the model.
      if (el.closest(".jp-OutputArea")) {
        model.send({ placed: true });
      }
      return;
    }
    const figure = document.createElement("phasor-figure");
    figure.setAttribute("name", model.get("name"));
    const picture = document.createElement("img");
    picture.src = `data:image/svg+xml,${encodeURIComponent(model.get("_picture"))}`;
    picture.alt = model.get("_title");
    picture.style.maxWidth = "100%";
    figure.append(picture);
    el.append(figure);
    // In a row of widgets, figures share the width.
    Object.assign(el.style, { width: "100%", minWidth: "0" });
    const unbind = PAGE.bind(figure, model);
    return () => {
      unbind();
      figure.remove();
    };
  },
};
