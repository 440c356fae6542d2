// A web worker around the kernels. It is asked by name, `{ id, ask, given }`, and answers
// `{ id, answer }` or `{ id, sentence }` when something cannot be done.

/** A function that returns a vector: valid only where WebAssembly has vectors. */
const VECTORS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // the header
  ...[1, 5, 1, 96, 0, 1, 123], // one type: nothing in, a vector out
  ...[3, 2, 1, 0], // one function of that type
  ...[10, 22, 1, 20, 0, 253, 12, ...new Array(16).fill(0), 11], // its body: the vector zero
);

/** `scalar` is asked for where kernels without vectors are to be measured. */
const asked = new URL(import.meta.url).searchParams.get("build");
const build = asked !== "scalar" && WebAssembly.validate(VECTORS) ? "simd" : "scalar";

const kernels = import(`./${build}.js`).then(async (module) => {
  await module.default();
  return { ...module, build: () => build };
});

self.addEventListener("message", async ({ data: { id, ask, given } }) => {
  try {
    const answer = await (await kernels)[ask](given);
    self.postMessage({ id, answer });
  } catch (error) {
    self.postMessage({ id, sentence: error instanceof Error ? error.message : String(error) });
  }
});
