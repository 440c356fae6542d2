// Draws the picture at the top of README.md: the instrument of the first page in motion, in light and in dark colours.
// The command line draws each moment of it, so the picture is what readers get. With --check, compares the stored
// pictures with new ones instead.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCore } from "../program/core.mjs";
import { ROOT, fail, setUpCore } from "../setup/setup.mjs";
import { print, step } from "../setup/steps.mjs";
import { NAME, STATE } from "./hero.mjs";
import { moving } from "./moving.mjs";
import { flags } from "./pictures.mjs";

/** CSS pixels. */
const WIDTH = 960;

/** The first and the last position, in tokens, between which the picture goes there and back. */
const [FROM, TO] = [32, 44];

/** How many moments there are on the way, and the seconds there and back. */
const [N_PICTURES, SECONDS] = [40, 6];

/** The most bytes of one picture. A reader's browser loads one of the two. */
const BUDGET = 600_000;

/** The positions, which are closer to each other at both ends, as a hand slows down where it turns back. */
const positions = Array.from({ length: N_PICTURES }, (_, place) => {
  const way = (1 - Math.cos((Math.PI * place) / (N_PICTURES - 1))) / 2;
  return (FROM + way * (TO - FROM)).toFixed(3);
});

const isCheck = process.argv.includes("--check");
await setUpCore();
const core = await step({ title: "Compiling the command line, which draws pictures", seconds: 40 }, buildCore);
const out = join(ROOT, "assets", "readme");
mkdirSync(out, { recursive: true });
const drafts = mkdtempSync(join(tmpdir(), "phasor-readme-"));
for (const theme of ["light", "dark"]) {
  const pictures = positions.map((position) => {
    const state = STATE.map(([key, value]) => [key, key === "position" ? position : value]);
    const file = join(drafts, "moment.svg");
    execFileSync(core, ["figure", NAME, ...flags(state), "--theme", theme, "--width", `${WIDTH}`, "-o", file]);
    return readFileSync(file, "utf8");
  });
  const picture = moving(pictures, SECONDS);
  const file = join(out, `instrument-${theme}.svg`);
  if (!isCheck) {
    writeFileSync(file, picture);
  } else if (readFileSync(file, "utf8") !== picture) {
    fail(`${file} is not what the command line draws; run npm run readme, and look at the result.`);
  }
  const bytes = Buffer.byteLength(picture);
  if (bytes > BUDGET) {
    fail(`${file} has ${bytes} bytes, ${BUDGET} at most; draw fewer moments in tools/site/readme.mjs.`);
  }
  print(`${isCheck ? "Compared" : "Wrote"} ${file}, ${bytes} bytes.`);
}
rmSync(drafts, { recursive: true });
