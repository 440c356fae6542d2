// Compares the speed of bulk RoPE with its peers, in the browser and natively, and prints tables of ratios to a copy of
// as many bytes. Times depend on the machine and the moment, so a missed target is printed but is not an error.

import { existsSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DIST } from "../../tools/program/stamp.mjs";
import { build } from "../../tools/site/build.mjs";
import { fail, setUpBrowser, setUpBuild, setUpPeers } from "../../tools/setup/setup.mjs";
import { measureBrowser } from "./browser.mjs";
import { measureNative } from "./native.mjs";
import { merged, tables, troubles } from "./report.mjs";

const PARTS = ["native", "browser"];
const USAGE = "npm run bench:bulk takes --only browser|native, --rounds N, --json FILE and --dist FOLDER (a finished build)";

/** @typedef {import("./report.mjs").Line} Line */

function chosen() {
  const text = { type: /** @type {const} */ ("string") };
  let values;
  try {
    ({ values } = parseArgs({ options: { only: text, rounds: text, json: text, dist: text } }));
  } catch (error) {
    fail(`${error instanceof Error ? error.message : error}; ${USAGE}.`);
  }
  const { only, rounds = "7", json, dist } = values;
  if (only && !PARTS.includes(only)) {
    fail(`There is no part ${only}; ${USAGE}.`);
  }
  if (!/^[1-9]\d{0,2}$/.test(rounds)) {
    fail(`The rounds must be a number from 1 to 999, not ${rounds}; ${USAGE}.`);
  }
  if (dist && !existsSync(join(dist, "bulk", "worker.js"))) {
    fail(`${dist} is not a finished build: it has no bulk/worker.js.`);
  }
  return { parts: only ? [only] : PARTS, rounds: Number(rounds), json, dist: dist && resolve(dist) };
}

/**
 * @param {string} title
 * @param {Line[]} lines
 */
function print(title, lines) {
  console.log(`\n## ${title}\n\n${tables(lines).join("\n")}`);
  for (const trouble of troubles(lines)) {
    console.log(trouble);
  }
}

const { parts, rounds, json, dist } = chosen();
await (parts.includes("browser") ? setUpBrowser() : setUpBuild());
if (parts.includes("native")) {
  await setUpPeers("numpy", "torch");
}
/** @type {{ processor: string, processors: number, rounds: number, browser?: import("./browser.mjs").Machine, lines: Line[] }} */
const all = { processor: cpus()[0].model, processors: availableParallelism(), rounds, lines: [] };
const keep = () => json && writeFileSync(json, `${JSON.stringify(all, null, 1)}\n`);
console.log(`${all.processor}, ${all.processors} processors.
Best of ${rounds} alternating rounds, one thread, f32. The first ratio compares best times with each copy of as many
bytes in the same run; the worst ratio counts. Then come the median and the range of the ratio to the
fastest copy within each round.`);
if (parts.includes("native")) {
  all.lines.push(...measureNative(rounds));
  keep();
  print("Native: each program against its own copy", all.lines);
}
if (parts.includes("browser")) {
  if (!dist) {
    await build();
  }
  const { machine, lines } = await measureBrowser({ dist: dist ?? DIST, rounds }).catch((error) =>
    fail(`The measurement in Chromium failed: ${String(error?.message ?? error).split("\n")[0]}`),
  );
  const rows = merged(lines);
  all.browser = machine;
  all.lines.push(...rows);
  keep();
  const [name, isSoftware] = machine.gpu ?? ["none", false];
  const gpu = `${name || "without a name"}${isSoftware ? ", emulated on the processor" : ""}`;
  const clock = machine.isolated ? "" : "; the page is not isolated, so its clock is coarse";
  print(`Chromium ${machine.version}; GPU: ${gpu}${clock}`, rows);
}
