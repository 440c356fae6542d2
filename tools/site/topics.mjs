// How readers find a figure in the gallery: its topics, and everyday words for what it looks like. Also the state and
// the appearance of its card, where these differ from the defaults.

import { fail } from "../setup/setup.mjs";

/** The topics by their names in addresses, in the order of the page. */
export const TOPICS = {
  attention: "Attention",
  absolute: "Absolute encodings",
  sinusoids: "Sinusoids",
  relative: "Relative bias",
  rope: "RoPE",
  length: "Length & scaling",
  precision: "Precision",
};

/**
 * An entry of the gallery. The width in `looks` is that of the drawing before it is scaled to the card, so a narrow
 * drawing shows a smaller part of the figure at a larger size.
 * @typedef {{ topics: (keyof typeof TOPICS)[], words: string, state?: [string, string][], looks?: import("./pictures.mjs").Looks }} Entry
 */

/** @type {Record<string, Entry>} */
const ENTRIES = {
  "sine-waves": { topics: ["sinusoids"], words: "waves curves lines frequency wavelength" },
  "binary-bits": { topics: ["absolute", "sinusoids"], words: "counter digits square waves clock" },
  "rotation-angles": { topics: ["rope"], words: "dials clock hands arrows circles frequency" },
  "distance-heatmap": { topics: ["sinusoids"], words: "heatmap matrix map similarity Toeplitz diagonals" },
  "order-blind": { topics: ["attention"], words: "shuffle permutation bag of words threads stripes barcode head" },
  "integer-code": { topics: ["absolute"], words: "count number index add squares loud" },
  "normalised-code": { topics: ["absolute", "length"], words: "fraction relative position add squares" },
  "binary-code": { topics: ["absolute"], words: "digits bits add blocks squares" },
  "binary-path": { topics: ["absolute"], words: "cube corners jump 3D", looks: { width: "360" } },
  "sinusoidal-path": { topics: ["sinusoids"], words: "cube spiral helix spring coil thread 3D", looks: { width: "360" } },
  "sines-only": { topics: ["sinusoids"], words: "phase why both barcode dial" },
  "shift-rotation": { topics: ["sinusoids", "rope"], words: "derivation proof matrix equations dial linear shift" },
  "position-map": { topics: ["sinusoids"], words: "map projection thread horseshoe UMAP PCA t-SNE" },
  "relative-bias": { topics: ["relative"], words: "ALiBi T5 Shaw buckets slope matrix squares" },
  "blue-dog": { topics: ["rope"], words: "arrows vectors hands dials angle" },
  "rope-forms": { topics: ["rope"], words: "matrix code formula interleaved half-split rotate_half cells dials" },
  "one-frequency": { topics: ["rope"], words: "bars histogram stripes waves collision" },
  "distance-scatter": { topics: ["sinusoids"], words: "dots points scatter plot" },
  "learned-table": { topics: ["absolute"], words: "heatmap noise trained embedding BERT GPT-2 stripes" },
  "telling-apart": { topics: ["absolute"], words: "subspace projection bars word position sum" },
  "score-decay": { topics: ["rope", "length"], words: "decay curve bound long-term" },
  patches: { topics: ["rope"], words: "image vision pixels grid squares 2D M-RoPE axial video" },
  "past-training": { topics: ["length"], words: "perplexity extrapolation context window chart lines" },
  "training-race": { topics: ["length", "rope", "relative"], words: "train live learn loss accuracy perplexity extrapolation NoPE T5 ALiBi worker attention map" },
  "scaled-angles": { topics: ["length", "rope"], words: "YaRN NTK linear interpolation LongRoPE Llama wavelength dials rings" },
  "short-formats": { topics: ["precision"], words: "bfloat16 bf16 float16 fp8 rounding collision float staircase" },
  scoreboard: { topics: ["absolute", "relative", "rope", "length"], words: "table comparison overview ticks crosses checklist" },
};

/**
 * Returns what the gallery adds to the figure's own texts.
 * @param {string} name
 * @returns {Entry}
 */
export function entry(name) {
  return ENTRIES[name] ?? fail(`The figure ${name} has no topic in the gallery; add a row for it to tools/site/topics.mjs.`);
}

/**
 * Fails if a row belongs to a figure that no longer exists.
 * @param {string[]} names The names of all figures.
 */
export function checkEntries(names) {
  const stale = Object.keys(ENTRIES).filter((name) => !names.includes(name));
  if (stale.length > 0) {
    fail(`tools/site/topics.mjs has rows for figures that do not exist: ${stale.join(", ")}; remove them.`);
  }
}
