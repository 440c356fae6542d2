// Builds the programs of the page and of the room of models a second time and compares the builds. The same source must give the same bytes, or a
// page might load chunks that do not fit it.

import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIST } from "./build.mjs";
import { COMPILED, PAGE_FEATURES, TARGET, pageEnvironment } from "./environment.mjs";
import { figureStyle } from "./pages.mjs";
import { GLUE, MAIN, PARTS, splitProgram } from "./program.mjs";
import { buildRoom } from "./room.mjs";
import { must } from "./run.mjs";
import { fail } from "./setup.mjs";

const CARGO = ["--locked", "--release", "--target", TARGET];

/** Returns the files of the program in `folder`, whose names end in the number of the build. @param {string} folder */
const filesOf = (folder) => readdirSync(folder).filter((name) => /-[0-9a-f]{8}\.(js|wasm)$/.test(name)).sort();

const folder = mkdtempSync(join(tmpdir(), "phasor-repeat-"));
try {
  // Only the package itself is built again; its dependencies come from the same compiler.
  await must("cargo", ["clean", "-p", "phasor", ...CARGO]);
  await must("cargo", ["build", ...CARGO, "--bin", "page", ...PAGE_FEATURES], pageEnvironment());
  const program = join(COMPILED, TARGET, "release", "page.wasm");
  const bound = join(folder, "bound");
  await must("wasm-bindgen", ["--target", "web", "--no-typescript", "--out-dir", bound, "--out-name", "page", program]);
  [GLUE, MAIN].forEach((name) => copyFileSync(join(bound, name), join(folder, name)));
  await splitProgram(folder, await figureStyle(), join(bound, PARTS));
  compare(join(DIST, "embed"), folder);
  const room = join(folder, "models");
  await buildRoom(room);
  compare(join(DIST, "models"), room);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Compares the files of a program in two folders.
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  const [first, second] = [one, other].map(filesOf);
  if (first.join() !== second.join()) {
    fail(`Two builds of the same source gave different files: ${first.find((name) => !second.includes(name))} and ${second.find((name) => !first.includes(name))}. Find the step that is not repeatable with the list in ARCHITECTURE.md.`);
  }
  const changed = first.find((name) => !readFileSync(join(one, name)).equals(readFileSync(join(other, name))));
  if (changed) {
    fail(`Two builds of the same source gave different bytes in ${changed}. Find the step that is not repeatable with the list in ARCHITECTURE.md.`);
  }
  console.log(`${first.length} files have the same bytes in both builds.`);
}
