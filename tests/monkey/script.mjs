// The part of the monkey that runs inside the page, as one script: a page that is about to load takes no modules.

import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL("inside/inside.mjs", import.meta.url))],
  bundle: true,
  format: "iife",
  write: false,
});

/** The text of the script. */
export const inside = outputFiles[0].text;
