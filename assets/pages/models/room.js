// Loads the program of the room, and gives its answers types.

import init, { Room, Side, published, published_text, views } from "phasor:models";

/** @typedef {{ text: string, source: string, notes: string[] }} Imported */
/** @typedef {{ title: string, types: string[], longest: number | null, rotates: boolean }} Facts */
/** @typedef {{ from: number, to: number, text: string }} Change */
/** @typedef {{ name: string, title: string, source: string, month: string }} Published */

await init({ module_or_path: new URL("../models/models_bg.wasm", import.meta.url) });

const room = new Room();

/** The names and labels of the views. @type {[string, string][]} */
export const VIEWS = JSON.parse(views());

/** The published models, oldest first. @type {Published[]} */
export const SHELF = JSON.parse(published());

/** @param {string} name */
export const textOf = (name) => published_text(name);

/** @param {Uint8Array} bytes @returns {Imported} */
export const imported = (bytes) => JSON.parse(room.import(bytes));

/** Reads a text; throws a sentence, and keeps the last model, if it cannot be read. @param {string} text */
export const read = (text, title = "") => room.read(Side.Here, text, title);

/** The same for the model that is compared. @param {string} text @param {string} title */
export const readOther = (text, title) => room.read(Side.There, text, title);

/** @param {string} query @param {string} theme */
export const html = (query, theme) => room.show(query, theme);

/** @param {string} query @param {string} name @param {string} theme */
export const file = (query, name, theme) => room.file(query, name, theme);

/** @param {string} query @param {string} format @returns {Uint8Array} */
export const numbers = (query, format) => room.numbers(query, format);

/** @param {number} finding @returns {Change | undefined} */
export const change = (finding) => {
  const said = room.change(finding);
  return said && JSON.parse(said);
};

/** The keys that an address may have. */
export const excerpt = () => room.excerpt() ?? "";

/** @returns {Facts} */
export const facts = () => JSON.parse(room.facts() ?? "{}");
