// A rung of the ladder: its figures share one state. The rung is at home where that is the state which its text
// describes.

/** What differs from the defaults, by the names of parameters. @typedef {Record<string, string>} State */

/** The sentence goes along from rung to rung. */
export const SENTENCE = "sentence";

/**
 * The state that words such as `position=252 bits=8` say.
 * @param {string | undefined} words
 * @returns {State}
 */
export function read(words = "") {
  return Object.fromEntries(new URLSearchParams(words.trim().replaceAll(/\s+/g, "&")));
}

/**
 * The parameters in which two states differ.
 * @param {State} one
 * @param {State} other
 */
export function differences(one, other) {
  return Object.keys({ ...one, ...other }).filter((key) => one[key] !== other[key]);
}

export class Rung {
  /** The figure through which the state is changed, once one is live. @type {any} */
  #live;
  /** What is to be shown as soon as a figure is live. @type {State | undefined} */
  #wanted;
  /** The state that a paragraph brought. @type {State | undefined} */
  #brought;
  /** Whether it is on its way to that. */
  #isComing = false;
  /** The scene whose text has set the state, unless the reader has touched a figure since. @type {Element | null} */
  #scene = null;
  /** Called when the reader has changed the state. @type {(rung: Rung) => void} */
  #changed;
  /** Called whenever the state is another. @type {(() => void)[]} */
  #watchers = [];
  /** Called with what is wrong with a state. @type {(sentence: string) => void} */
  #report;

  /**
   * @param {HTMLElement} element
   * @param {(rung: Rung) => void} changed
   * @param {(sentence: string) => void} report
   */
  constructor(element, changed, report) {
    this.element = element;
    this.id = element.id;
    /** What its text describes. */
    this.home = read(element.dataset.state);
    /** What it shows. */
    this.state = this.home;
    /** Whether it shows the reader's sentence. */
    this.isWorded = element.dataset.worded !== undefined;
    this.#changed = changed;
    this.#report = report;
    element.addEventListener("phasor-ready", ({ target }) => this.#begin(target));
    element.addEventListener("phasor-change", (event) => this.#follow(/** @type {CustomEvent} */ (event)));
    for (const touch of ["pointerdown", "keydown", "wheel"]) {
      element.addEventListener(touch, () => (this.#isComing = false), { capture: true, passive: true });
    }
    for (const touch of ["pointerdown", "keydown"]) {
      element.addEventListener(touch, ({ target }) => this.#isShared(target) && (this.#scene = null), { capture: true, passive: true });
    }
  }

  /** Calls `watcher` now and whenever the state is another. @param {() => void} watcher */
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

  /** Whether it is at home, where a paragraph brought it, or on the way there. */
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
    // The figure writes the same numbers in its own way.
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
   * Shows a state, and tells what is wrong with it.
   * @param {State} state
   */
  show(state) {
    this.#scene = null;
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
      // One by one, so that what is wrong in an address leaves the rest of it.
      this.#live.setState({});
      Object.entries(state).forEach(([key, value]) => this.#live.setAttribute(key, value));
      this.#report(wrong[0]);
    }
    this.#live.removeEventListener("phasor-error", hear);
  }

  /** The reader goes back to what the text describes. */
  reset() {
    this.show(this.home);
    this.#changed(this);
  }

  /**
   * Takes the reader's sentence, or that of the text.
   * @param {string | undefined} sentence
   */
  word(sentence = this.home[SENTENCE]) {
    const { [SENTENCE]: _, ...others } = this.state;
    this.show(sentence === undefined ? others : { ...others, [SENTENCE]: sentence });
  }

  /**
   * Goes to a state of which the text speaks, in a moment.
   * @param {State} state What differs from `from`.
   * @param {any} figure The figure beside the words.
   * @param {State} from
   */
  async go(state, figure, from = this.home) {
    this.#scene = figure.closest(".scene");
    await figure.start();
    figure.glideTo({ ...from, ...state });
  }

  /**
   * A scene comes into sight: it shows what its text opens with, not what the text of another scene has set.
   * @param {Element} scene
   */
  enter(scene) {
    if (this.#scene && this.#scene !== scene) {
      this.bring({}, scene.querySelector("phasor-figure"));
    }
  }

  /**
   * A paragraph brings a state of which it speaks.
   * @param {State} state What differs from home.
   * @param {any} figure The figure beside it.
   */
  bring(state, figure) {
    this.#brought = { ...this.home, ...state };
    this.#isComing = true;
    this.go(state, figure);
  }

  /** The state as the address has it, nothing where it is the text's. */
  query() {
    if (this.isAsTold) {
      return "";
    }
    const query = new URLSearchParams(this.state);
    if (query.size === 0) {
      // Nothing to write would mean home, so one of the defaults is written.
      const [key] = Object.keys(this.home);
      query.set(key, String(this.#live?.[key] ?? ""));
    }
    return query.toString();
  }
}
