// Finds out which crates the code of the pages' programs comes from.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../setup/setup.mjs";
import { COMPILED, TARGET } from "./environment.mjs";

/** The files that the linker wrote for those programs, before anything shortened their names. */
const LINKED = [["release", "page"], ["release", "models"], ["trainer", "trainer"], ["worker", "worker"]].map(([profile, name]) =>
  join(COMPILED, TARGET, profile, `${name}.wasm`),
);

/** The crate in the mangled name of a function, by the new and by the old way of mangling. */
const MANGLED = [/C(?:s[0-9A-Za-z]*_)(\d+)_?([A-Za-z_].*)/, /^_ZN\d+_?(?:\$LT\$)?(?:\$RF\$)?()([a-z_0-9]+)(?:\.\.)/, /^_ZN(\d+)([A-Za-z_].*)/];

/**
 * Returns the library that a function comes from. Functions without a mangled name are those that we export.
 * @param {string} name
 */
function libraryOf(name) {
  const found = MANGLED.map((form) => form.exec(name)).find(Boolean);
  return found ? found[2].slice(0, found[1] ? Number(found[1]) : undefined) : "phasor";
}

/**
 * Returns the bytes of code of each library in the programs of the pages, as they were before binaryen made them smaller.
 * What the compiler has merged into a function counts for that function.
 * @returns {Map<string, number>}
 */
export function codeBytes() {
  /** @type {Map<string, number>} */
  const bytes = new Map();
  const missing = LINKED.find((file) => !existsSync(file));
  if (missing) {
    fail(`The page is not built yet, so ${missing} is missing; run npm run build first.`);
  }
  for (const file of LINKED) {
    for (const [name, size] of functions(readFileSync(file))) {
      const library = libraryOf(name);
      bytes.set(library, (bytes.get(library) ?? 0) + size);
    }
  }
  return bytes;
}

const [CUSTOM, IMPORTS, CODE] = [0, 2, 10];
const NAMES_OF_FUNCTIONS = 1;

/**
 * Returns the names and sizes of all functions in a program.
 * @param {Uint8Array} program
 * @returns {[string, number][]}
 */
function functions(program) {
  let [at, imported] = [8, 0];
  /** @type {number[]} */
  const sizes = [];
  /** @type {Map<number, string>} */
  const names = new Map();
  const number = () => {
    for (let [sum, shift] = [0, 0]; ; shift += 7) {
      const byte = program[at++];
      sum += (byte & 127) * 2 ** shift;
      if (byte < 128) {
        return sum;
      }
    }
  };
  const text = () => {
    const length = number();
    at += length;
    return new TextDecoder().decode(program.subarray(at - length, at));
  };
  /** @type {Record<number, (end: number) => void>} */
  const readers = {
    [IMPORTS]: () => (imported = number()),
    [CODE]: () => {
      for (let left = number(); left > 0; left -= 1) {
        const size = number();
        sizes.push(size);
        at += size;
      }
    },
    [CUSTOM]: (end) => {
      if (text() !== "name") {
        return;
      }
      while (at < end) {
        const [kind, length] = [program[at++], number()];
        const next = at + length;
        for (let left = kind === NAMES_OF_FUNCTIONS ? number() : 0; left > 0; left -= 1) {
          names.set(number(), text());
        }
        at = next;
      }
    },
  };
  while (at < program.length) {
    const [section, length] = [program[at++], number()];
    const end = at + length;
    readers[section]?.(end);
    at = end;
  }
  // Our programs import functions only, which come first in the numbering.
  return sizes.map((size, place) => [names.get(place + imported) ?? "", size]);
}
