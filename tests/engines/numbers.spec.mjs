// The numbers of every figure in many states, in every engine and on the command line.

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { ENGINES, test } from "./engine.mjs";
import { CHAOTIC, CORE, FIGURES, states } from "./figures.mjs";

/** @typedef {import("./figures.mjs").State} State */
/** The numbers of a figure, and its picture with the reading. @typedef {{ csv: string, svg: string }} Files */

const run = promisify(execFile);

/**
 * The largest difference between WebAssembly and this machine, as a share of the number, or of 1 if that is larger.
 * Both compute powers, but the last bit may differ, and a position of 10 million multiplies this difference.
 */
const LAST_BITS = 1e-8;

/**
 * Runs in the page of one figure, and returns its files in each state. A chaotic map takes seconds for each file, so
 * its picture is left out.
 * @param {{ states: State[], chaotic: string }} given
 * @returns {Promise<Files[]>}
 */
async function filesInPage({ states, chaotic }) {
  while (!document.querySelector("phasor-figure")?.shadowRoot?.querySelector(".stage")) {
    await new Promise((done) => requestAnimationFrame(done));
  }
  const figure = /** @type {any} */ (document.querySelector("phasor-figure"));
  // Some engines take the width of a scroll bar away from the page.
  figure.style.width = "760px";
  const all = [];
  for (const state of states) {
    figure.setState(state);
    const trouble = figure.shadowRoot.querySelector(".error").textContent;
    if (trouble) {
      throw new Error(`${JSON.stringify(state)}: ${trouble}`);
    }
    const csv = await (await figure.exportCsv()).text();
    const svg = state.projection === chaotic ? "" : await (await figure.exportSvg()).text();
    // Each engine compresses images in its own way.
    all.push({ csv, svg: svg.replace(/href="data:[^"]*"/g, "") });
  }
  return all;
}

/**
 * Returns the files that the command line writes.
 * @param {string} name
 * @param {State} state
 * @returns {Promise<Files>}
 */
async function filesOfCore(name, state) {
  const folder = mkdtempSync(join(tmpdir(), "phasor-numbers-"));
  const flags = Object.entries(state).map(([key, value]) => `--${key}=${value}`);
  const [csv, svg] = ["csv", "svg"].map((ending) => join(folder, `figure.${ending}`));
  await Promise.all([csv, svg].map((path) => run(CORE, ["figure", name, ...flags, "-o", path])));
  const files = { csv: readFileSync(csv, "utf8"), svg: readFileSync(svg, "utf8") };
  rmSync(folder, { recursive: true });
  return files;
}

/**
 * Returns the cells of a table that differ from the same cell of another table by more than the last bits.
 * @param {string} one
 * @param {string} other
 */
function differences(one, other) {
  const [cells, others] = [one, other].map((csv) => csv.split(/[,\n]/));
  expect(cells.length).toBe(others.length);
  const isSame = (/** @type {string} */ a, /** @type {string} */ b) =>
    a === b || Math.abs(Number(a) - Number(b)) <= LAST_BITS * Math.max(1, Math.abs(Number(b)));
  return cells.flatMap((cell, place) => (isSame(cell, others[place]) ? [] : [`${cell}, not ${others[place]}`]));
}

/** Returns the reading in a picture. @param {string} svg */
const reading = (svg) => /<desc>(.*)<\/desc>/.exec(svg)?.[1];

// Three browsers and the command line work at once.
test.setTimeout(300_000);

for (const figure of FIGURES) {
  test(`${figure.name} has the same numbers in ${ENGINES.join(", ")} and on the command line`, async ({ engine }) => {
    const all = states(figure);
    const [first, ...others] = await Promise.all(
      ENGINES.map(async (name) => {
        const { open, run } = await engine(name);
        await open(`${process.env.PHASOR_URL}embed.html?name=${figure.name}`);
        return run(filesInPage, { states: all, chaotic: CHAOTIC });
      }),
    );
    others.forEach((other, place) => expect(other, ENGINES[place + 1]).toEqual(first));
    for (const [place, state] of all.entries()) {
      if (state.projection !== CHAOTIC) {
        const core = await filesOfCore(figure.name, state);
        expect(differences(first[place].csv, core.csv), JSON.stringify(state)).toEqual([]);
        expect(reading(first[place].svg)).toBe(reading(core.svg));
      }
    }
  });
}
