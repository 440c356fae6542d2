// Shows what is being done, how far it is and about how long it takes. A terminal shows this on one line, which is
// updated each second; other outputs get plain lines, at least one every 15 seconds.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { ROOT, WINDOWS } from "./places.mjs";

/**
 * A step. `title` is what it does, as the start of a sentence; `seconds` its usual time on two free cores; `crates` the
 * number of crates that it compiles or downloads; `cure` the last line if it fails, with advice.
 * @typedef {{ title: string, seconds?: number, crates?: number, cure?: string }} Plan
 */

/** @typedef {[string, ...string[]]} Command */

/**
 * `env` is added to the environment. The program's output is shown if it fails, or at once with `isVisible`.
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, isVisible?: boolean }} Running
 */

const IS_TERMINAL = Boolean(process.stdout.isTTY) && process.env.TERM !== "dumb";

/** The longest silence without a terminal, in seconds. */
const SILENCE = 15;

/** How many of the last lines of a step are kept, enough for the names of tests that failed. */
const LAST = 30;

/** The beginning of a line that only shows progress, so that an outer step can recognise it. */
const TICK = "  ... ";

/** The first words of cargo's progress lines, each right-aligned in 12 columns. */
const DOWNLOADED = "Downloaded";
const COMPILED = ["Compiling", "Checking", "Documenting"];
const FINISHED = "Finished";
const STATUS = new Set([
  ...[DOWNLOADED, ...COMPILED, FINISHED, "Adding", "Blocking", "Building", "Doc-tests", "Downloading", "Fresh", "Generated"],
  ...["Installed", "Installing", "Locking", "Removed", "Replaced", "Replacing", "Running", "Updating"],
]);

/** Makes programs colour their output on a terminal, although it passes through this script. */
const COLOURS = IS_TERMINAL && !process.env.NO_COLOR ? { CARGO_TERM_COLOR: "always", FORCE_COLOR: "1" } : {};

/** The failure of a program; `output` is the part of its output that was not shown yet. */
class Failure extends Error {
  /**
   * @param {Command} command
   * @param {unknown} how The exit status, the signal that ended it, or the reason why it did not start.
   * @param {string} output
   */
  constructor(command, how, output) {
    super(`${output}${command.join(" ")} failed (${how}).`);
  }
}

/**
 * Formats a time.
 * @param {number} seconds
 */
export function time(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) {
    return seconds < 9.95 && !Number.isInteger(seconds) ? `${seconds.toFixed(1)} s` : `${whole} s`;
  }
  return whole % 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole / 60} min`;
}

/** The steps that are shown. The updated line belongs to the last one. @type {Progress[]} */
let visible = [];

/** The step that the last line without a terminal is about. @type {unknown} */
let subject;

/** The progress of one step. */
export class Progress {
  /** The current part of the step, such as one of several commands. */
  stage = "";
  /** What the step does at the moment. */
  note = "";

  #plan;
  #began = performance.now();
  #printed = performance.now();
  /** The number of crates that were downloaded or, after that, compiled. */
  #crates = 0;
  #isDownload = false;
  /** Lines that wait until the step is shown. @type {string[]} */
  #waiting = [];
  /** The last lines that stay. @type {string[]} */
  #last = [];
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @param {Plan} plan */
  constructor(plan) {
    this.#plan = plan;
  }

  /** The seconds since the step began. */
  get seconds() {
    return (performance.now() - this.#began) / 1000;
  }

  /** The last lines that the step has printed. */
  get last() {
    return this.#last.join("\n");
  }

  /** Shows the step from now on, beginning with the lines that it has already printed. */
  show() {
    visible.push(this);
    this.#waiting.splice(0).forEach((line) => this.#put(line));
    this.#timer = setInterval(() => this.#tick(), 1000);
    this.#draw();
  }

  /** Removes the updated line. */
  end() {
    clearInterval(this.#timer);
    clear();
    visible = visible.filter((step) => step !== this);
  }

  /**
   * Prints a line that stays.
   * @param {string} line
   */
  line(line) {
    if (!line.startsWith(TICK)) {
      this.#last = [...this.#last.slice(1 - LAST), line];
    }
    this.#put(line);
  }

  /** @param {string} line */
  #put(line) {
    const isVisible = visible.includes(this);
    if (line.startsWith(TICK) && (IS_TERMINAL || !isVisible)) {
      this.note = line.slice(TICK.length);
    } else if (!isVisible) {
      this.#waiting.push(line);
    } else {
      clear();
      console.log(line);
      this.#printed = performance.now();
      this.#draw();
    }
  }

  /**
   * Takes a line of output if it is one of cargo's progress lines.
   * @param {string} line
   * @returns {boolean} Whether it is one.
   */
  takes(line) {
    const plain = stripVTControlCharacters(line);
    const word = plain.slice(0, 12).trimStart();
    if (plain[12] !== " " || !STATUS.has(word)) {
      return false;
    }
    if (word === DOWNLOADED || COMPILED.includes(word)) {
      // The count starts again when cargo has downloaded the crates and begins to compile.
      const isDownload = word === DOWNLOADED;
      this.#crates = isDownload === this.#isDownload ? this.#crates + 1 : 1;
      this.#isDownload = isDownload;
    }
    if (word === FINISHED) {
      this.#crates = 0;
    }
    this.note = word === FINISHED ? "" : plain.trim().replace(/ \(.*\/.*\)$/, "");
    return true;
  }

  /**
   * Runs a program and follows what it prints.
   * @param {Command} command
   * @param {Running} [running]
   */
  async run(command, { cwd = ROOT, env, isVisible = false } = {}) {
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...COLOURS, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: WINDOWS,
    });
    /** @type {string[]} */
    const output = [];
    const take = (/** @type {string} */ line) => {
      const isStatus = this.takes(line);
      if (isVisible && !isStatus) {
        this.line(line);
      } else if (!isVisible) {
        output.push(`${line}\n`);
        this.note = isStatus ? this.note : stripVTControlCharacters(line).trim();
      }
    };
    [child.stdout, child.stderr].forEach((stream) => byLines(stream, take));
    const [status, signal] = await once(child, "close").catch((error) => [error.message]);
    if (status !== 0) {
      throw new Failure(command, status ?? signal, output.join(""));
    }
  }

  /** Returns a description of the progress. */
  #state() {
    const { seconds, crates } = this.#plan;
    const elapsed = time(Math.floor(this.seconds));
    const expected = seconds ? (this.seconds > seconds ? `, usually ${time(seconds)}` : ` of about ${time(seconds)}`) : "";
    const counted = `crate ${this.#crates}${crates ? ` of about ${crates}` : ""}`;
    return [elapsed + expected, this.stage, this.#crates ? counted : "", this.note].filter(Boolean).join(", ");
  }

  #tick() {
    if (IS_TERMINAL) {
      this.#draw();
    } else if (performance.now() - this.#printed > SILENCE * 1000) {
      console.log(TICK + (subject === this.#plan ? "" : `${this.#plan.title}: `) + this.#state());
      this.#printed = performance.now();
    }
  }

  #draw() {
    if (IS_TERMINAL && visible.at(-1) === this) {
      const text = `· ${this.#plan.title}: ${this.#state()}`;
      clear();
      process.stdout.write(text.slice(0, (process.stdout.columns || 80) - 1));
    }
  }
}

function clear() {
  if (IS_TERMINAL && visible.length > 0) {
    process.stdout.write("\r\x1b[K");
  }
}

/**
 * @param {import("node:stream").Readable} stream
 * @param {(line: string) => void} take
 */
function byLines(stream, take) {
  let rest = "";
  stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
    const lines = (rest + text).split(/\r?\n|\r/);
    rest = lines.pop() ?? "";
    lines.forEach(take);
  });
  stream.on("end", () => rest && take(rest));
}

/**
 * Prints a line about what happens or has happened.
 * @param {string} sentence
 */
export function print(sentence) {
  clear();
  console.log(`· ${sentence}`);
}

/**
 * Ends the program with a sentence that says what is wrong and what to do.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  clear();
  console.error(sentence);
  process.exit(1);
}

/**
 * Does a step and shows its progress. If the step fails, its whole output is printed, the last line says what to do,
 * and the program ends.
 * @template T
 * @param {Plan} plan
 * @param {(progress: Progress) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(plan, work) {
  const progress = new Progress(plan);
  if (!IS_TERMINAL) {
    print(plan.title + (plan.seconds ? ` (about ${time(plan.seconds)})` : ""));
    subject = plan;
  }
  progress.show();
  try {
    const result = await work(progress);
    progress.end();
    console.log(`${subject === plan ? "  " : `· ${plan.title}: `}done in ${time(progress.seconds)}`);
    return result;
  } catch (error) {
    progress.end();
    console.error(error instanceof Failure ? error.message : error);
    return fail(`${plan.title}: failed after ${time(progress.seconds)}. ${plan.cure ?? "See the output above."}`);
  }
}

/**
 * Runs one program as a step.
 * @param {Plan} plan
 * @param {Command} command
 * @param {Running} [running]
 */
export function command(plan, command, running) {
  return step(plan, (progress) => progress.run(command, running));
}
