// The memory of WebAssembly in a page.

/** Runs in a page before its scripts, which then offers `wasmBytes`: the bytes of all memories of its programs. */
export function memories() {
  const own = /** @type {any} */ (window);
  /** @type {WeakRef<WebAssembly.Memory>[]} */
  const found = [];
  for (const name of /** @type {const} */ (["instantiate", "instantiateStreaming"])) {
    const start = /** @type {any} */ (WebAssembly[name]);
    own.WebAssembly[name] = async (/** @type {any[]} */ ...given) => {
      const started = await start.apply(WebAssembly, given);
      const { exports } = started.instance ?? started;
      found.push(...Object.values(exports).filter((one) => one instanceof WebAssembly.Memory).map((memory) => new WeakRef(memory)));
      return started;
    };
  }
  own.wasmBytes = () => {
    const alive = new Set(found.flatMap((memory) => memory.deref() ?? []));
    return [...alive].reduce((all, { buffer }) => all + buffer.byteLength, 0);
  };
}
