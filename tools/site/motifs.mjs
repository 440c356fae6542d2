// What the gallery shows of each figure: a part of its picture, four by three, without texts.

/** The width of the whole drawing, in CSS pixels. */
export const DRAWN = 420;

/**
 * The state that is drawn, and the left and upper edge and the width of the part, in CSS pixels of the drawing.
 * @typedef {{ state: [string, string][], x: number, y: number, width: number }} Motif
 */

/** How wide a part is for its height. */
export const ASPECT = 4 / 3;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {string} [query] The state.
 * @returns {Motif}
 */
const motif = (x, y, width, query = "") => ({ x, y, width, state: [...new URLSearchParams(query)] });

/** @type {Record<string, Motif>} */
const MOTIFS = {
  "sine-waves": motif(56, 26, 253, "base=100&dim=16"),
  "binary-bits": motif(52, 114, 308),
  "rotation-angles": motif(6, 246, 208),
  "distance-heatmap": motif(79, 26, 248),
  clockwork: motif(0, 34, 277, "base=8&dim=18&position=38"),
  "order-blind": motif(96, 20, 228),
  "integer-code": motif(30, 140, 230, "position=0.1"),
  "normalised-code": motif(10, 18, 400),
  "binary-code": motif(60, 30, 341),
  "binary-path": motif(0, 0, 420),
  "sinusoidal-path": motif(20, 26, 380),
  "sines-only": motif(40, 24, 340, "sines-view=dial"),
  "shift-rotation": motif(0, 112, 221),
  "position-map": motif(0, 40, 420, "base=10"),
  "biased-attention": motif(90, 22, 320, "relative=alibi&head=8&token=3"),
  "relative-bias": motif(84, 48, 200),
  "blue-dog": motif(8, 76, 220),
  "rope-forms": motif(2, 44, 212),
  "rotary-lanes": motif(4, 40, 240),
  "one-frequency": motif(64, 20, 226),
  "distance-scatter": motif(66, 30, 306),
  "learned-table": motif(40, 26, 170),
  "telling-apart": motif(8, 30, 380),
  "score-decay": motif(44, 182, 269),
  patches: motif(0, 64, 236, "query-row=5&query-column=3&key-row=5&key-column=4"),
  "head-axes": motif(138, 60, 184, "picture-model=flux-2"),
  "larger-pictures": motif(1, 258, 150, "picture-rule=dype&diffusion-time=0.45"),
  "token-positions": motif(90, 60, 250, "layout=I+like+apples+|+The+capital+of+France+is&document-mask=open"),
  "past-training": motif(44, 106, 362),
  "training-race": motif(46, 30, 192),
  "real-model": motif(0, 92, 184, "model-test=text&change=order"),
  "scaled-angles": motif(0, 152, 288),
  "short-formats": motif(46, 178, 205),
  scoreboard: motif(92, 93, 326),
};

/**
 * Returns the pictures of a figure's motif as HTML, one for each theme.
 * @param {import("./pictures.mjs").DrawMotif} draw
 * @param {string} name
 * @param {number} width In CSS pixels.
 * @param {string} [more] Attributes of the images.
 */
export const posters = (draw, name, width, more = "") => ["light", "dark"].map((theme) => {
  const address = draw(name, theme);
  return address && `<img class="${theme}" src="${address}" alt="" width="${width}" height="${width / ASPECT}"${more}>`;
}).join("");

/** The motif of a figure, which is the upper part of its picture if nobody has chosen another. @param {string} name */
export const motifOf = (name) => MOTIFS[name] ?? motif(0, 0, DRAWN);
