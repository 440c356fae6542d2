// The bytes of everything that is loaded, and the budgets that they must keep.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { DIST } from "./build.mjs";
import { buildCore, list } from "./core.mjs";
import { fail } from "./setup.mjs";

const KIB = 1024;

/** The script that a page with figures loads at once. */
const LOADER_BUDGET = 4 * KIB;

/** What every figure needs: the main part of the program, its JavaScript and its style. */
const MAIN_BUDGET = 114 * KIB;

/** What a figure, a room or files add to that. */
const CHUNK_BUDGET = 20 * KIB;

/** All that the first figure in somebody else's page loads, whichever it is, and in the mean over all figures. */
const FIRST_BUDGET = 134 * KIB;
const MEAN_BUDGET = 122 * KIB;

/** What a page of ours loads until its first figure is live, without the vectors that some figures show. */
const PAGE_BUDGET = 190 * KIB;

/** What opening the figure of bulk RoPE adds, with its kernels. */
const BULK_BUDGET = 110 * KIB;

/** The script that a page around frames loads for their heights. */
const FRAMES_BUDGET = KIB;

/** @typedef {{ name: string, raw: number, brotli: number }} Part */

const EMBED = "embed/";

/**
 * The file of the program, or of one of its chunks: its name ends in the number of the build.
 * @param {string} name
 * @param {string} ending
 */
function built(name, ending = "wasm") {
  const form = new RegExp(`^${name}-[0-9a-f]{8}\\.${ending}$`);
  const file = readdirSync(join(DIST, EMBED)).find((file) => form.test(file));
  return EMBED + (file ?? fail(`The page has no file of ${name}; build it again with npm run build.`));
}

/** What every figure needs. */
const main = () => [built("page", "js"), built("page")];

/** What every page of ours has besides itself. */
const shell = () => ["pages/redirect.js", "pages/scheme.js", ...readdirSync(join(DIST, "fonts")).sort().map((name) => `fonts/${name}`)];

/**
 * The files that a visit of the Lab loads, all of them and nothing else.
 * @param {string[]} figures
 */
export function labFiles(figures) {
  return ["lab.html", "pages/lab.css", "pages/lab.js", ...shell(), ...main(), built("lab"), ...figures.map((name) => built(name))];
}

/**
 * What the ladder loads until its first figure is live.
 * @param {string} first
 */
function ladderFiles(first) {
  return ["index.html", "pages/ladder.css", "pages/ladder.js", `${EMBED}phasor.js`, ...shell(), ...main(), built(first)];
}

/** Cards of the gallery that a large window shows before it is scrolled. */
const CARDS_IN_VIEW = 15;

/**
 * What the gallery loads until its first window is painted; its figures are pictures then.
 * @param {string[]} figures
 */
function galleryFiles(figures) {
  const cards = figures.slice(0, CARDS_IN_VIEW).map((name) => `pictures/cards/${name}-light.svg`);
  return ["gallery.html", "pages/gallery.css", "pages/gallery.js", `${EMBED}phasor.js`, ...shell(), ...cards];
}

/**
 * What `names` weigh.
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
 * What a host sends for them.
 * @param {Buffer} bytes
 */
export function compressed(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  // What is compressed already goes as it is.
  return Math.min(bytes.length, brotliCompressSync(bytes, { params }).length);
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

/** A sum of bytes with its budget. @typedef {{ said: string, bytes: number, budget: number }} Visit */

/** @param {Visit} visit */
function line({ said, bytes, budget }) {
  return `${said.padEnd(52)}${String(bytes).padStart(8)} of ${String(budget).padStart(7)}${((100 * bytes) / budget).toFixed(1).padStart(7)} %`;
}

/** Prints all sums, and says which are above their budgets. */
export async function check() {
  const { figures, lab } = list(await buildCore());
  const weight = (/** @type {string[]} */ ...names) => total(parts(names)).brotli;
  const loader = weight(`${EMBED}phasor.js`);
  const every = weight(...main());
  const chunks = new Map([...new Set(figures.map(({ chunk }) => chunk)), "files", "lab", "panel"].sort().map((chunk) => [chunk, weight(built(chunk))]));
  const firsts = figures.map(({ chunk }) => loader + every + (chunks.get(chunk) ?? 0));
  const kernels = ["worker.js", "simd.js", "simd_bg.wasm"].map((name) => `bulk/${name}`);
  console.log(`${table(parts(main()))}\n`);
  const visits = [
    ...[...chunks].map(([chunk, bytes]) => ({ said: `chunk ${chunk}`, bytes, budget: CHUNK_BUDGET })),
    { said: "a figure elsewhere that is far", bytes: loader, budget: LOADER_BUDGET },
    { said: "what every figure needs", bytes: every, budget: MAIN_BUDGET },
    { said: "the first figure elsewhere, at most", bytes: Math.max(...firsts), budget: FIRST_BUDGET },
    { said: "the first figure elsewhere, in the mean", bytes: Math.round(firsts.reduce((all, one) => all + one) / firsts.length), budget: MEAN_BUDGET },
    { said: "the Lab", bytes: weight(...labFiles(lab)), budget: PAGE_BUDGET },
    { said: "the ladder until its first figure is live", bytes: weight(...ladderFiles("order-blind")), budget: PAGE_BUDGET },
    { said: "the gallery's first window", bytes: weight(...galleryFiles(figures.map(({ name }) => name))), budget: PAGE_BUDGET },
    { said: "opening the figure of bulk RoPE", bytes: weight(built("bulk-rope"), ...kernels), budget: BULK_BUDGET },
    { said: "heights of frames elsewhere", bytes: weight(`${EMBED}phasor-frames.js`), budget: FRAMES_BUDGET },
  ];
  visits.forEach((visit) => console.log(line(visit)));
  const all = weight(...main(), `${EMBED}phasor.js`, ...[...chunks.keys()].map((chunk) => built(chunk)));
  console.log(`\nEvery figure, the Lab and files together: ${all} bytes.`);
  return visits.filter(({ bytes, budget }) => bytes > budget).map(({ said }) => said);
}

if (process.argv[1]?.endsWith("size.mjs")) {
  if (!existsSync(DIST)) {
    fail("The page is not built yet; run npm test -- --only build first.");
  }
  const heavy = await check();
  if (heavy.length > 0) {
    fail(`Above their budgets: ${heavy.join(", ")}. Find what grew in the table above; tools/size.mjs has the budgets.`);
  }
}
