// The state of the rung that is read, in the address; Back and Forward bring all rungs to where they were.

import { differences } from "./rung.js";

/** @typedef {import("./rung.js").Rung} Rung */
/** @typedef {import("./rung.js").State} State */

/** How long nothing must change before the address follows, in milliseconds. */
const REST = 400;

export class Address {
  #rungs;
  /** The part of the page that is read: of a rung, or a figure in it. */
  #hash = location.hash;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** What is to be written when the timer has run. @type {"pushState" | "replaceState"} */
  #how = "replaceState";

  /** @param {Rung[]} rungs */
  constructor(rungs) {
    this.#rungs = rungs;
    this.#read();
    addEventListener("popstate", ({ state }) => this.#back(state));
    addEventListener("pagehide", () => this.flush());
  }

  /** The rung that is read. */
  get rung() {
    return this.#rungOf(this.#hash);
  }

  /** @param {string} hash */
  #rungOf(hash) {
    const id = decodeURIComponent(hash.slice(1));
    const element = id && document.getElementById(id)?.closest(".rung");
    return this.#rungs.find((rung) => rung.element === element);
  }

  /** Shows what the address says: on its rung, or where it names none on all. */
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

  /** A rung has another state. @param {Rung} rung */
  changed(rung) {
    if (rung !== this.rung) {
      this.#hash = `#${rung.id}`;
    }
    this.#write("pushState");
  }

  /** Another rung is read. @param {string} id */
  reads(id) {
    if (this.rung?.id !== id) {
      this.flush();
      this.#hash = `#${id}`;
      this.#write("replaceState");
    }
  }

  /** The reader follows a link to a part of the page. @param {string} hash */
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

  /** Writes at once what is not yet written. */
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
