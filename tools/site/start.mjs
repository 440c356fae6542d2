// Builds Phasor and serves it on this machine.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "../program/stamp.mjs";
import { FOLDER, MODEL, PLACE_IN_SITE } from "../setup/language_model.mjs";
import { setUpBuild } from "../setup/setup.mjs";
import { print, time } from "../setup/steps.mjs";
import { build, needsNoBuild } from "./build.mjs";
import { PORT_HELP, readPort, serveAt } from "./port.mjs";

/** The longest time that everything should take on a fresh machine with two free cores, in seconds. */
const TARGET = 8 * 60;

/** The command that runs this script. */
const START = "npm start";

const HELP = `Builds Phasor, unless it is up to date, and serves it on this machine.

  ${START} [-- --port N]

${PORT_HELP}`;

/** Returns the time since the command began, in seconds. */
const now = () => performance.now() / 1000;

/** Installs what is missing, builds the page, and prints how long that took. */
async function make() {
  await setUpBuild();
  const setUp = now();
  await build();
  const all = now();
  const parts = `Set-up took ${time(setUp)} and the build ${time(all - setUp)}, together ${time(all)}`;
  print(`${parts}; on a fresh machine with two free cores it should be at most ${time(TARGET)}.`);
}

/** Figures run the language model if it is there. */
const folders = { [PLACE_IN_SITE]: FOLDER };

const how = { help: HELP, command: `${START} --` };
const port = readPort(process.argv.slice(2), how);
if (!needsNoBuild()) {
  // A taken port is reported before the build, which takes a while.
  (await serveAt({ root: DIST, port }, how)).close();
  await make();
}
const { url } = await serveAt({ root: DIST, port, folders }, how);
console.log(`Phasor is at ${url}`);
if (!existsSync(join(FOLDER, MODEL.name))) {
  console.log("The figure of a real model shows stored answers; with `npm run model`, once, it also runs the model.");
}
