// Finishes the site: Trunk calls this when it has compiled the page's program.

import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildCore, list } from "./core.mjs";
import { gallerySlots } from "./gallery.mjs";
import { buildKernels } from "./kernels.mjs";
import { ladderSlots } from "./ladder.mjs";
import { pack } from "./package.mjs";
import { figureStyle, writePage } from "./pages.mjs";
import { splitProgram, wholeProgram } from "./program.mjs";
import { built, bundle, writeScripts } from "./scripts.mjs";
import { ROOT } from "./setup.mjs";
import { share } from "./share.mjs";

const ASSETS = join(ROOT, "assets");

/**
 * The scripts of all pages.
 * @param {string} site
 * @param {import("./core.mjs").List} known
 * @param {import("./program.mjs").Program} program
 */
export async function scripts(site, known, program) {
  const [element, pages] = [join(site, "embed"), join(site, "pages")];
  await bundle(join(ASSETS, "embed", "phasor.js"), join(element, "phasor.js"), built(known, program));
  // Vite packs a worker into one script and refuses one that loads a part later.
  await bundle(join(ASSETS, "embed", "labour.js"), join(element, "labour.js"), built(known, program, { isStatic: true }));
  await writeScripts(join(ASSETS, "embed"), element, "frame.js", "phasor-frames.js", "employ.js");
  for (const name of ["ladder", "lab", "gallery"]) {
    await bundle(join(ASSETS, "pages", `${name}.js`), join(pages, `${name}.js`), built(known, program, { from: "../embed/" }));
  }
  await writeScripts(join(ASSETS, "pages"), pages, "redirect.js", "scheme.js");
  copyFileSync(join(ASSETS, "pages", "embed.html"), join(site, "embed.html"));
}

/** @param {string} site */
async function finish(site, isRelease = true) {
  const shell = readFileSync(join(site, "index.html"), "utf8");
  mkdirSync(join(site, "pages"), { recursive: true });
  const style = await figureStyle();
  const element = join(site, "embed");
  const program = isRelease ? await splitProgram(element, style) : wholeProgram(element, style);
  await buildKernels(join(site, "bulk"));
  const core = buildCore();
  const known = list(core);
  await scripts(site, known, program);
  await writePage(site, "lab", shell);
  await writePage(site, "ladder", shell, ladderSlots(site, core));
  await writePage(site, "gallery", shell, gallerySlots(site, core, known.figures, program));
  await pack(element, known, program);
  share(site, core, known.figures);
}

const site = process.env.TRUNK_STAGING_DIR;
if (site) {
  await finish(site, process.env.TRUNK_PROFILE === "release");
}
