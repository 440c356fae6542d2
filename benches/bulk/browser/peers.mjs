// The page in which bulk RoPE is measured. The benchmark command calls the functions in `window.bulk` round by round,
// so that all subjects alternate and nothing else runs at the same time.

import { candle } from "./candle.mjs";
import { copies } from "./copies.mjs";
import { onnx } from "./onnx.mjs";
import { adapter, ours } from "./ours.mjs";
import { plain } from "./plain.mjs";
import { tensorflow } from "./tensorflow.mjs";

/** @typedef {import("./subject.mjs").Subject & { trouble?: string }} Tried */
/** @typedef {(import("./subject.mjs").Row & { error?: number, trouble?: string })[]} Outcome */

/** @type {Tried[]} */
let subjects = [];

/**
 * Does some work of a subject. After a failure, the subject is not measured any more.
 * @template T
 * @param {Tried} subject
 * @param {() => Promise<T> | undefined} work
 */
async function attempt(subject, work) {
  if (subject.trouble) {
    return undefined;
  }
  try {
    return await work();
  } catch (error) {
    subject.trouble = error instanceof Error ? error.message : String(error);
    return undefined;
  }
}

/**
 * Opens all subjects that are available.
 * @param {import("./numbers.mjs").Shape} shape
 */
async function open(shape) {
  subjects = [];
  for (const { rows, open } of [...plain(shape), ...copies(shape), ...ours(shape), ...candle(shape), ...onnx(shape), ...tensorflow(shape)]) {
    /** @type {Tried} */
    const subject = { rows, seconds: async () => [] };
    Object.assign(subject, await attempt(subject, open));
    subjects.push(subject);
  }
}

/** Returns the seconds of every row in this round, or null for a row that failed. */
async function round() {
  /** @type {(number | null)[]} */
  const all = [];
  for (const subject of subjects) {
    const seconds = (await attempt(subject, subject.seconds)) ?? [];
    all.push(...subject.rows.map((_, idx) => (Number.isFinite(seconds[idx]) ? seconds[idx] : null)));
  }
  return all;
}

/**
 * Returns the rows, with the largest error of those that rotate vectors.
 * @returns {Promise<Outcome>}
 */
async function outcome() {
  /** @type {Outcome} */
  const all = [];
  for (const subject of subjects) {
    const error = await attempt(subject, async () => subject.error?.());
    const { rows, trouble } = subject;
    all.push(...rows.map((row) => ({ ...row, trouble, error: row.pairing && !trouble ? error : undefined })));
  }
  return all;
}

Object.assign(window, { bulk: { adapter, open, round, outcome } });
