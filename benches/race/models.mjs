// The two models, as `crates/train` has them, and the work of a training step.

/** @typedef {{ task: string, title: string, nLayers: number, nAnswers: number }} Model */

/** @type {Model[]} */
export const MODELS = [
  { task: "three-back", title: "three back, 1 layer", nLayers: 1, nAnswers: 16 },
  { task: "latest-value", title: "latest value, 2 layers", nLayers: 2, nAnswers: 8 },
];

export const [N_TEXTS, LENGTH, DIM, N_HEADS] = [32, 32, 48, 4];

/**
 * The floating-point operations of a step, in billions: 6 for each token and number of a matrix (a multiplication and an
 * addition, in the forward pass and twice in the backward pass), and the same for the two products of attention, of
 * queries with keys and of weights with values. The products of attention count in full, without regard to the mask,
 * because all contenders compute them in full. What is not a matrix product does not count: norms, softmax, RoPE, the
 * optimizer. All rows of the table are divided by this number.
 * @param {Model} model
 */
export function gigaflopOf({ nLayers, nAnswers }) {
  const nTokens = N_TEXTS * LENGTH;
  const inMatrices = nLayers * (3 + 1 + 2 + 2) * DIM * DIM + DIM * nAnswers;
  const inAttention = nLayers * 2 * LENGTH * DIM;
  return (6 * nTokens * (inMatrices + inAttention)) / 1e9;
}
