// Builds Phasor and serves it on this machine.

import { parseArgs } from "node:util";
import { DIST, build, needsNoBuild } from "./build.mjs";
import { serve } from "./serve.mjs";
import { setUpBuild } from "./setup.mjs";
import { say, time } from "./steps.mjs";

/** The longest time that everything should take on a fresh machine with two free cores, in seconds. */
const TARGET = 12 * 60;

const HELP = `Builds Phasor, unless it is up to date, and serves it on this machine.

  npm start [-- --port N]

  --port N   the port, 0 for any free one; the variable PORT also sets it [default: 8080]`;

/**
 * @param {string} sentence
 * @returns {never}
 */
function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

function readPort() {
  let values;
  try {
    const options = { port: { type: /** @type {const} */ ("string") }, help: { type: /** @type {const} */ ("boolean") } };
    ({ values } = parseArgs({ options }));
  } catch (error) {
    refuse(`${error instanceof Error ? error.message : error}; npm start -- --help shows the options.`);
  }
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const text = values.port ?? process.env.PORT ?? "8080";
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    refuse(`The port must be a whole number from 0 to 65535, not ${text}.`);
  }
  return port;
}

/** Returns the time since the command began, in seconds. */
const now = () => performance.now() / 1000;

/** Installs what is missing, builds the page, and prints how long that took. */
async function make() {
  await setUpBuild();
  const setUp = now();
  await build();
  const all = now();
  const parts = `Set-up took ${time(setUp)} and the build ${time(all - setUp)}, together ${time(all)}`;
  say(`${parts}; on a fresh machine with two free cores it should be at most ${time(TARGET)}.`);
}

/** @param {number} port */
async function serveAt(port) {
  try {
    return await serve({ root: DIST, port });
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    return refuse(isTaken ? `Port ${port} is taken; choose another with npm start -- --port N, or 0 for any free one.` : String(error));
  }
}

const port = readPort();
if (!needsNoBuild()) {
  // A taken port is reported before the build, which takes a while.
  (await serveAt(port)).close();
  await make();
}
const { url } = await serveAt(port);
console.log(`Phasor is at ${url}`);
