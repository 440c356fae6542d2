// Runs all checks, or the ones that the command line names. A failure does not stop the others.

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { setUpChecks } from "../setup/setup.mjs";
import { Progress, time } from "../setup/steps.mjs";
import { checksOfChange } from "./changed.mjs";
import { CHECKS } from "./checks.mjs";

/** @typedef {import("./checks.mjs").Check} Check */
/** @typedef {{ passed: boolean, seconds: number }} Result */
/** A running check. @typedef {{ progress: Progress, result: Promise<Result> }} Run */

/** Keeps the checks from downloading anything, because set-up has installed everything that they need. */
const OFFLINE = { CARGO_NET_OFFLINE: "true", npm_config_offline: "true", PIP_NO_INDEX: "1" };

/**
 * Starts a check. Its output is kept until its progress is shown.
 * @param {Check} check
 * @returns {Run}
 */
function start({ name, seconds, commands, env }) {
  const progress = new Progress({ title: name, seconds });
  const work = async () => {
    for (const [place, command] of commands.entries()) {
      progress.stage = commands.length > 1 ? `command ${place + 1} of ${commands.length}` : "";
      await progress.run(command, { env: { ...OFFLINE, ...env }, isVisible: true });
    }
  };
  const result = work().then(
    () => ({ passed: true, seconds: progress.seconds }),
    (error) => {
      progress.line(error.message);
      return { passed: false, seconds: progress.seconds };
    },
  );
  return { progress, result };
}

/** Returns the checks that the command line names. */
function chosen() {
  const options = {
    only: { type: /** @type {const} */ ("string") },
    changed: { type: /** @type {const} */ ("boolean") },
    list: { type: /** @type {const} */ ("boolean") },
  };
  let values;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}; npm test takes --list, --changed and --only a,b.`);
    process.exit(2);
  }
  if (values.list) {
    console.log(CHECKS.map(({ name, why }) => `${name.padEnd(14)}${why}`).join("\n"));
    process.exit(0);
  }
  if (values.changed) {
    const { checks, left, peers } = checksOfChange();
    console.log(`These checks are for what has changed. npm test also runs ${left.join(", ")}.`);
    peers.forEach((peer) => console.log(`No check compiles ${peer}; npm run bench:${peer.split("/")[1]} does.`));
    return checks;
  }
  const wanted = values.only?.split(",");
  const unknown = wanted?.find((name) => !CHECKS.some((check) => check.name === name));
  if (unknown) {
    console.error(`There is no check ${unknown}; npm test -- --list shows them all.`);
    process.exit(2);
  }
  return CHECKS.filter(({ name, isSeparate }) => wanted?.includes(name) ?? !isSeparate);
}

/**
 * Runs checks and returns those that failed, each with the end of its output.
 * @param {Check[]} checks
 */
async function runAll(checks) {
  const early = availableParallelism() > 1 ? checks.slice(1).filter(({ isEarly }) => isEarly) : [];
  /** @type {Map<Check, Run>} */
  const begun = new Map();
  early.forEach((check) => begun.set(check, start(check)));
  const failed = [];
  for (const check of checks) {
    console.log(`\n== ${check.name}: ${check.why} (about ${time(check.seconds)})`);
    const { progress, result } = begun.get(check) ?? start(check);
    progress.show();
    const { passed, seconds } = await result;
    progress.end();
    const beside = begun.has(check) ? ", at the same time as earlier checks" : "";
    console.log(`${passed ? "passed" : "FAILED"} ${check.name} in ${time(seconds)}${beside}`);
    if (!passed) {
      failed.push({ name: check.name, end: progress.last });
    }
  }
  return failed;
}

const checks = chosen();
await setUpChecks(checks.flatMap(({ needs = [] }) => needs));
const setUp = performance.now() / 1000;
const failed = await runAll(checks);
const all = performance.now() / 1000;
console.log(`\nSet-up took ${time(setUp)} and the checks ${time(all - setUp)}, together ${time(all)}.`);
const names = failed.map(({ name }) => name);
failed.forEach(({ name, end }) => console.log(`\n== ${name} FAILED; its output ended with\n${end}\n`));
console.log(failed.length ? `Failed: ${names.join(", ")}` : "All checks passed.");
console.log(`${checks.length - failed.length} passed, ${failed.length} failed`);
if (failed.length) {
  console.log(`Their whole output is above. Fix the errors, and run them again with npm test -- --only ${names.join(",")}.`);
}
process.exit(failed.length ? 1 : 0);
