// Counts the bytes of everything that pages load, and compares them with their budgets.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "../program/stamp.mjs";
import { buildCore, list } from "../program/core.mjs";
import { fail } from "../setup/setup.mjs";
import { compressed } from "../site/bytes.mjs";

const KIB = 1024;

/** For the script that a page with figures loads at once. */
const LOADER_BUDGET = 5 * KIB;

/** For everything that each figure needs: the main part of the program, its JavaScript and its style. */
const MAIN_BUDGET = 152 * KIB;

/** For each chunk: a figure or another part of the page. */
const CHUNK_BUDGET = 44 * KIB;

/** For everything that the first figure in somebody else's page loads: at most, and on average over all figures. */
const FIRST_BUDGET = 200 * KIB;
const MEAN_BUDGET = 172 * KIB;

/** For everything that one of our pages loads until its first figure is live, without the vectors of some figures. */
const PAGE_BUDGET = 272 * KIB;
/** For everything that the Lab loads until its four figures are live. */
const LAB_BUDGET = 268 * KIB;

/** For everything that the room of models loads until its first report, and for each of its chunks. */
const ROOM_BUDGET = 204 * KIB;
const ROOM_CHUNK_BUDGET = 80 * KIB;

/** For the room's numbers to test with and their judge, which load when a reader asks for them. */
const KIT_BUDGET = 92 * KIB;

/** For the figure of bulk RoPE with its kernels. */
const BULK_BUDGET = 110 * KIB;

/** For everything that a reader loads who starts a race, without the text of one task. */
const RACE_BUDGET = 62 * KIB;

/** For everything that a reader loads who runs a language model, without the model. */
const MODEL_BUDGET = 308 * KIB;

/** For the script that sets the heights of frames. */
const FRAMES_BUDGET = KIB;

/** @typedef {{ name: string, raw: number, brotli: number }} Part */

const [EMBED, ROOM] = ["embed/", "models/"];

/** The chunks of the room: position ids, other views, other formats, files, weights. */
const ROOM_CHUNKS = ["ids", "views", "import", "keep", "weights"];

/**
 * Returns the file of the program or of one of its chunks, whose name ends in the number of the build.
 * @param {string} name
 * @param {string} ending
 */
function built(name, ending = "wasm", folder = EMBED) {
  const form = new RegExp(`^${name}-[0-9a-f]{8}\\.${ending}$`);
  const file = readdirSync(join(DIST, folder)).find((file) => form.test(file));
  return folder + (file ?? fail(`The page has no file for ${name}; build it again with npm run build.`));
}

/** Returns the files that every figure needs. */
const main = () => [built("page", "js"), built("page")];

/** Returns the files that all our pages share. */
const shell = () => ["pages/first.js", ...readdirSync(join(DIST, "fonts")).sort().map((name) => `fonts/${name}`)];

/**
 * Returns exactly the files that a visit to the Lab loads.
 * @param {string[]} figures
 */
export function labFiles(figures) {
  return ["lab.html", "pages/lab.css", "pages/lab.js", ...shell(), ...main(), built("lab"), ...figures.map((name) => built(name))];
}

/**
 * Returns the files that the ladder loads until its first figure is live.
 * @param {string} first
 */
function ladderFiles(first) {
  return ["index.html", "pages/ladder.css", "pages/ladder.js", `${EMBED}phasor.js`, ...shell(), ...main(), built("ladder"), built(first)];
}

/** Returns the files that the room of models loads until its first report. */
function roomFiles() {
  const program = [built("models", "js", ROOM), built("models", "wasm", ROOM)];
  return ["models.html", "pages/models.css", "pages/models.js", ...shell(), ...program];
}

/** The number of cards that a large window shows before it is scrolled. */
const CARDS_IN_VIEW = 15;

/**
 * Returns the files that the gallery loads until its first window is painted, when its figures are still pictures.
 * @param {string[]} figures
 */
function galleryFiles(figures) {
  const cards = figures.slice(0, CARDS_IN_VIEW).map((name) => `pictures/cards/${name}-light.svg`);
  return ["gallery.html", "pages/gallery.css", "pages/gallery.js", `${EMBED}phasor.js`, ...shell(), ...cards];
}

/**
 * Returns the sizes of the files `names`.
 * @param {string[]} names
 * @returns {Part[]}
 */
export function parts(names) {
  return names.map((name) => {
    const bytes = readFileSync(join(DIST, name));
    return { name, raw: bytes.length, brotli: compressed(bytes) };
  });
}

/**
 * @param {Part[]} list
 * @returns {Part}
 */
export function total(list) {
  const sum = (/** @type {"raw" | "brotli"} */ key) => list.reduce((all, part) => all + part[key], 0);
  return { name: "all", raw: sum("raw"), brotli: sum("brotli") };
}

/** @param {Part[]} list */
export function table(list) {
  const line = (/** @type {string} */ name, /** @type {unknown} */ raw, /** @type {unknown} */ brotli) =>
    `${name.padEnd(40)}${String(raw).padStart(10)}${String(brotli).padStart(10)}`;
  const rows = [...list, total(list)].map(({ name, raw, brotli }) => line(name, raw, brotli));
  return [line("file", "bytes", "brotli"), ...rows].join("\n");
}

/** A number of bytes with its budget. @typedef {{ name: string, bytes: number, budget: number }} Visit */

/** @param {Visit} visit */
function line({ name, bytes, budget }) {
  return `${name.padEnd(52)}${String(bytes).padStart(8)} of ${String(budget).padStart(7)}${((100 * bytes) / budget).toFixed(1).padStart(7)} %`;
}

/** Prints all sizes, and returns the names of those above their budgets. */
export async function check() {
  const { figures, lab } = list(await buildCore());
  const weight = (/** @type {string[]} */ ...names) => total(parts(names)).brotli;
  const loader = weight(`${EMBED}phasor.js`);
  const every = weight(...main());
  const chunks = new Map([...new Set(figures.map(({ chunk }) => chunk)), "files", "lab", "ladder", "live-model", "panel"].sort().map((chunk) => [chunk, weight(built(chunk))]));
  const firsts = figures.map(({ chunk }) => loader + every + (chunks.get(chunk) ?? 0));
  const trainer = ["race.js", "race/runner.js", "race/trainer.js", "race/trainer_bg.wasm"].map((name) => `${EMBED}${name}`);
  const runner = ["language-model.js", "language-model/worker.js", "language-model/runner.js", "language-model/runner_bg.wasm"].map((name) => `${EMBED}${name}`);
  const kernels = ["worker.js", "simd.js", "simd_bg.wasm"].map((name) => `bulk/${name}`);
  console.log(`${table(parts(main()))}\n`);
  const visits = [
    ...[...chunks].map(([chunk, bytes]) => ({ name: `chunk ${chunk}`, bytes, budget: CHUNK_BUDGET })),
    { name: "a page elsewhere before any figure is near", bytes: loader, budget: LOADER_BUDGET },
    { name: "the part that every figure needs", bytes: every, budget: MAIN_BUDGET },
    { name: "the first figure elsewhere, at most", bytes: Math.max(...firsts), budget: FIRST_BUDGET },
    { name: "the first figure elsewhere, on average", bytes: Math.round(firsts.reduce((all, one) => all + one) / firsts.length), budget: MEAN_BUDGET },
    { name: "the Lab", bytes: weight(...labFiles(lab)), budget: LAB_BUDGET },
    { name: "the ladder until its first figure is live", bytes: weight(...ladderFiles("clockwork")), budget: PAGE_BUDGET },
    { name: "the room of models until its first report", bytes: weight(...roomFiles()), budget: ROOM_BUDGET },
    { name: "the room's chunk kit", bytes: weight(built("kit", "wasm", ROOM)), budget: KIT_BUDGET },
    ...ROOM_CHUNKS.map((chunk) => ({ name: `the room's chunk ${chunk}`, bytes: weight(built(chunk, "wasm", ROOM)), budget: ROOM_CHUNK_BUDGET })),
    { name: "the gallery's first window", bytes: weight(...galleryFiles(figures.map(({ name }) => name))), budget: PAGE_BUDGET },
    { name: "opening the figure of bulk RoPE", bytes: weight(built("bulk-rope"), ...kernels), budget: BULK_BUDGET },
    { name: "starting a race of transformers", bytes: weight(...trainer), budget: RACE_BUDGET },
    { name: "running a language model, without the model", bytes: weight(...runner), budget: MODEL_BUDGET },
    { name: "the script for the heights of frames", bytes: weight(`${EMBED}phasor-frames.js`), budget: FRAMES_BUDGET },
  ];
  visits.forEach((visit) => console.log(line(visit)));
  const all = weight(...main(), `${EMBED}phasor.js`, ...[...chunks.keys()].map((chunk) => built(chunk)));
  console.log(`\nEvery figure, the Lab and files together: ${all} bytes.`);
  return visits.filter(({ bytes, budget }) => bytes > budget).map(({ name }) => name);
}

if (process.argv[1]?.endsWith("size.mjs")) {
  if (!existsSync(DIST)) {
    fail("The page is not built yet; run npm test -- --only build first.");
  }
  const heavy = await check();
  if (heavy.length > 0) {
    fail(`Above budget: ${heavy.join(", ")}. Find what has grown in the table above; the budgets are in tools/check/size.mjs.`);
  }
}
