// Builds Phasor and serves it on this machine.

import { parseArgs } from "node:util";
import { DIST, build } from "./build.mjs";
import { serve } from "./serve.mjs";
import { setUpBuild } from "./setup.mjs";

const HELP = `Builds Phasor and serves it on this machine.

  npm start [-- --port N]

  --port N   the port to serve at, 0 for any free one; also the variable PORT [default: 8080]`;

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

const port = readPort();
setUpBuild();
try {
  // Before the build, which takes a while, so that a taken port is told at once.
  const { url } = await serve({ root: DIST, port });
  await build();
  console.log(`Phasor is at ${url}`);
} catch (error) {
  const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  refuse(isTaken ? `Port ${port} is taken; choose another with --port.` : String(error));
}
