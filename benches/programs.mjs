// Builds and runs the programs that benchmarks compare, each on one thread.

import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { nativeEnvironment } from "../tools/program/environment.mjs";
import { ROOT, fail } from "../tools/setup/setup.mjs";

/**
 * Reads the options `--rounds N` and `--json FILE`.
 * @param {string} command The command of npm, for errors.
 * @param {number} usual The rounds without the option.
 */
export function chosenRounds(command, usual) {
  const usage = `npm run ${command} takes --rounds N and --json FILE`;
  const text = { type: /** @type {const} */ ("string") };
  let values;
  try {
    ({ values } = parseArgs({ options: { rounds: text, json: text } }));
  } catch (error) {
    fail(`${error instanceof Error ? error.message : error}; ${usage}.`);
  }
  const { rounds = String(usual), json } = values;
  if (!/^[1-9]\d{0,2}$/.test(rounds)) {
    fail(`The rounds must be a number from 1 to 999, not ${rounds}; ${usage}.`);
  }
  return { rounds: Number(rounds), json };
}

/** Limits every program to one thread. */
const ALONE = { RAYON_NUM_THREADS: "1", OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1", MKL_NUM_THREADS: "1" };

/**
 * Runs a program and returns what it prints.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} more Variables of the environment.
 */
function outputOf(program, args, more) {
  const env = { ...process.env, ...ALONE, ...more };
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: ROOT, encoding: "utf8", env, maxBuffer: 1 << 28 });
  if (status !== 0) {
    fail(`${stderr ?? error}\n${program} ${args.join(" ")} failed; see the output above.`);
  }
  return stdout;
}

/**
 * Runs a program and returns the JSON that it prints.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [more] Variables of the environment.
 * @returns {any}
 */
export const answerOf = (program, args, more = {}) => JSON.parse(outputOf(program, args, more));

/**
 * Runs a program that prints a line of JSON for each case.
 * @param {string} program
 * @param {string[]} args
 * @returns {any[]}
 */
export const linesOf = (program, args) => outputOf(program, args, {}).trim().split("\n").map((line) => JSON.parse(line));

/**
 * Builds a program with cargo and returns its path, or nothing if that failed.
 * @param {string[]} args
 * @param {string} name
 * @param {string} cwd
 * @returns {string | undefined}
 */
export function compile(args, name, cwd) {
  const all = [...args, "--locked", "--quiet", "--message-format", "json-render-diagnostics"];
  const env = nativeEnvironment();
  const { status, stdout } = spawnSync("cargo", all, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 });
  if (status !== 0) {
    return undefined;
  }
  const messages = stdout.trim().split("\n").map((line) => JSON.parse(line));
  return messages.find(({ executable, target }) => executable && target.name === name)?.executable;
}
