// A web worker around the kernels. A request `{ id, ask, given }` names a function. The answer is
// `{ id, answer }`, or `{ id, sentence }` if the function fails.

/** A module that is valid only if WebAssembly has SIMD: its function returns a vector. */
const VECTORS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // the header
  ...[1, 5, 1, 96, 0, 1, 123], // one type: nothing in, a vector out
  ...[3, 2, 1, 0], // one function of that type
  ...[10, 22, 1, 20, 0, 253, 12, ...new Array(16).fill(0), 11], // its body: the vector zero
);

/** The page asks for `scalar` to measure kernels without SIMD. */
const wanted = new URL(import.meta.url).searchParams.get("build");
const build = wanted !== "scalar" && WebAssembly.validate(VECTORS) ? "simd" : "scalar";

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
