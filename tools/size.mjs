// The bytes of everything the page loads, and the budget that they must keep.

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { DIST } from "./build.mjs";
import { fail } from "./setup.mjs";

/** The most that a first visit of the Lab may load, compressed. */
export const BUDGET = 180 * 1024;

/** The most that the ladder may load before what its figures fetch when they are near, compressed. */
const PAGE_BUDGET = 320 * 1024;

/** The most that opening the figure of bulk RoPE may load, compressed. */
const BULK_BUDGET = 180 * 1024;

/** The most that saving the first file of the Lab may load, compressed, and of any other figure. */
const FILES_BUDGET = 100 * 1024;
const ALL_FILES_BUDGET = 200 * 1024;

/** The most that the first figure in somebody else's page may load, compressed, whichever it is; without
 * the vectors that some need. */
const EMBED_BUDGET = 120 * 1024;

/** The most of that before the figure is near. */
const LOADER_BUDGET = 4 * 1024;

/** The most that a page around frames loads for their heights, compressed. */
const FRAMES_BUDGET = 1024;

/** Where that is which is loaded later, or by other pages. */
const EMBED = "embed/";
const BULK = "bulk/";
const APART = [BULK, EMBED, "embed.html", "gallery", "index.html", "ladder/", "pictures/", "share/"];

/** The program of every figure, and those that make files. */
const EVERY = "ladder";
const FILES = ["files", "ladder-files"];

/** @typedef {{ name: string, raw: number, brotli: number }} Part */

/** Every file of the finished page, as the page names it. */
function allFiles() {
  const names = readdirSync(DIST, { recursive: true, encoding: "utf8" });
  const isFile = (/** @type {string} */ name) => statSync(join(DIST, name)).isFile();
  return names.filter(isFile).map((name) => name.replaceAll("\\", "/")).sort();
}

/** The files that a first visit of the Lab loads, all of them and nothing else, which a browser test watches. */
export function files() {
  return allFiles().filter((name) => APART.every((start) => !name.startsWith(start)));
}

/**
 * The files of a program.
 * @param {string} name
 */
function programFiles(name) {
  return [`${EMBED}${name}.js`, `${EMBED}${name}_bg.wasm`];
}

/**
 * What a figure in somebody else's page loads.
 * @param {string} program
 */
function embedFiles(program) {
  return [`${EMBED}phasor.js`, ...programFiles(program)];
}

/** The programs that have the figures of one group. */
function groups() {
  const names = allFiles().map((name) => /^embed\/([a-z-]+)_bg\.wasm$/.exec(name)?.[1] ?? "");
  return names.filter((name) => name && name !== EVERY && !FILES.includes(name));
}

/** What the page of the ladder loads: text, style, fonts, and the program of all its figures. */
function ladderFiles() {
  const page = allFiles().filter((name) => /^(fonts\/|index\.html|ladder\/|redirect\.js|scheme\.js)/.test(name));
  return [...page, ...embedFiles(EVERY)];
}

/** What opening the figure of bulk RoPE loads: one of two builds, the other is for old browsers. */
function bulkFiles() {
  return allFiles().filter((name) => name.startsWith(BULK) && !/scalar/.test(name));
}

/**
 * What `names` weigh.
 * @param {string[]} names
 * @returns {Part[]}
 */
export function parts(names = files()) {
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
    `${name.padEnd(36)}${String(raw).padStart(10)}${String(brotli).padStart(10)}`;
  const rows = [...list, total(list)].map(({ name, raw, brotli }) => line(name, raw, brotli));
  return [line("file", "bytes", "brotli"), ...rows].join("\n");
}

if (process.argv[1]?.endsWith("size.mjs")) {
  if (!existsSync(DIST)) {
    fail("The page is not built yet; run npm test -- --only build first.");
  }
  const visits = [
    { said: "a first visit of the Lab", list: parts(), budget: BUDGET },
    { said: "the ladder", list: parts(ladderFiles()), budget: PAGE_BUDGET },
    ...groups().map((name) => ({ said: `the first figure elsewhere, of ${name}`, list: parts(embedFiles(name)), budget: EMBED_BUDGET })),
    { said: "a figure elsewhere that is far", list: parts([`${EMBED}phasor.js`]), budget: LOADER_BUDGET },
    { said: "heights of frames elsewhere", list: parts([`${EMBED}phasor-frames.js`]), budget: FRAMES_BUDGET },
    { said: "saving the first file of the Lab", list: parts(programFiles(FILES[0])), budget: FILES_BUDGET },
    { said: "saving the first file of any figure", list: parts(programFiles(FILES[1])), budget: ALL_FILES_BUDGET },
    { said: "opening the figure of bulk RoPE", list: parts(bulkFiles()), budget: BULK_BUDGET },
  ];
  for (const { said, list, budget } of visits) {
    const { brotli } = total(list);
    console.log(table(list));
    console.log(`${said}: ${brotli} of ${budget} bytes, ${((100 * brotli) / budget).toFixed(1)} %\n`);
  }
  process.exit(visits.some(({ list, budget }) => total(list).brotli > budget) ? 1 : 0);
}
