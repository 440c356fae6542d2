// The trainer of races without the page: what its racers report, in Node and in browsers.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DIST } from "../tools/program/stamp.mjs";

/** The settings of a race: three letters back, texts of 32 tokens, heads of 12 components, base 10,000, seed 5. */
const COURSE = [0, 3, 32, 12, 10_000, 5];

/** The number of steps in which all kinds of reports occur. */
const STEPS = 24;

/** The racer that finishes its race, RoPE; the others end after the first steps. */
const FINISHER = 0;

const FOLDER = join(DIST, "embed", "race");

/**
 * Returns all that six racers report, as numbers: one of them in its whole race, the others in their first steps. The
 * function also runs inside a page, so it has everything it needs as arguments.
 * @param {{ trainer: any, course: number[], steps: number, finisher: number }} how
 */
function reports({ trainer, course, steps, finisher }) {
  const all = [];
  for (let racer = 0; racer < 6; racer += 1) {
    const one = new trainer.Worker(Float64Array.from(course), racer, undefined);
    while (!one.done() && (racer === finisher || one.step() < steps)) {
      all.push([...(one.advance() ?? [])]);
    }
    one.free();
  }
  return all.filter((report) => report.length > 0);
}

/**
 * Returns the losses of the first steps in reports, racer after racer. A report begins with the racer, the number of
 * all steps, that of steps done, and its kind.
 * @param {number[][]} all
 */
export function lossesIn(all) {
  const early = all.filter(([, , step, kind]) => step <= STEPS && kind === 0);
  return Array.from({ length: 6 }, (_, racer) => early.filter((report) => report[0] === racer).flatMap((report) => report.slice(4)));
}

/** Returns the reports in Node. */
export async function reportsHere() {
  const trainer = await import(pathToFileURL(join(FOLDER, "trainer.js")).href);
  trainer.initSync({ module: readFileSync(join(FOLDER, "trainer_bg.wasm")) });
  return reports({ trainer, course: COURSE, steps: STEPS, finisher: FINISHER });
}

/** Returns a script that evaluates to the reports of a browser. @param {string} site */
export function reportsOf(site) {
  const how = `course: ${JSON.stringify(COURSE)}, steps: ${STEPS}, finisher: ${FINISHER}`;
  return `(async () => {
    const trainer = await import(${JSON.stringify(`${site}embed/race/trainer.js`)});
    await trainer.default();
    return (${reports})({ trainer, ${how} });
  })()`;
}
