// Finishes the site around the compiled program. During development, Trunk runs this script after each compilation.

import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LIST, buildCore, list } from "../program/core.mjs";
import { buildKernels, buildRunner, buildTrainer } from "../program/kernels.mjs";
import { buildWholeRoom, wholeProgram, writePageProgram, writeRoom } from "../program/program.mjs";
import { built, bundle, integrity, modelFacts, writeScripts } from "../program/scripts.mjs";
import { ROOT } from "../setup/setup.mjs";
import { step } from "../setup/steps.mjs";
import { cost, gallerySlots } from "./gallery.mjs";
import { hero } from "./hero.mjs";
import { labSlots } from "./lab.mjs";
import { ladderSlots } from "./ladder.mjs";
import { licenceSlots } from "./licences.mjs";
import { writeOffline } from "./offline.mjs";
import { pack } from "./package.mjs";
import { figureStyle, filled, fontStyle, writePages, writeShell } from "./pages.mjs";
import { checks, drawings, motifs, pictures } from "./pictures.mjs";
import { questionSlots } from "./questions.mjs";
import { share } from "./share.mjs";
import { summarySlots } from "./summary.mjs";

const ASSETS = join(ROOT, "assets");

/** The script that runs a language model, and the folder of its worker. */
const LANGUAGE_MODEL = "language-model";

/**
 * Writes the scripts of all pages, and copies the vectors that they load.
 * @param {string} site
 * @param {import("../program/core.mjs").List} known
 * @param {import("../program/program.mjs").Program} program
 * @param {import("../program/program.mjs").Program} room The program of the room of models.
 */
async function scripts(site, known, program, room) {
  const [element, pages] = [join(site, "embed"), join(site, "pages")];
  for (const folder of ["race", LANGUAGE_MODEL]) {
    mkdirSync(join(element, folder), { recursive: true });
  }
  await bundle(join(ASSETS, "embed", "phasor.js"), join(element, "phasor.js"), built(known, program));
  // Vite bundles a worker into one script, and refuses a worker that loads a part later.
  await bundle(join(ASSETS, "embed", "background-worker.js"), join(element, "background-worker.js"), built(known, program, { isStatic: true }));
  await writeScripts(join(ASSETS, "embed"), element, "frame.js", "phasor-frames.js", "background.js");
  await bundle(join(ASSETS, "embed", "race.js"), join(element, "race.js"), "");
  await bundle(join(ASSETS, "embed", `${LANGUAGE_MODEL}.js`), join(element, `${LANGUAGE_MODEL}.js`), modelFacts());
  const imported = ["phasor.js", "background.js", "race.js", `${LANGUAGE_MODEL}.js`, program.glue];
  // A file cannot contain its own hash.
  await bundle(join(ASSETS, "embed", "share.js"), join(element, "share.js"), integrity(element, ...imported));
  await writeScripts(join(ASSETS, "embed", "race"), join(element, "race"), "runner.js");
  await writeScripts(join(ASSETS, "embed", LANGUAGE_MODEL), join(element, LANGUAGE_MODEL), "worker.js");
  copyFileSync(join(ASSETS, "race", "alice.txt"), join(element, "race", "alice.txt"));
  for (const [name, from] of [["ladder", "ladder/index"], ["lab", "lab"], ["gallery", "gallery"]]) {
    const facts = [built(known, program, { from: "../embed/" }), integrity(element, ...imported, "share.js", "phasor-frames.js")];
    await bundle(join(ASSETS, "pages", `${from}.js`), join(pages, `${name}.js`), facts.join("\n"));
  }
  const ofRoom = built({ figures: [], topics: [], lab: [], vectors: [], parameters: [], questions: [], models: [] }, room, { from: "../models/" });
  await bundle(join(ASSETS, "pages", "models", "index.js"), join(pages, "models.js"), ofRoom);
  await bundle(join(ASSETS, "pages", "models", "weigh.js"), join(pages, "models-weigh.js"), ofRoom);
  await bundle(join(ASSETS, "pages", "licences.js"), join(pages, "licences.js"), "");
  await writeScripts(join(ASSETS, "pages"), pages, "offline.js");
  await bundle(join(ASSETS, "pages", "first.js"), join(pages, "first.js"), "");
  const frame = readFileSync(join(ASSETS, "pages", "embed.html"), "utf8");
  writeFileSync(join(site, "embed.html"), filled(frame, "fonts", `<style>${await fontStyle()}</style>`));
  known.vectors.forEach((path) => cpSync(join(ASSETS, path), join(element, path)));
}

/**
 * The functions that draw figures for pages.
 * @typedef {{ draw: import("./pictures.mjs").Draw, drawing: import("./pictures.mjs").Drawing, drawMotif: import("./pictures.mjs").DrawMotif, check: import("./pictures.mjs").Check }} Pens
 */

/** The HTML that replaces the comments of a page. @typedef {Record<string, string>} Slots */

/**
 * Returns the HTML that pages get from the command line, by page and slot.
 * @param {import("../program/core.mjs").List} known
 * @param {Pens} pens
 */
const drawn = (known, { draw, drawing, drawMotif, check }) => ({
  ladder: { hero: hero(drawing), ...ladderSlots(known, draw, check) },
  lab: labSlots(known),
  models: questionSlots(known.questions),
  gallery: gallerySlots(known, drawMotif),
  summary: summarySlots(drawMotif),
});

/**
 * Returns the same with what depends on the address and on the program.
 * @param {ReturnType<typeof drawn>} slots
 * @param {string} preview What other sites show for a link to the ladder.
 * @param {string} cost The sentences about the bytes that figures add to a post.
 * @returns {Record<string, Slots>}
 */
const completed = ({ ladder, gallery, ...others }, preview, cost) => ({ ...others, ladder: { ...ladder, preview }, gallery: { ...gallery, cost } });

/**
 * Writes the site during development: with the program as it was compiled, and without the package and the pictures
 * for other people's pages.
 * @param {string} site
 * @param {string} shell
 */
async function develop(site, shell) {
  const element = join(site, "embed");
  const program = wholeProgram(element, await figureStyle());
  const known = JSON.parse(readFileSync(LIST, "utf8"));
  const room = await buildWholeRoom(join(site, "models"));
  await buildTrainer(join(element, "race"));
  await buildRunner(join(element, LANGUAGE_MODEL));
  await scripts(site, known, program, room);
  const pens = { draw: () => "", drawing: () => "", drawMotif: () => "", check: () => undefined };
  await writePages(site, shell, { embed: program, models: room }, completed(drawn(known, pens), "", ""));
}

/**
 * Writes the finished site.
 * @param {string} site
 * @param {Promise<void>} compiled Ends when the programs of the page and of the room of models are compiled.
 */
export async function finish(site, compiled) {
  mkdirSync(join(site, "pages"), { recursive: true });
  const element = join(site, "embed");
  const style = await figureStyle();
  const split = compiled.then(() => step({ title: "Joining the program's chunks", seconds: 30 }, () => writePageProgram(element, style)));
  const room = split.then(() => step({ title: "Joining the chunks of the room", seconds: 5 }, () => writeRoom(join(site, "models"))));
  // Cargo allows one build at a time for each profile. The end of the page's build, which joins all crates, uses one core.
  const kernels = step({ title: "Compiling the kernels of bulk RoPE", seconds: 50 }, () => buildKernels(join(site, "bulk")));
  const trainer = kernels.then(() => step({ title: "Compiling the trainer of races and the program that runs a language model", seconds: 60 }, () => buildTrainer(join(element, "race"))));
  const runner = trainer.then(() => step({ title: "Writing the program that runs a language model", seconds: 5 }, () => buildRunner(join(element, LANGUAGE_MODEL))));
  const core = runner.then(() => step({ title: "Compiling the command line, which draws pictures", seconds: 40 }, buildCore));
  const slots = core.then((core) => step({ title: "Drawing pictures", seconds: 15 }, async () => drawn(list(core), pens(site, core))));
  const parts = await Promise.all([core, slots, split, room]);
  await step({ title: "Writing pages", seconds: 5 }, async () => write(site, ...parts));
}

/**
 * @param {string} site
 * @param {string} core
 * @returns {Pens}
 */
function pens(site, core) {
  const folder = join(site, "pictures");
  return { draw: pictures(core, folder), drawing: drawings(core), drawMotif: motifs(core, join(folder, "cards")), check: checks(core) };
}

/**
 * Writes everything except programs and pictures.
 * @param {string} site
 * @param {string} core
 * @param {ReturnType<typeof drawn>} slots
 * @param {import("../program/program.mjs").Program} program
 * @param {import("../program/program.mjs").Program} room
 */
async function write(site, core, slots, program, room) {
  const element = join(site, "embed");
  const known = list(core);
  const shell = writeShell(site);
  await scripts(site, known, program, room);
  const preview = share(site, core, known.figures);
  const all = { ...completed(slots, preview, cost(element, known.figures, program)), licences: licenceSlots() };
  await writePages(site, shell, { embed: program, models: room }, all);
  await pack(element, known, program);
  await writeOffline(site);
}

const trunk = process.env.TRUNK_STAGING_DIR;
if (trunk) {
  mkdirSync(join(trunk, "pages"), { recursive: true });
  await develop(trunk, readFileSync(join(trunk, "index.html"), "utf8"));
}
