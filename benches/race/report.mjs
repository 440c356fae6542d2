// Prints the measurements as tables, and the two ratios that have targets.

import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { gigaflopOf } from "./models.mjs";

/** @typedef {import("./models.mjs").Model} Model */

/**
 * One contender with one model: the median of a step's milliseconds in each round, and the mean of its last ten losses.
 * @typedef {{ task: string, name: string, version: string, millis: number[], loss: number, trouble?: string }} Line
 */

const OURS = "ours, WebAssembly";

/** The ratios that have targets: how many times as fast our WebAssembly is as another contender. */
const TARGETS = [
  { than: "candle, WebAssembly", least: 2 },
  { than: "ours, natively", least: 0.5 },
];

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const times = (/** @type {number} */ ratio) => `${ratio.toFixed(2)} x`;

/**
 * Returns how many times as fast `ours` is as `peer`: by the best rounds, and by the rounds one by one.
 * @param {Line} ours
 * @param {Line} peer
 */
function ratioOf(ours, peer) {
  const best = Math.min(...peer.millis) / Math.min(...ours.millis);
  const each = ours.millis.map((value, round) => peer.millis[round] / value);
  return { best, text: `${times(median(each))} (${times(Math.min(...each))} to ${times(Math.max(...each))})` };
}

/**
 * @param {Line[]} lines
 * @param {string} task
 * @param {string} wanted
 */
const find = (lines, task, wanted) => lines.find(({ task: of, name, trouble }) => of === task && name === wanted && !trouble);

/**
 * @param {Line} line
 * @param {Line | undefined} ours
 * @param {number} gigaflop
 */
function cells(line, ours, gigaflop) {
  const { name, version, millis, loss } = line;
  if (line.trouble) {
    return [name, version, "absent", "", "", "", "", ""];
  }
  const best = Math.min(...millis);
  const ratio = ours && ours !== line ? ratioOf(ours, line) : undefined;
  const against = ratio ? [times(ratio.best), ratio.text] : ["", ""];
  return [name, version, best.toFixed(2), Math.max(...millis).toFixed(2), ((1e3 * gigaflop) / best).toFixed(1), ...against, loss.toFixed(3)];
}

/**
 * Returns the table of a model.
 * @param {Line[]} lines
 * @param {Model} model
 */
export function table(lines, model) {
  const head = ["trainer", "version", "ms per step", "slowest", "GFLOP/s", "relative speed of our WebAssembly", "within rounds", "loss"];
  const gigaflop = gigaflopOf(model);
  const ours = find(lines, model.task, OURS);
  const rows = lines.filter(({ task }) => task === model.task).map((line) => cells(line, ours, gigaflop));
  const body = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${model.title}, ${gigaflop.toFixed(3)} GFLOP per step\n\n${body.join("\n")}\n`;
}

/**
 * Returns a line for each target, with the worst of the models.
 * @param {Line[]} lines
 * @param {Model[]} models
 */
export function verdicts(lines, models) {
  return TARGETS.map(({ than, least }) => {
    const ratios = models.flatMap(({ task }) => {
      const [ours, peer] = [find(lines, task, OURS), find(lines, task, than)];
      return ours && peer ? [ratioOf(ours, peer).best] : [];
    });
    if (ratios.length < models.length) {
      return `Our WebAssembly against ${than}: not measured (target: at least ${least} x).`;
    }
    const isMet = Math.min(...ratios) >= least;
    return `Our WebAssembly against ${than}: ${ratios.map(times).join(", ")} as fast (target: at least ${least} x, ${isMet ? "met" : "MISSED"}).`;
  });
}

/**
 * Returns the reasons why lines are absent, each once.
 * @param {Line[]} lines
 */
export function troubles(lines) {
  const reasons = new Map(lines.flatMap(({ name, trouble }) => (trouble ? [[name, trouble]] : [])));
  return [...reasons].map(([name, why]) => `Absent: ${name}. ${why}`);
}

/**
 * @param {string} name
 * @param {string} file
 */
export function sizeOf(name, file) {
  const code = readFileSync(file);
  const brotli = brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
  return `${name}: ${code.length} bytes, ${brotli.length} after brotli`;
}
