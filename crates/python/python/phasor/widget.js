// Shows a figure of Python in a notebook. All figures of a page share one program, whose files the kernel sends when they
// are first needed.

/** How long the kernel may take for a file before readers learn why they wait, in milliseconds. */
const PATIENCE = 2000;

const WAITING = "The figure becomes live when the kernel is free. If the kernel has ended, run the cell again.";

/** The script of the element. */
const SCRIPT = "phasor-widget.js";

/** The attribute by which a figure in the output of a cell finds its model. */
const OWNER = "data-phasor-figure";

/** Returns the property of an attribute. */
const property = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** Returns what a model holds of a value of the figure, which is a text or absent. */
const typed = (text, { default: standard, kind }) => (text === undefined || text === null ? standard : kind === "text" ? text : Number(text));

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
  #notes = new Set();
  #observer = new MutationObserver(() => this.#bindAll());

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
    this.#bindAll();
    return () => {
      model.off("msg:custom", take);
      this.#couriers = this.#couriers.filter((other) => other !== model);
      this.#models.delete(id);
      bindings.forEach((unbind) => unbind());
      if (this.#models.size === 0) {
        this.#observer.disconnect();
      }
    };
  }

  /** Returns whether the output of a cell has a place for the figures of a model. */
  hasPlace(model) {
    return document.querySelector(`phasor-figure[${OWNER}="${model.get("_id")}"]`) !== null;
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
    const stop = bound(figure, model);
    model.send({ page: this.id, change: 1 });
    const note = document.createElement("p");
    note.role = "status";
    note.style.cssText = "margin: 0; font-size: 0.8125rem; opacity: 0.8;";
    note.textContent = this.#isWaiting ? WAITING : "";
    figure.after(note);
    this.#notes.add(note);
    return () => {
      stop();
      note.remove();
      this.#notes.delete(note);
      attempt(() => model.send({ page: this.id, change: -1 }));
    };
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
  /** Writes an attribute unless the figure has this value already, perhaps in another notation. */
  const write = (name, value, standard) => {
    const now = figure[property(name)] ?? figure.getAttribute(name) ?? standard;
    if (String(now ?? "") !== String(value ?? "")) {
      value === null || value === standard ? figure.removeAttribute(name) : figure.setAttribute(name, value);
    }
  };
  const show = (name, row) => write(name, model.get(row.trait), row.default);
  for (const [name, row] of parameters) {
    show(name, row);
    listen(`change:${row.trait}`, () => show(name, row));
  }
  for (const name of ["theme", "controls"]) {
    const look = () => figure.setAttribute(name, model.get(name));
    look();
    listen(`change:${name}`, look);
  }
  const link = () => write("linked", model.get("linked") ? `${model.get("linked")} of ${model.get("_kernel")}` : null);
  link();
  listen("change:linked", link);
  listen("msg:custom", ({ does }) => does && figure[does]?.());
  const follow = ({ target, detail }) => {
    if (target === figure) {
      const changed = parameters.map(([name, row]) => [row.trait, typed(detail[name], row)]).filter(([trait, value]) => model.get(trait) !== value);
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
    if (PAGE.hasPlace(model)) {
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
    figure.append(picture);
    el.append(figure);
    const unbind = PAGE.bind(figure, model);
    return () => {
      unbind();
      figure.remove();
    };
  },
};
