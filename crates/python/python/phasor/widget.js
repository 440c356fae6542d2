// Shows a figure of Python in a notebook. All figures of a page share one program, whose files the kernel sends when they
// are first needed.

/** How long the kernel may take for a file before readers learn why they wait, in milliseconds. */
const PATIENCE = 2000;

const WAITING = "The figure becomes live when the kernel is free. If the kernel has ended, run the cell again.";

/** The script of the element. */
const SCRIPT = "phasor-widget.js";

/** The attribute by which a figure in the output of a cell finds its model. */
const OWNER = "data-phasor-figure";

/** The outputs of a cell in JupyterLab and in VS Code; in Colab, they fill a document. */
const CELLS = ".jp-OutputArea, .output_container";

/** Returns the property of an attribute. */
const property = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** What a model holds of the text of a value, by the kind of the parameter. */
const FROM_TEXT = { number: Number, text: String, truth: (text) => text === "on" };

/** Returns the text of a value. */
const textOf = (value) => (typeof value === "boolean" ? (value ? "on" : "off") : String(value));

/** Returns what a model holds of a text of the figure, which has none for a parameter with its default. */
const typed = (text, { default: standard, kind }) => (text === undefined ? standard : FROM_TEXT[kind](text));

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

/** Returns whether a key is for the figure that has the focus, and not for the notebook, as the key that saves it is. */
const isOwn = ({ key, ctrlKey, metaKey }) => !(ctrlKey || metaKey) || "acvxyz".includes(key.toLowerCase());

/** Keeps a key from the notebook, which would take a letter in a field of the figure for a command. */
const keep = (event) => isOwn(event) && event.stopPropagation();

/** What all figures of a page share. */
class Page {
  /** What tells pages apart, so that Python leaves the figures of one page to it. */
  id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  /** The models that can ask their kernel for files; the newest is the most likely to have one. */
  #couriers = [];
  /** The files, by their paths. */
  #files = new Map();
  /** What takes a file that is on its way. */
  #takers = new Map();
  #script;
  /** The models by their names, and the figures that follow them. */
  #models = new Map();
  /** The figures, and the elements that say why they are not live yet. */
  #notes = new Map();
  /** The figures that are live, among those in the page. */
  #live = new WeakSet();
  #observer = new MutationObserver(() => this.#bindAll());
  #themes = new MutationObserver(() => this.#colour());

  constructor() {
    document.addEventListener("phasor-ready", ({ target }) => this.#live.add(target), { capture: true });
    // JupyterLab and Notebook hear of keys before the figure, and leave out elements with this attribute.
    const mark = (event) => this.#notes.has(event.target) && event.target.toggleAttribute("data-lm-suppress-shortcuts", isOwn(event));
    addEventListener("keydown", mark, { capture: true });
  }

  /** Adds a model, and returns a function that removes it. */
  add(model) {
    const take = (content, buffers) => this.#take(content, buffers);
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

  /** Returns whether the cell of a view has an output with a place for the figure. */
  hasPlace(model, view) {
    const cell = view.closest(CELLS) ?? document;
    return cell.querySelector(`phasor-figure[${OWNER}="${model.get("_id")}"]`) !== null;
  }

  #bindAll() {
    const figures = document.getElementsByTagName("phasor-figure");
    for (const figure of figures) {
      const { model, bindings } = this.#models.get(figure.getAttribute(OWNER)) ?? {};
      if (model && !bindings.has(figure)) {
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

  /** Lets a figure follow a model and the model follow the figure, until the returned function is called. */
  bind(figure, model) {
    this.define();
    figure.addEventListener("keydown", keep);
    const stop = bound(figure, model);
    // A figure that is not live yet does not follow those that it is linked with.
    let isCounted = false;
    const count = () => {
      if (!isCounted) {
        isCounted = attempt(() => model.send({ page: this.id, change: 1 }));
      }
    };
    figure.addEventListener("phasor-ready", count);
    if (this.#live.has(figure)) {
      count();
    }
    const note = document.createElement("p");
    note.role = "status";
    note.style.cssText = "margin: 0; font-size: 0.8125rem; opacity: 0.8;";
    note.textContent = this.#isWaiting ? WAITING : "";
    figure.after(note);
    this.#notes.set(figure, note);
    this.#colour();
    return () => {
      stop();
      note.remove();
      this.#notes.delete(figure);
      figure.removeEventListener("phasor-ready", count);
      figure.removeEventListener("keydown", keep);
      isCounted && attempt(() => model.send({ page: this.id, change: -1 }));
    };
  }

  /** Gives the figures the colours of the notebook; those with their own theme ignore it. */
  #colour() {
    for (const figure of this.#notes.keys()) {
      figure.style.colorScheme = scheme();
    }
  }

  #isWaiting = false;

  #await(isWaiting) {
    this.#isWaiting = isWaiting;
    this.#notes.forEach((note) => (note.textContent = isWaiting ? WAITING : ""));
  }

  /** Defines the element, once for the page. */
  define() {
    if (!this.#script && !customElements.get("phasor-figure")) {
      this.#script = this.#start();
      this.#script.catch(() => (this.#script = undefined));
    }
  }

  async #start() {
    const script = await this.file(SCRIPT);
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    try {
      const { supply } = await import(url);
      supply((path) => this.file(path));
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  /** Returns the bytes of a file, or nothing if there is no such file. */
  file(path) {
    if (!this.#files.has(path)) {
      const bytes = new Promise((done) => this.#takers.set(path, done));
      this.#files.set(path, bytes);
      this.#ask(path);
      setTimeout(() => this.#takers.has(path) && this.#await(true), PATIENCE);
    }
    return this.#files.get(path);
  }

  #ask(path) {
    // A model whose kernel has ended may still be there.
    this.#couriers.some((model) => attempt(() => model.send({ file: path })));
  }

  #take(content, buffers = []) {
    const done = this.#takers.get(content?.file);
    if (done) {
      this.#takers.delete(content.file);
      const [bytes] = buffers;
      done(content.found ? new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength) : undefined);
      if (this.#takers.size === 0) {
        this.#await(false);
      }
    }
  }
}

/** Returns whether something worked. */
function attempt(act) {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/** Lets a figure and a model follow each other, and returns the function that ends this. */
function bound(figure, model) {
  const parameters = Object.entries(model.get("_parameters"));
  const listeners = [];
  const listen = (name, act) => {
    model.on(name, act);
    listeners.push(() => model.off(name, act));
  };
  /** Writes a value into its attribute unless the figure has it already, perhaps in another notation. */
  const show = (trait, row) => {
    const value = model.get(trait);
    const now = typed(figure[property(row.attribute)] ?? figure.getAttribute(row.attribute) ?? undefined, row);
    if (now !== value) {
      value === row.default ? figure.removeAttribute(row.attribute) : figure.setAttribute(row.attribute, textOf(value));
    }
  };
  for (const [trait, row] of parameters) {
    show(trait, row);
    listen(`change:${trait}`, () => show(trait, row));
  }
  for (const name of ["theme", "controls"]) {
    const look = () => figure.setAttribute(name, model.get(name));
    look();
    listen(`change:${name}`, look);
  }
  const link = () => {
    const name = model.get("linked");
    name ? figure.setAttribute("linked", `${name} of ${model.get("_kernel")}`) : figure.removeAttribute("linked");
  };
  link();
  listen("change:linked", link);
  listen("msg:custom", ({ does }) => does && figure[does]?.());
  const follow = ({ target, detail }) => {
    if (target === figure) {
      const changed = parameters.map(([trait, row]) => [trait, typed(detail[row.attribute], row)]).filter(([trait, value]) => model.get(trait) !== value);
      changed.forEach(([trait, value]) => model.set(trait, value));
      if (changed.length > 0) {
        model.save_changes();
      }
    }
  };
  figure.addEventListener("phasor-change", follow);
  figure.addEventListener("phasor-ready", follow);
  if (figure.matches(":defined")) {
    follow({ target: figure, detail: figure.getState() });
  }
  return () => {
    listeners.forEach((end) => end());
    figure.removeEventListener("phasor-change", follow);
    figure.removeEventListener("phasor-ready", follow);
  };
}

/** Two figures may come with two copies of this script. */
const PAGE = (globalThis[Symbol.for("phasor: page")] ??= new Page());

/** Waits until the outputs of the cell are in the page. */
const frames = () => new Promise((done) => setTimeout(done, 50));

export default {
  initialize({ model }) {
    return PAGE.add(model);
  },

  async render({ model, el }) {
    await frames();
    if (PAGE.hasPlace(model, el)) {
      // The figure lives in the other output of its cell, which needs no kernel to show a picture.
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
    const unbind = PAGE.bind(figure, model);
    return () => {
      unbind();
      figure.remove();
    };
  },
};
