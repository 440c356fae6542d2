// The subjects that are measured in the page.

/** @typedef {import("./numbers.mjs").Pairing} Pairing */
/** @typedef {import("./numbers.mjs").Shape} Shape */

/**
 * A line of the table. Lines are compared with the copies of the same `kind`.
 * @typedef {object} Row
 * @property {"CPU" | "WebGPU"} kind
 * @property {string} name
 * @property {Pairing} [pairing] absent for a copy
 * @property {boolean} [isOurs]
 */

/**
 * A running subject. `seconds` measures one round and returns the seconds of each row; `error` is the error of the
 * last row.
 * @typedef {{ rows: Row[], seconds: () => Promise<number[]>, error?: () => Promise<number> }} Subject
 */

/**
 * A subject that may not be available.
 * @typedef {{ rows: Row[], open: () => Promise<Omit<Subject, "rows">> }} Offer
 */

/** The least time that is measured in one piece, in milliseconds, as in the worker. */
const TIMED_MILLIS = 12;

/**
 * Times `run`, which repeats its work the given number of times and returns when everything is done. `ready` is called
 * before and not timed.
 * @param {{ run: (times: number) => unknown, ready?: () => Promise<unknown>, error?: () => Promise<number> }} work
 * @returns {Omit<Subject, "rows">}
 */
export function timed({ run, ready, error }) {
  let repeats = 1;
  const seconds = async () => {
    await ready?.();
    const start = performance.now();
    await run(repeats);
    const millis = performance.now() - start;
    const each = millis / 1e3 / repeats;
    if (millis < TIMED_MILLIS) {
      repeats = Math.ceil(((repeats * TIMED_MILLIS) / Math.max(millis, 0.01)) * 1.5);
    }
    return [each];
  };
  return { seconds, error };
}

/**
 * Calls `work` the given number of times, one after the other.
 * @param {number} times
 * @param {() => unknown} work
 */
export async function repeat(times, work) {
  for (let time = 0; time < times; time += 1) {
    await work();
  }
}
