// The worker that reads weights. Only the headers and the rows of queries and keys are read, in slices, so memory stays
// small however large the files are.

import { load } from "../../embed/program.js";

/** The most bytes that are held at once. */
const SLICE = 1 << 20;

/** The time between two messages about progress, in milliseconds. */
const BEAT = 100;

/**
 * Reads a part of a file piece by piece into the same memory. With a new buffer for each piece, gigabytes would wait for
 * the garbage collector.
 * @param {Blob} part
 * @param {(piece: Uint8Array) => void} take
 */
async function pieces(part, take) {
  const stream = part.stream();
  let reader;
  try {
    reader = stream.getReader({ mode: "byob" });
  } catch {
    // Older browsers give each piece its own buffer.
    for await (const piece of stream) {
      take(piece);
    }
    return;
  }
  let buffer = new ArrayBuffer(SLICE);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done || !value) {
      return;
    }
    take(value);
    ({ buffer } = value);
  }
}

/** @param {Blob} part */
const bytes = async (part) => new Uint8Array(await part.arrayBuffer());

/**
 * @param {{ files: File[], config: string, layer: string }} task
 */
async function weigh({ files, config, layer }) {
  const { Weights } = await load("weights");
  const weights = new Weights(config, layer);
  for (const file of files) {
    const length = Weights.header_bytes(await bytes(file.slice(0, 8)), file.size);
    weights.add_file(await bytes(file.slice(0, length)), file.size);
  }
  /** @type {[number, number, number][]} */
  const reads = JSON.parse(weights.plan());
  const all = reads.reduce((sum, [, start, end]) => sum + end - start, 0);
  let [done, reported] = [0, 0];
  for (const [place, [file, start, end]] of reads.entries()) {
    await pieces(files[file].slice(start, end), (piece) => {
      weights.take(place, piece);
      done += piece.length;
      if (performance.now() - reported > BEAT) {
        reported = performance.now();
        postMessage({ done, all });
      }
    });
  }
  return weights;
}

/** The weights that were read. @type {any} */
let weights;

// The first message has the files; later ones ask for another view of what was read.
addEventListener("message", async ({ data: { task, width, theme, place } }) => {
  try {
    weights = task ? await weigh(task) : weights;
    postMessage({ html: weights.show(width, theme, place), layers: task ? [...weights.layers()] : undefined });
  } catch (error) {
    postMessage({ error: /** @type {Error} */ (error).message });
  }
});
