// A rung of the ladder. Its figures share one state. The rung is at home if this is the state that its text
// describes.

/** The parameters that differ from their defaults. @typedef {Record<string, string>} State */

/** The parameter that the rungs share. */
export const SENTENCE = "sentence";

/**
 * Parses a state such as `position=252 bits=8`.
 * @param {string | undefined} words
 * @returns {State}
 */
export function read(words = "") {
  return Object.fromEntries(new URLSearchParams(words.trim().replaceAll(/\s+/g, "&")));
}

/**
 * Returns the parameters in which two states differ.
 * @param {State} one
 * @param {State} other
 */
export function differences(one, other) {
  return Object.keys({ ...one, ...other }).filter((key) => one[key] !== other[key]);
}

export class Rung {
  /** The live figure through which the rung sets the state. @type {any} */
  #live;
  /** The state to show as soon as a figure is live. @type {State | undefined} */
  #wanted;
  /** The state that a paragraph has set. @type {State | undefined} */
  #brought;
  /** Whether the figures are gliding to that state. */
  #isComing = false;
  /** The scene whose text has set the state, unless the reader has touched a figure since. @type {Element | null} */
  #scene = null;
  /** How often a state was asked for. */
  #asked = 0;
  /** Called when the reader has changed the state. @type {(rung: Rung) => void} */
  #changed;
  /** Called when a scene has replaced a state that the reader asked for. @type {(rung: Rung) => void} */
  #replaced;
  /** Called whenever the state changes. @type {(() => void)[]} */
  #watchers = [];
  /** Called with an error in a state. @type {(sentence: string) => void} */
  #report;

  /**
   * @param {HTMLElement} element
   * @param {{ changed: (rung: Rung) => void, replaced: (rung: Rung) => void, report: (sentence: string) => void }} calls
   */
  constructor(element, { changed, replaced, report }) {
    this.element = element;
    this.id = element.id;
    /** The state that the text describes. */
    this.home = read(element.dataset.state);
    /** The current state. */
    this.state = this.home;
    /** Whether the rung shows the reader's sentence. */
    this.isWorded = element.dataset.worded !== undefined;
    this.#changed = changed;
    this.#replaced = replaced;
    this.#report = report;
    element.addEventListener("phasor-ready", ({ target }) => this.#begin(target));
    element.addEventListener("phasor-change", (event) => this.#follow(/** @type {CustomEvent} */ (event)));
    for (const touch of ["pointerdown", "keydown", "wheel"]) {
      element.addEventListener(touch, () => (this.#isComing = false), { capture: true, passive: true });
    }
    for (const touch of ["pointerdown", "keydown"]) {
      element.addEventListener(touch, ({ target }) => this.#isShared(target) && this.#take(), { capture: true, passive: true });
    }
  }

  /** The reader has touched a figure: what a scene or paragraph has asked for no longer counts. */
  #take() {
    this.#scene = null;
    this.#asked += 1;
  }

  /** Calls `watcher` now and whenever the state changes. @param {() => void} watcher */
  watch(watcher) {
    this.#watchers.push(watcher);
    watcher();
  }

  /** @param {State} state */
  #is(state) {
    this.state = state;
    this.#watchers.forEach((watcher) => watcher());
  }

  get isHome() {
    return differences(this.state, this.home).length === 0;
  }

  /** Whether the rung is at home, in the state that a paragraph has set, or gliding to that state. */
  get isAsTold() {
    return this.isHome || this.#isComing || (this.#brought !== undefined && differences(this.state, this.#brought).length === 0);
  }

  /** @param {EventTarget | null} figure */
  #isShared(figure) {
    return figure instanceof HTMLElement && figure.getAttribute("linked") === this.id;
  }

  /** @param {any} figure */
  #begin(figure) {
    if (!this.#isShared(figure) || this.#live?.isConnected) {
      return;
    }
    this.#live = figure;
    // The figure may write the same numbers in another notation.
    this.home = figure.getState();
    this.#is(this.home);
    if (this.#wanted) {
      this.show(this.#wanted);
      this.#wanted = undefined;
    }
  }

  /** @param {CustomEvent} event */
  #follow({ target, detail }) {
    if (!this.#isShared(target) || differences(detail, this.state).length === 0) {
      return;
    }
    this.#is(detail);
    if (!this.#isComing) {
      this.#changed(this);
    } else if (this.#brought && differences(detail, this.#brought).length === 0) {
      this.#isComing = false;
    }
  }

  /**
   * Shows a state, and reports the first error in it.
   * @param {State} state
   */
  show(state) {
    this.#scene = null;
    this.#asked += 1;
    this.#is(state);
    if (!this.#live) {
      this.#wanted = state;
      return;
    }
    this.#live.pause();
    /** @type {string[]} */
    const wrong = [];
    const hear = (/** @type {Event} */ event) => wrong.push(/** @type {CustomEvent} */ (event).detail.message);
    this.#live.addEventListener("phasor-error", hear);
    this.#live.setState(state);
    if (wrong.length > 0) {
      // The parameters are set one by one, so that the valid ones of an address take effect.
      this.#live.setState({});
      Object.entries(state).forEach(([key, value]) => this.#live.setAttribute(key, value));
      this.#report(wrong[0]);
    }
    this.#live.removeEventListener("phasor-error", hear);
  }

  /** Returns to the state that the text describes, on the reader's request. */
  reset() {
    this.show(this.home);
    this.#changed(this);
  }

  /**
   * Takes the reader's sentence, or the one of the text.
   * @param {string | undefined} sentence
   */
  word(sentence = this.home[SENTENCE]) {
    const { [SENTENCE]: _, ...others } = this.state;
    this.show(sentence === undefined ? others : { ...others, [SENTENCE]: sentence });
  }

  /**
   * Glides to a state that the text mentions.
   * @param {State} state What differs from `from`.
   * @param {any} figure The figure beside the text.
   * @param {State} from
   */
  async go(state, figure, from = this.home) {
    const asked = ++this.#asked;
    this.#scene = figure.closest(".scene");
    // What a paragraph or scene has asked for before no longer counts.
    this.#isComing = false;
    await figure.start();
    // A later request may have been answered while the figure was loading.
    if (asked === this.#asked) {
      figure.glideTo({ ...from, ...state });
    }
  }

  /** Whether a link has set the state, and the reader has not touched a figure since. */
  get isLed() {
    return this.#scene !== null;
  }

  /**
   * A scene comes into sight: it shows what its text opens with, not what the text of another scene has set, unless
   * the reader has changed the state.
   * @param {HTMLElement} scene
   */
  enter(scene) {
    const isOthers = this.#scene !== null && this.#scene !== scene;
    // Where a paragraph of the scene is reached at the same time, its state counts.
    const isComing = this.#isComing && this.#scene === scene;
    const opens = this.isHome && !isComing && scene.dataset.set !== undefined;
    if (isOthers || opens) {
      this.bring(read(scene.dataset.set), scene.querySelector("phasor-figure"));
    }
    if (isOthers) {
      this.#replaced(this);
    }
  }

  /**
   * Glides to the state of a paragraph that has scrolled into view.
   * @param {State} state What differs from home.
   * @param {any} figure The figure beside the paragraph.
   */
  bring(state, figure) {
    this.#brought = { ...this.home, ...state };
    this.go(state, figure);
    this.#isComing = true;
  }

  /** Returns the state as a query for the address, which is empty if the text describes the state. */
  query() {
    if (this.isAsTold) {
      return "";
    }
    const query = new URLSearchParams(this.state);
    if (query.size === 0) {
      // An empty query would mean home, so we write one of the defaults.
      const [key] = Object.keys(this.home);
      query.set(key, String(this.#live?.[key] ?? ""));
    }
    return query.toString();
  }
}
