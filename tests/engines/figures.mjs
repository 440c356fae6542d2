// All figures, and states in which every engine must show the same.

import { createHash } from "node:crypto";
import { buildCore, list } from "../../tools/program/core.mjs";

/** @typedef {import("../../tools/program/core.mjs").Figure} Figure */
/** @typedef {import("../../tools/program/core.mjs").Parameter} Parameter */
/** @typedef {Record<string, string>} State */

/** The path of the command line. */
export const CORE = process.env.PHASOR_CORE ?? (await buildCore());

export const { figures: FIGURES, parameters: PARAMETERS } = list(CORE);

/** The number of states for each figure, the first of which is the default. */
const N_STATES = 20;

/**
 * A map that takes seconds, so only one state has it. Its steps amplify the last bit of a number, so WebAssembly and
 * this machine end with different maps.
 */
export const CHAOTIC = "umap";

/** Returns a number from 0 to 1 that depends only on `name`. @param {string} name */
function draw(name) {
  return createHash("sha256").update(name).digest().readUInt32BE() / 2 ** 32;
}

/**
 * @template T
 * @param {T[]} list
 * @param {string} name
 */
function pick(list, name) {
  return list[Math.floor(draw(name) * list.length)];
}

/** Reads a number with commas and a true minus. @param {string} text */
const plain = (text) => Number(text.replaceAll(",", "").replace("−", "-"));

/**
 * Returns a number that a parameter accepts. Small ones are frequent, as they are in use, and so are the two limits.
 * @param {string} accepts
 * @param {string} name
 */
function number(accepts, name) {
  const [, kind, least, greatest] = /^an? (.*) from (\S+) to (\S+)$/.exec(accepts) ?? [];
  const [min, max] = [plain(least), plain(greatest)];
  if (draw(`${name} limit`) < 0.1) {
    return String(pick([min, max], `${name} end`));
  }
  const middle = Math.max(min, 0);
  const end = pick(min < 0 ? [min, max] : [max], `${name} side`);
  const value = middle + (end - middle) * draw(name) ** 4;
  const multiple = { number: 0, "whole number": 1, "even number": 2 }[kind] ?? plain(kind.replace("multiple of ", ""));
  return String(multiple ? Math.max(min, Math.round(value / multiple) * multiple) : Number(value.toPrecision(6)));
}

/**
 * Returns a value that a parameter accepts.
 * @param {Parameter} parameter
 * @param {string} name
 */
function value({ name: key, accepts, words, is_number: isNumber, default: standard }, name) {
  if (isNumber) {
    return number(accepts, name);
  }
  if (words.length > 0) {
    return pick(words, name);
  }
  if (key === "pairs") {
    const first = Math.floor(draw(name) * 400);
    return pick(["auto", `${first},${first + 4}-${first + 9}`], `${name} kind`);
  }
  if (key === "sentence") {
    const known = (standard ?? "").split(" ");
    const length = 2 + Math.floor(draw(`${name} length`) * 9);
    return Array.from({ length }, (_, place) => pick(known, `${name} ${place}`)).join(" ");
  }
  if (key === "layout") {
    return pick(["pad*3 The capital <past> of France is", "look <image 2x3> a | dog", "<video 2x2x2 0.5s> barks pad"], name);
  }
  throw new Error(`No value is chosen for the parameter ${key}, which is neither a number nor one of a few words.`);
}

/**
 * Returns states of a figure, the same ones in every run. Each sets about half of its parameters.
 * @param {Figure} figure
 * @returns {State[]}
 */
export function states({ name, parameters }) {
  const rows = PARAMETERS.filter((row) => parameters.includes(row.name));
  const isMap = parameters.includes("projection");
  return Array.from({ length: N_STATES }, (_, place) => {
    const chosen = place ? rows.filter((row) => draw(`${name} ${place} ${row.name} set`) < 0.5) : [];
    const state = Object.fromEntries(chosen.map((row) => [row.name, value(row, `${name} ${place} ${row.name}`)]));
    return isMap ? { ...state, projection: place === 1 ? CHAOTIC : "pca" } : state;
  });
}
