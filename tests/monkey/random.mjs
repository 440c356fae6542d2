// Random choices that a seed repeats.

/**
 * Returns a 32-bit hash of a text (FNV-1a with a final mix).
 * @param {string} text
 */
export function hash(text) {
  let state = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    state = Math.imul(state ^ text.charCodeAt(place), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  return (state ^ (state >>> 13)) >>> 0;
}

/** The generator mulberry32. */
export class Random {
  #state;

  /** @param {string} seed */
  constructor(seed) {
    this.#state = hash(seed);
  }

  /** Returns a number from 0 up to, but not including, 1. */
  part() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from `from` up to `to`. @param {number} from @param {number} to */
  whole(from, to) {
    return from + Math.floor(this.part() * (to - from + 1));
  }

  /**
   * Returns one of the items.
   * @template T
   * @param {readonly T[]} items
   */
  of(items) {
    return items[this.whole(0, items.length - 1)];
  }

  /** @param {number} part The share of calls that return `true`. */
  isIn(part) {
    return this.part() < part;
  }

  /**
   * Returns one of the items; an item with twice the weight comes twice as often.
   * @template {{ weight: number }} T
   * @param {readonly T[]} items
   */
  weighted(items) {
    let rest = this.part() * items.reduce((all, { weight }) => all + weight, 0);
    return items.find(({ weight }) => (rest -= weight) < 0) ?? items[items.length - 1];
  }
}
