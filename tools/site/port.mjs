// The option --port of the commands that serve the page, and the sentences when it cannot be served there.

import { parseArgs } from "node:util";
import { serve } from "./serve.mjs";

/** A command that serves the page: its help, and what to type before an option. @typedef {{ help: string, command: string }} How */

/** The line about the option in the help of each command. */
export const PORT_HELP = "  --port N   the port, 0 for any free one; the variable PORT also sets it [default: 8080]";

/**
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}

/**
 * Returns the port that the arguments or the environment name. Ends after --help, and if there is another argument.
 * @param {string[]} args
 * @param {How} how
 */
export function readPort(args, { help, command }) {
  let values;
  try {
    const options = { port: { type: /** @type {const} */ ("string") }, help: { type: /** @type {const} */ ("boolean") } };
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    fail(`${error instanceof Error ? error.message : error}; ${command} --help shows the options.`);
  }
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const text = values.port ?? process.env.PORT ?? "8080";
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    fail(`The port must be a whole number from 0 to 65535, not ${text}.`);
  }
  return port;
}

/**
 * Serves a folder as `serve` does, or ends with a sentence if the port is taken.
 * @param {Parameters<typeof serve>[0]} what
 * @param {How} how
 */
export async function serveAt(what, { command }) {
  try {
    return await serve(what);
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    return fail(isTaken ? `Port ${what.port} is taken; choose another with ${command} --port N, or 0 for any free one.` : String(error));
  }
}
