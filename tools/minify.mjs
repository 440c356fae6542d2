// Shortens the JavaScript that wasm-bindgen writes. Trunk calls this when a build is complete;
// its own minifier does not know `export { x as default }`.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minify } from "terser";

const folder = process.env.TRUNK_STAGING_DIR;
if (folder && process.env.TRUNK_PROFILE === "release") {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    const path = join(folder, name);
    const options = { module: true, compress: { passes: 2 } };
    const { code } = await minify(readFileSync(path, "utf8"), options);
    writeFileSync(path, code ?? "");
  }
}
