// Gives short names to the imports and exports between a program and its JavaScript. The names of wasm-bindgen are
// long and end in numbers that do not compress, which is 4 % of a figure's bytes.

import { fail } from "../setup/setup.mjs";

const [CUSTOM, IMPORTS, EXPORTS] = [0, 2, 7];
const FUNCTION = 0;

/** Reads and writes a program piece by piece. */
class Tape {
  /** @type {number[]} */
  written = [];
  at = 0;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  get isAtEnd() {
    return this.at >= this.bytes.length;
  }

  /** @param {number} length */
  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Reads a number in LEB128. */
  number() {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const [byte] = this.take(1);
      number += (byte & 127) * 2 ** shift;
      if (byte < 128) {
        return number;
      }
    }
  }

  name() {
    return new TextDecoder().decode(this.take(this.number()));
  }

  /** @param {Iterable<number>} bytes */
  put(bytes) {
    for (const byte of bytes) {
      this.written.push(byte);
    }
  }

  /** @param {number} number */
  putNumber(number) {
    for (; number > 127; number = Math.floor(number / 128)) {
      this.written.push((number & 127) | 128);
    }
    this.written.push(number);
  }

  /** @param {Uint8Array} bytes */
  putAll(bytes) {
    this.putNumber(bytes.length);
    this.put(bytes);
  }

  /** @param {string} name */
  putName(name) {
    this.putAll(new TextEncoder().encode(name));
  }
}

/** Gives each long name a short one. */
class Short {
  /** @type {Map<string, string>} */
  names = new Map();

  /** @param {string} long */
  of(long) {
    const short = this.names.get(long) ?? `_${this.names.size.toString(36)}`;
    this.names.set(long, short);
    return short;
  }
}

/**
 * @param {Uint8Array} section
 * @param {boolean} isImport
 * @param {Short} modules
 * @param {Short} names
 */
function renamed(section, isImport, modules, names) {
  const tape = new Tape(section);
  const count = tape.number();
  tape.putNumber(count);
  for (let i = 0; i < count; i += 1) {
    if (isImport) {
      tape.putName(modules.of(tape.name()));
    }
    tape.putName(names.of(tape.name()));
    const [kind] = tape.take(1);
    if (isImport && kind !== FUNCTION) {
      fail("A program of the page imports something other than a function, which tools/program/names.mjs cannot read. Add that kind of import there.");
    }
    tape.put([kind]);
    tape.putNumber(tape.number());
  }
  return Uint8Array.from(tape.written);
}

/**
 * Returns the program and its JavaScript with short names.
 * @param {Uint8Array} wasm
 * @param {string} glue
 */
export function withShortNames(wasm, glue) {
  const [modules, imports, exports] = [new Short(), new Short(), new Short()];
  const tape = new Tape(wasm);
  tape.put(tape.take(8));
  while (!tape.isAtEnd) {
    const [kind] = tape.take(1);
    const section = tape.take(tape.number());
    // Custom sections are for tools; browsers do not need them.
    if (kind === CUSTOM) {
      continue;
    }
    tape.put([kind]);
    const isImport = kind === IMPORTS;
    tape.putAll(isImport || kind === EXPORTS ? renamed(section, isImport, modules, isImport ? imports : exports) : section);
  }
  const inGlue = (/** @type {RegExp} */ place, /** @type {Short} */ short) => {
    glue = glue.replace(place, (whole, before, long) => (short.names.has(long) ? before + short.of(long) : whole));
  };
  // This removes functions that the program does not import any more.
  glue = glue.replace(/^ {8}(\w+): function[^]*?^ {8}\},\n/gm, (whole, name) => (imports.names.has(name) ? whole : ""));
  inGlue(/(^ {8})(\w+)(?=: function)/gm, imports);
  inGlue(/(^ {8}")([^"]+)(?=": import0)/gm, modules);
  inGlue(/(\bwasm\.)(\w+)/g, exports);
  return { wasm: Uint8Array.from(tape.written), glue };
}
