// Keeps the state of the rung that is being read in the address. Back and Forward restore the states of all rungs.

import { differences } from "./rung.js";

/** @typedef {import("./rung.js").Rung} Rung */
/** @typedef {import("./rung.js").State} State */

/** How long a state must stay the same before it is written into the address, in milliseconds. */
const REST = 400;

export class Address {
  #rungs;
  /** The fragment of the part that is being read: a rung, or a figure in it. */
  #hash = location.hash;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** How the address is written when the timer ends. @type {"pushState" | "replaceState"} */
  #how = "replaceState";

  /** @param {Rung[]} rungs */
  constructor(rungs) {
    this.#rungs = rungs;
    this.#read();
    addEventListener("popstate", ({ state }) => this.#back(state));
    addEventListener("pagehide", () => this.flush());
  }

  /** The rung that is being read. */
  get rung() {
    return this.#rungOf(this.#hash);
  }

  /** @param {string} hash */
  #rungOf(hash) {
    const id = decodeURIComponent(hash.slice(1));
    const element = id && document.getElementById(id)?.closest(".rung");
    return this.#rungs.find((rung) => rung.element === element);
  }

  /** Shows the state of the address on the rung that it names, or on all rungs if it names none. */
  #read() {
    const state = /** @type {State} */ (Object.fromEntries(new URLSearchParams(location.search)));
    if (Object.keys(state).length > 0) {
      const rungs = this.rung ? [this.rung] : this.#rungs;
      rungs.forEach((rung) => rung.show(state));
    }
  }

  /** @param {{ rungs: Record<string, State> } | null} kept */
  #back(kept) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#hash = location.hash;
    if (!kept) {
      this.#read();
      return;
    }
    for (const rung of this.#rungs) {
      const state = kept.rungs[rung.id] ?? rung.home;
      if (differences(state, rung.state).length > 0) {
        rung.show(state);
      }
    }
  }

  /** Notes that the state of a rung has changed. @param {Rung} rung */
  changed(rung) {
    this.#note(rung, "pushState");
  }

  /** Notes that the page has replaced the state of a rung. @param {Rung} rung */
  replaced(rung) {
    this.#note(rung, "replaceState");
  }

  /** @param {Rung} rung @param {"pushState" | "replaceState"} how */
  #note(rung, how) {
    if (rung !== this.rung) {
      this.#hash = `#${rung.id}`;
    }
    this.#write(how);
  }

  /** Notes which rung is being read. @param {string} id */
  reads(id) {
    if (this.rung?.id !== id) {
      this.flush();
      this.#hash = `#${id}`;
      this.#write("replaceState");
    }
  }

  /** Notes that the reader followed a link to a part of the page. @param {string} hash */
  leads(hash) {
    this.flush();
    this.#hash = hash;
    this.#put("pushState");
  }

  /** @param {"pushState" | "replaceState"} how */
  #write(how) {
    if (this.#timer === undefined || this.#how === "replaceState") {
      this.#how = how;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), REST);
  }

  /** Writes a pending change at once. */
  flush() {
    if (this.#timer === undefined) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#put(this.#how);
  }

  /** @param {"pushState" | "replaceState"} how */
  #put(how) {
    const away = this.#rungs.filter(({ isAsTold }) => !isAsTold).map((rung) => [rung.id, rung.state]);
    const query = this.rung?.query();
    const address = `${location.pathname}${query ? `?${query}` : ""}${this.#hash}`;
    history[how]({ rungs: Object.fromEntries(away) }, "", address);
  }
}
