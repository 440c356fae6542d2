// The page in which bulk RoPE is measured. The benchmark command calls what it leaves in
// `window.bulk`: round by round, so that all take turns and nothing else runs meanwhile.

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
 * Does some work of a subject, which is out of the running once it fails.
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
 * Makes everything ready that can be had.
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

/** Seconds of every row in this round; nothing where there are none. */
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
 * The rows, and how far those that turn vectors are from exact.
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
