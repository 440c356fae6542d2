// Checks the project's prose. With `--check`, it fails on words that WRITING.md replaces, in prose or in names, and on
// long paragraphs of the ladder. Without it, it prints the reading grade of every rung.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fleschKincaid } from "flesch-kincaid";
import { syllable } from "syllable";
import { ROOT } from "../setup/setup.mjs";
import { rungs } from "../site/ladder.mjs";
import { files } from "./files.mjs";

const GUIDE = "WRITING.md";

/** The most words that a paragraph of the ladder may have. */
const LONGEST = 90;

/** The highest reading grade of a rung. */
const HIGHEST = 11;

/** Files that others wrote, and the guide itself. */
const OTHERS = /^(tests\/golden|assets\/words|LICENSE|WRITING\.md|examples\/.*\/(node_modules|public))/;

/** The comments and strings of programs. */
const RUST_TEXT = /\/\/[^\n]*|r#"[^]*?"#|'(?:[^'\\\n]|\\.[^']*)'|"(?:[^"\\]|\\[^])*"/g;
const SCRIPT_TEXT = /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`/g;

/** Blanks everything but the prose in each kind of file, so that lines keep their numbers. @type {Record<string, (text: string) => string>} */
const KINDS = {
  ".md": (text) => without(text, /```[^]*?```|`[^`\n]*`|\]\([^)]*\)/g),
  ".html": (text) => without(text, /<!--[^]*?-->|<(script|style|math|code)[^]*?<\/\1>|<[^>]*>/g),
  ".rs": (text) => only(text, RUST_TEXT),
  ".js": (text) => only(text, SCRIPT_TEXT),
  ".mjs": (text) => KINDS[".js"](text),
  ".css": (text) => only(text, /\/\*[^]*?\*\//g),
};

/** @param {string} text */
const blank = (text) => text.replace(/[^\n]/g, " ");

/**
 * @param {string} text
 * @param {RegExp} code
 */
const without = (text, code) => text.replace(code, blank);

/**
 * Returns the comments and strings of a program, without comment marks and quoted code.
 * @param {string} text
 * @param {RegExp} prose
 */
function only(text, prose) {
  let from = 0;
  let quoted = "";
  for (const { 0: found, index } of text.matchAll(prose)) {
    quoted += blank(text.slice(from, index)) + found;
    from = index + found.length;
  }
  return without(quoted + blank(text.slice(from)), /`[^`\n]*`|^ *(?:\/\/[/!]?| \*)/gm);
}

/** A phrase that we avoid, and what we write for it. @typedef {{ phrase: string, better: string, pattern: RegExp }} Avoided */

/** The section of the guide whose words are replaced in names, not in prose. */
const NAMES = /^## Names in code$[^]*?(?=^## )/m;

/** The files whose names are read: those of the product and of its tools. */
const NAMED = /^((crates\/[^/]+\/src|src|programs|tools|assets)\/.*\.(rs|js|mjs))$/;

/** Reads the phrases from the tables of a part of the guide. @param {string} guide @returns {Avoided[]} */
function avoided(guide) {
  const rows = [...guide.matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row.split(" | "));
  return rows
    .filter(([first]) => first !== "not" && first !== "we write")
    .flatMap((row) => {
      const [better, phrases] = row.length === 3 ? [row[0], row[2]] : [row[1], row[0]];
      return phrases.split("; ").map((phrase) => ({ phrase, better, pattern: new RegExp(`\\b${phrase.replaceAll(" ", "\\s+")}\\b`, "gi") }));
    });
}

/**
 * Finds the avoided phrases in all files of the project.
 * @param {Avoided[]} phrases
 */
function faults(phrases) {
  return files()
    .filter((file) => extname(file) in KINDS && !OTHERS.test(file))
    .flatMap((file) => {
      const text = KINDS[extname(file)](readFileSync(join(ROOT, file), "utf8"));
      return phrases.flatMap(({ phrase, better, pattern }) =>
        [...text.matchAll(pattern)].map(({ index }) => `${file}:${text.slice(0, index).split("\n").length}: not "${phrase}" but: ${better}`),
      );
    });
}

/**
 * Finds the avoided words in the names of a program, which are what remains without its comments and strings.
 * @param {Avoided[]} words
 */
function names(words) {
  const better = new Map(words.map(({ phrase, better }) => [phrase, better]));
  return files()
    .filter((file) => NAMED.test(file))
    .flatMap((file) =>
      without(readFileSync(join(ROOT, file), "utf8"), file.endsWith(".rs") ? RUST_TEXT : SCRIPT_TEXT)
        .split("\n")
        .flatMap((line, place) =>
          (line.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? [])
            .map((word) => word.toLowerCase())
            .filter((word) => better.has(word))
            .map((word) => `${file}:${place + 1}: a name with "${word}"; say ${better.get(word)}`),
        ),
    );
}

/** Finds straight apostrophes in pages. @returns {string[]} */
function straight() {
  const files = execFileSync("git", ["ls-files", "index.html", "assets/*.html"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
  return files.flatMap((file) =>
    KINDS[".html"](readFileSync(join(ROOT, file), "utf8"))
      .split("\n")
      .flatMap((line, place) => (/\p{L}'/u.test(line) ? [`${file}:${place + 1}: a straight apostrophe; write ’`] : [])),
  );
}

/** Returns the paragraphs of a rung as plain text. @param {string} html */
function paragraphs(html) {
  return [...html.matchAll(/<p[ >][^]*?<\/p>/g)]
    .filter(([paragraph]) => !paragraph.includes('class="sources"'))
    .map(([paragraph]) => KINDS[".html"](paragraph).replace(/\s+/g, " ").trim());
}

/** @param {string} text */
const words = (text) => text.match(/[\p{L}\p{N}]+(?:[’'.,-][\p{L}\p{N}]+)*/gu) ?? [];

/** @param {string} text */
const sentences = (text) => text.split(/[.?!](?:\s|$)/).filter((part) => words(part).length);

/** Returns the American school grade at which pupils read a text with ease. @param {string} text */
function grade(text) {
  const all = words(text);
  const spoken = all.reduce((sum, word) => sum + (syllable(word) || 1), 0);
  return fleschKincaid({ sentence: sentences(text).length, word: all.length, syllable: spoken });
}

function check() {
  const long = rungs().flatMap(({ id, html }) =>
    paragraphs(html)
      .filter((paragraph) => words(paragraph).length > LONGEST)
      .map((paragraph) => `the rung ${id}: a paragraph has ${words(paragraph).length} words, ${LONGEST} at most: ${paragraph.slice(0, 60)}…`),
  );
  const hard = rungs()
    .map(({ id, html }) => ({ id, reached: grade(paragraphs(html).join(" ")) }))
    .filter(({ reached }) => reached > HIGHEST)
    .map(({ id, reached }) => `the rung ${id}: its reading grade is ${reached.toFixed(1)}, ${HIGHEST} at most; npm run prose shows all`);
  const guide = readFileSync(join(ROOT, GUIDE), "utf8");
  const [section = ""] = NAMES.exec(guide) ?? [];
  const found = [...faults(avoided(guide.replace(section, ""))), ...names(avoided(section)), ...straight(), ...long, ...hard];
  console.log(found.join("\n") || "No word that WRITING.md replaces, no straight apostrophe, and no paragraph too long.");
  process.exit(found.length ? 1 : 0);
}

function print() {
  console.log("grade  words  words a sentence  rung");
  for (const { number, title, html } of rungs()) {
    const text = paragraphs(html).join(" ");
    const count = words(text).length;
    const mean = count / sentences(text).length;
    console.log(`${grade(text).toFixed(1).padStart(5)}${String(count).padStart(7)}${mean.toFixed(1).padStart(18)}  ${number}. ${title.trim()}`);
  }
}

if (process.argv.includes("--check")) {
  check();
} else {
  print();
}
