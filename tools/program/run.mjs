// Runs other programs while the progress display stays alive.

import { spawn } from "node:child_process";
import { ROOT, fail } from "../setup/setup.mjs";

/**
 * Runs a program and returns its output. If it fails, prints its error output and ends.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>}
 */
export function must(program, args, env = process.env) {
  return new Promise((done) => {
    /** @type {[string[], string[]]} */
    const [output, complaints] = [[], []];
    const child = spawn(program, args, { cwd: ROOT, env, shell: process.platform === "win32" });
    child.stdout.setEncoding("utf8").on("data", (text) => output.push(text));
    child.stderr.setEncoding("utf8").on("data", (text) => complaints.push(text));
    const end = (/** @type {unknown} */ status) =>
      status === 0 ? done(output.join("")) : fail(`${complaints.join("")}\n${program} failed (${status}). Fix the errors above, and run the command again.`);
    child.on("error", end).on("close", end);
  });
}
