// What is measured in the page, one by one.

/** @typedef {import("./numbers.mjs").Pairing} Pairing */
/** @typedef {import("./numbers.mjs").Shape} Shape */

/**
 * A line of the table. Lines of one `kind` are held against the copies of that kind.
 * @typedef {object} Row
 * @property {"CPU" | "WebGPU"} kind
 * @property {string} name
 * @property {Pairing} [pairing] none for a copy
 * @property {boolean} [isOurs]
 */

/**
 * What runs. `seconds` are those of its rows in one round; `error` is of the last row.
 * @typedef {{ rows: Row[], seconds: () => Promise<number[]>, error?: () => Promise<number> }} Subject
 */

/**
 * A subject that may turn out not to be there.
 * @typedef {{ rows: Row[], open: () => Promise<Omit<Subject, "rows">> }} Offer
 */

/** What is timed together takes this long at least, as in the worker. */
const TIMED_MILLIS = 12;

/**
 * Times `run`, which works as often as it is told and returns when all is done; `ready` is called
 * before, untimed.
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
 * Calls `work` so many times, one after the other.
 * @param {number} times
 * @param {() => unknown} work
 */
export async function repeat(times, work) {
  for (let time = 0; time < times; time += 1) {
    await work();
  }
}
