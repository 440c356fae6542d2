// Finds files and functions with more lines than a reader can keep in mind. Clippy also counts functions, but not those
// that a macro such as `#[component]` rewrites.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "acorn";
import { fullAncestor } from "acorn-walk";
import { ROOT, fail } from "../setup/setup.mjs";
import { CODE } from "./checks.mjs";
import { files } from "./files.mjs";

const MOST = 500;

/** As in clippy.toml. Blank lines and comments do not count. */
const MOST_OF_FUNCTION = 60;

/** A function with the places of the lines of its body, the first one included. @typedef {{ name: string, from: number, to: number }} Body */

/** Where a function begins, in Rust and in Python. The groups are its indentation and its name. */
const RUST = /^( *)(?:pub(?:\([^)]*\))? )?(?:(?:const|async|unsafe|extern "\w+") )*fn (\w+)/;
const PYTHON = /^( *)(?:async )?def (\w+)/;

/**
 * Finds functions by their indentation, which rustfmt has set: the brace that ends one stands below its `fn`.
 * @param {string[]} lines
 * @returns {Body[]}
 */
function inRust(lines) {
  return lines.flatMap((line, start) => {
    const [, indentation, name] = RUST.exec(line) ?? [];
    const from = name ? lines.findIndex((later, place) => place >= start && /[{;}]$/.test(later)) + 1 : 0;
    // A function on one line, or one without a body.
    if (!name || !lines[from - 1].endsWith("{")) {
      return [];
    }
    return { name, from, to: lines.findIndex((later, place) => place >= from && later.startsWith(`${indentation}}`)) };
  });
}

/** @param {string[]} lines @returns {Body[]} */
function inPython(lines) {
  return lines.flatMap((line, start) => {
    const [, indentation, name] = PYTHON.exec(line) ?? [];
    if (name === undefined) {
      return [];
    }
    // Bodies are indented further; the end of a list of arguments is not.
    const to = lines.findIndex((later, place) => place > start && later.trim() !== "" && !later.startsWith(`${indentation} `) && !/^ *[)\]}]/.test(later));
    return { name, from: start + 1, to: to < 0 ? lines.length : to };
  });
}

/** @param {string} text @returns {Body[]} */
function inScript(text) {
  /** @type {Body[]} */
  const found = [];
  fullAncestor(parse(text, { ecmaVersion: "latest", sourceType: "module", locations: true }), (node, _, ancestors) => {
    const around = ancestors.at(-2);
    // A function that only groups tests is like a module.
    const isGroup = around?.type === "CallExpression" && text.slice(around.callee.start, around.callee.end) === "test.describe";
    if ((node.type === "FunctionDeclaration" || node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression") && !isGroup && node.body.loc) {
      const name = node.id?.name ?? (around?.type === "VariableDeclarator" && around.id.type === "Identifier" ? around.id.name : "a function");
      found.push({ name, from: node.body.loc.start.line, to: node.body.loc.end.line - 1 });
    }
  });
  return found;
}

/** Returns the functions in a file. @param {string} file @param {string} text */
function functions(file, text) {
  const lines = text.split("\n");
  if (file.endsWith(".rs")) {
    return inRust(lines);
  }
  return file.endsWith(".py") ? inPython(lines) : /\.m?js$/.test(file) ? inScript(text) : [];
}

/** Whether a line counts. @param {string} line */
const isCode = (line) => !/^\s*($|\/\/|\/\*|\*|# |""")/.test(line);

/** Returns what is too long in a file. @param {string} file */
function faults(file) {
  const text = readFileSync(join(ROOT, file), "utf8");
  const lines = text.split("\n");
  const long = functions(file, text)
    .map(({ name, from, to }) => ({ name, from, count: lines.slice(from, to).filter(isCode).length }))
    .filter(({ count }) => count > MOST_OF_FUNCTION)
    .map(({ name, from, count }) => `${file}:${from}: ${name} has ${count} lines, ${MOST_OF_FUNCTION} at most; make a function of a part of it`);
  return lines.length - 1 > MOST ? [...long, `${file}: ${lines.length - 1} lines, ${MOST} at most; move what belongs together into a module beside it`] : long;
}

const found = files().filter((name) => CODE.test(name)).flatMap(faults);
if (found.length > 0) {
  fail(found.join("\n"));
}
