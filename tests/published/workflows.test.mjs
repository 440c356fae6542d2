// The workflows for continuous integration, as far as they can be checked without the host that runs them.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../tools/setup/setup.mjs";

const FOLDER = join(ROOT, ".github", "workflows");

const WORKFLOWS = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }));

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** Returns the first groups of all matches in a text. @param {string} text @param {RegExp} form */
const all = (text, form) => [...text.matchAll(form)].map(([, group]) => group);

test("every step of our own is a command that also runs on any machine", () => {
  const names = WORKFLOWS.flatMap(({ text }) => all(text, /npm run ([\w:]+)/g));
  assert.ok(names.length >= 5);
  names.forEach((name) => assert.ok(scripts[name], `package.json has no script ${name}`));
  const files = WORKFLOWS.flatMap(({ text }) => all(text, /(?:node |run: |^\s+)((?:tools|\.ci)\/[\w./-]+)/gm));
  assert.ok(files.length >= 2);
  files.forEach((file) => assert.ok(existsSync(join(ROOT, file)), `there is no ${file}`));
});

test("actions of others are named by the hash of their code, with the version beside it", () => {
  for (const { name, text } of WORKFLOWS) {
    for (const used of all(text, /uses: (.+)/g)) {
      assert.match(used, /^(\.\/\.github\/workflows\/\w+\.yml|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/, name);
    }
  }
});

test("no command contains an expression, which could be a name that somebody else has chosen", () => {
  for (const { name, text } of WORKFLOWS) {
    for (const command of all(text, /run: (.+(?:\n {10,}.+)*)/g)) {
      assert.ok(!command.includes("${{"), `${name}: ${command}`);
    }
  }
});

test("each workflow asks for the right to read, and only single jobs for more", () => {
  for (const { name, text } of WORKFLOWS) {
    assert.match(text, /^permissions:\n {2}contents: read\n(?! )/m, name);
    assert.doesNotMatch(text, /write-all/, name);
  }
});

test("the oldest Rust that the crates accept is the one with which every job compiles", () => {
  const [, oldest] = /^rust-version = "(.+)"$/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8")) ?? [];
  const [, pinned] = /^channel = "(.+)"$/m.exec(readFileSync(join(ROOT, "rust-toolchain.toml"), "utf8")) ?? [];
  assert.ok(oldest && pinned?.startsWith(`${oldest}.`), `Cargo.toml accepts ${oldest}, and rust-toolchain.toml has ${pinned}`);
});

test("where there is no GPU, no crate is tested with its feature for one", () => {
  const { text } = WORKFLOWS.find(({ name }) => name === "test.yml") ?? { text: "" };
  const [excluding] = all(text, /(cargo test .*--workspace.*)/g);
  const crates = readdirSync(join(ROOT, "crates")).map((name) => readFileSync(join(ROOT, "crates", name, "Cargo.toml"), "utf8"));
  const names = crates.filter((manifest) => /^gpu = /m.test(manifest)).flatMap((manifest) => all(manifest, /^name = "(.+?)"$/gm).slice(0, 1));
  assert.ok(names.length >= 2);
  names.forEach((name) => assert.ok(excluding.includes(`--exclude ${name}`), `test.yml tests ${name} with its feature gpu`));
});

test("every check of npm test runs in a separate job", async () => {
  const { CHECKS } = await import("../../tools/check/checks.mjs");
  const { text } = WORKFLOWS.find(({ name }) => name === "test.yml") ?? { text: "" };
  // The page is built before the checks that look at it.
  const names = CHECKS.map(({ name }) => name).filter((name) => name !== "build");
  names.forEach((name) => assert.match(text, new RegExp(`check: (\\[.*\\b${name}\\b.*\\]|${name}\\b)`), `test.yml has no job for ${name}`));
});
