// The program of the room, with types for its answers. The reader of a configuration and the first view load at once,
// everything else when it is needed.

import { load } from "../../embed/program.js";

/** @typedef {{ text: string, source: string, notes: string[] }} Imported */
/** @typedef {{ title: string, types: string[], longest: number, layout: string | null, rotates: boolean, runs: boolean }} Facts */
/** @typedef {{ from: number, to: number, text: string }} Change */
/** @typedef {{ verdicts: { is_right: boolean, text: string }[], left_out: string | null }} Judged */
/** @typedef {{ name: string, title: string, source: string, month: string }} Published */

/** The view whose code is in the main part. */
const FIRST = "model";

const program = await load("room");
const room = new program.Room();

/** The published models, oldest first. @type {Published[]} */
export const SHELF = JSON.parse(program.published());

/** @param {string} name @returns {string} */
export const textOf = (name) => program.published_text(name);

/** Returns the name of the published model with this text. @param {string} text @returns {string | undefined} */
export const nameOf = (text) => program.published_as(text);

/** Turns bytes into the text of a configuration. @param {Uint8Array} bytes @returns {Promise<Imported>} */
export async function imported(bytes) {
  const text = new TextDecoder().decode(bytes);
  if (program.is_whole(text)) {
    return { text, source: "a config.json", notes: [] };
  }
  await load("import");
  return JSON.parse(room.import(bytes));
}

/** Reads a text; throws a sentence, and keeps the last model, if it cannot be read. @param {string} text */
export const read = (text, title = "") => room.read(program.Side.Here, text, title);

/** The same for the model that is compared. @param {string} text @param {string} title */
export const readOther = (text, title) => room.read(program.Side.There, text, title);

/** Returns whether the code of a view is loaded. @param {string} view */
const isHere = (view) => view === FIRST || isLoaded;

let isLoaded = false;

/** Loads the code of a view. @param {string} view */
export async function prepare(view) {
  if (!isHere(view)) {
    await load("views");
    isLoaded = true;
  }
}

/** Returns the HTML of the view, or nothing if its code is not loaded yet. @param {string} view @param {string} query @param {string} theme @returns {string | undefined} */
export const html = (view, query, theme) => (isHere(view) ? room.show(query, theme) : undefined);

/** Loads the code that numbers tokens, for the first view. */
export async function addIds() {
  await load("ids");
  room.add_ids();
}

/** Returns the sentence about the layout in the view that was last made, or nothing. @returns {string} */
export const layoutError = () => room.layout_error() ?? "";

/** Returns a file. @param {string} query @param {string} name @param {string} theme @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function file(query, name, theme) {
  await load("keep");
  return room.file(query, name, theme);
}

/** Returns a file of numbers to test a kernel with. @param {string} format @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function kit(format) {
  await load("kit");
  return room.kit(format);
}

/** Judges the arrays of a file by the numbers of the model. @param {string} layer @param {Uint8Array} bytes @returns {Promise<Judged>} */
export async function judged(layer, bytes) {
  await load("kit");
  return JSON.parse(room.judge(layer, bytes));
}

/** Returns the change that mends a finding, or all of them. @param {number} [finding] @returns {Promise<Change | undefined>} */
export async function change(finding) {
  await load("keep");
  const change = room.change(finding);
  return change && JSON.parse(change);
}

/** Returns the keys that an address may have. @returns {Promise<string>} */
export async function excerpt() {
  await load("keep");
  return room.excerpt() ?? "";
}

/** Returns the title of the model as a part of the names of files. */
export const fileName = () => facts().title.replace(/[^\w.-]+/g, "-").toLowerCase();

/** @returns {Facts} */
export const facts = () => JSON.parse(room.facts() ?? "{}");
