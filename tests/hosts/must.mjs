// Runs the tools of the hosts.

import { spawnSync } from "node:child_process";
import { fail } from "../../tools/setup/setup.mjs";

/**
 * Runs a command, and stops with its output if it fails.
 * @param {string[]} command
 * @param {string} cwd
 * @param {Record<string, string>} [more] Further variables of the environment.
 */
export function must([program, ...args], cwd, more = {}) {
  const quiet = { npm_config_loglevel: "error", ASTRO_TELEMETRY_DISABLED: "1", PYTHONDONTWRITEBYTECODE: "1" };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env: { ...process.env, ...quiet, ...more }, encoding: "utf8" });
  if (status !== 0) {
    fail(`The example in ${cwd} could not be built: ${[program, ...args].join(" ")} failed.\n${stdout}${stderr}`);
  }
}
