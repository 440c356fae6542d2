// The npm package as npm installs it, in an empty folder on a machine without Rust and without the repository.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { after, before, test } from "node:test";
import { DIST } from "../../tools/program/stamp.mjs";
import { packed } from "../../tools/release/publish.mjs";

const SHELL = process.platform === "win32";

const folder = mkdtempSync(join(tmpdir(), "phasor-published-"));

/** The command without npx, which takes seconds to start. @param {string[]} args */
const command = (...args) => spawnSync(process.execPath, [join(folder, "node_modules", "phasor-figure", "command.js"), ...args], { cwd: folder, encoding: "utf8" });

before(async () => {
  const file = await packed(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "empty", "version": "1.0.0", "private": true, "type": "module" }');
  execFileSync("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", file], { cwd: folder, shell: SHELL });
});

after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Serves the site from the package for as long as `use` takes.
 * @param {(address: string) => Promise<void>} use
 */
async function served(use) {
  // npx would not pass the signal that ends it on to the command.
  const child = spawn(process.execPath, [join(folder, "node_modules", "phasor-figure", "command.js"), "serve", "--port", "0"], { cwd: folder });
  try {
    const address = await new Promise((found, lost) => {
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (output.endsWith("\n")) {
          found(/http:\S+/.exec(output)?.[0]);
        }
      });
      child.once("exit", (status) => lost(new Error(`The command ended with ${status} before it served anything.`)));
    });
    await use(address);
  } finally {
    child.kill();
  }
}

test("the package alone serves every file of the finished page, byte by byte", async () => {
  const names = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(DIST, name)).isFile());
  assert.ok(names.length > 100);
  // What only the published package has differs from the page's own copy.
  const own = ["embed/package.json"];
  await served(async (address) => {
    for (const name of names.map((name) => name.replaceAll(sep, "/")).filter((name) => !own.includes(name))) {
      const response = await fetch(new URL(name, address));
      assert.equal(response.status, 200, name);
      assert.ok(Buffer.from(await response.arrayBuffer()).equals(readFileSync(join(DIST, name))), `${name} has other bytes`);
    }
    assert.match(await (await fetch(address)).text(), /<title>.*Phasor/);
  });
});

test("the site of the package serves nothing outside of the package", async () => {
  await served(async (address) => {
    for (const path of ["embed/%2fetc%2fpasswd", "embed/../../../package.json", "embed/%2e%2e/%2e%2e/package.json", "..%2f..%2fpackage.json"]) {
      assert.equal((await fetch(address + path)).status, 404, path);
    }
  });
});

test("npx finds the command, whose help names its option", () => {
  const { status, stdout } = spawnSync("npx", ["--no-install", "phasor-figure", "serve", "--help"], { cwd: folder, encoding: "utf8", shell: SHELL });
  assert.equal(status, 0);
  assert.match(stdout, /npx phasor-figure serve \[--port N\]/);
});

test("a wrong word or option is answered by one sentence that says what is accepted", () => {
  for (const [args, named] of /** @type {[string[], RegExp][]} */ ([
    [["start"], /npx phasor-figure serve\b.*\bstart\b.*--help/],
    [[], /npx phasor-figure serve\b.*--help/],
    [["serve", "--port", "no"], /\b0\b.*\b65535\b.*\bno\b/],
    [["serve", "--prt", "1"], /--prt.*npx phasor-figure serve --help/],
  ])) {
    const { status, stderr } = command(...args);
    assert.equal(status, 2);
    assert.match(stderr, /^[^\n]+\.\n$/);
    assert.match(stderr, named);
  }
});

test("a taken port is named with the way to choose another", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => other.once("listening", done));
  const { port } = /** @type {import("node:net").AddressInfo} */ (other.address());
  const { status, stderr } = command("serve", "--port", `${port}`);
  other.close();
  assert.equal(status, 2);
  assert.match(stderr, new RegExp(`^[^\\n]*\\b${port}\\b.*npx phasor-figure serve --port N.*\\b0\\b[^\\n]*\\n$`));
});

test("Node can import the package, which then does nothing", () => {
  const script = 'import "phasor-figure"; import "phasor-figure/single"; console.log("imported");';
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, encoding: "utf8" }), "imported\n");
});
