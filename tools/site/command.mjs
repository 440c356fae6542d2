#!/usr/bin/env node
// The command of the package: serves the finished site, which the package holds, on this machine.

import { fileURLToPath } from "node:url";
import { PORT_HELP, readPort, fail, serveAt } from "./port.mjs";

const COMMAND = "npx phasor-figure serve";

const HELP = `Serves all pages of Phasor on this machine.

  ${COMMAND} [--port N]

${PORT_HELP}`;

/** The folder of the package, which holds the element; the pages are in its folder `site`. */
const HERE = fileURLToPath(new URL("./", import.meta.url));

const [verb, ...rest] = process.argv.slice(2);
if (verb !== "serve" && verb !== "--help") {
  fail(`The command is ${COMMAND}${verb === undefined ? "" : `, not ${verb}`}; --help shows its options.`);
}
const how = { help: HELP, command: COMMAND };
const port = readPort(verb === "serve" ? rest : [verb], how);
const { url } = await serveAt({ root: fileURLToPath(new URL("site", import.meta.url)), port, folders: { "embed/": HERE } }, how);
console.log(`Phasor is at ${url}`);
