// The part that runs without a browser: three programs alternately, each compared with its own copy.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT, fail } from "../../tools/setup/setup.mjs";

/** @typedef {import("./report.mjs").Line} Line */
/** @typedef {{ size: string, name: string, pairing: string | null, seconds: number[], error: number | null }} Measured */
/** @typedef {{ kind: string, names: string[], trouble?: string, run: () => Measured[] }} Program */

const CANDLE = join(ROOT, "benches", "bulk", "candle");
/** The interpreter that has the peers. */
const interpreter = () => process.env.PYTHON ?? "python3";
const PAIRINGS = ["half-split", "interleaved"];

/** How often a peer times each case in one run; our program does so fifteen times. */
const REPEATS = "5";

/** Limits every program to one thread. */
const ALONE = { RAYON_NUM_THREADS: "1", OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1", MKL_NUM_THREADS: "1" };

/**
 * Runs a program that prints a line of JSON for each case.
 * @param {string} program
 * @param {string[]} args
 * @returns {any[]}
 */
function read(program, args) {
  const settings = /** @type {const} */ ({ cwd: ROOT, encoding: "utf8", env: { ...process.env, ...ALONE } });
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...settings, maxBuffer: 1 << 28 });
  if (status !== 0) {
    fail(`${stderr ?? error}\n${program} ${args.join(" ")} failed; see the output above.`);
  }
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

/**
 * Builds a program with cargo and returns its path, or nothing if that failed.
 * @param {string[]} args
 * @param {string} name
 * @param {string} cwd
 * @returns {string | undefined}
 */
function compile(args, name, cwd) {
  const all = [...args, "--locked", "--quiet", "--message-format", "json-render-diagnostics"];
  const { status, stdout } = spawnSync("cargo", all, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 });
  if (status !== 0) {
    return undefined;
  }
  const messages = stdout.trim().split("\n").map((line) => JSON.parse(line));
  return messages.find(({ executable, target }) => executable && target.name === name)?.executable;
}

/** @returns {Program} */
function ours() {
  console.log("Compiling our kernels for this machine.");
  const program = compile(["bench", "--package", "phasor-bulk", "--bench", "bulk", "--no-run"], "bulk", ROOT);
  if (!program) {
    fail("crates/bulk/benches/bulk.rs could not be compiled; see the output of cargo above.");
  }
  // The table shows only f32; narrower numbers have another limit.
  const named = (/** @type {Measured} */ { name }) => /^(copy|half-split|interleaved)(?!.*16)/.test(name);
  const run = () =>
    read(program, ["--json"]).filter(named).map((line) => {
      const [pairing, name] = line.name.split(", ");
      return name ? { ...line, pairing, name: `ours: ${name}` } : { ...line, pairing: null, name: "copy: ours" };
    });
  return { kind: "ours", names: [], run };
}

/** @returns {Program} */
function candle() {
  console.log("Compiling candle-nn for this machine (about two minutes, once).");
  const name = "candle-nn";
  const program = compile(["build", "--release", "--bin", "candle-peer"], "candle-peer", CANDLE);
  if (!program) {
    const trouble = "benches/bulk/candle could not be compiled; see the output of cargo above.";
    return { kind: "candle", names: [name], trouble, run: () => [] };
  }
  const run = () =>
    read(program, [REPEATS]).map((line) =>
      line.name === "copy" ? { ...line, pairing: null, name: "copy: candle's" } : { ...line, pairing: line.name, name },
    );
  return { kind: "candle", names: [name], run };
}

/** Returns the modules of the peers that Python has. */
function modules() {
  return ["numpy", "torch"].filter((name) => {
    const code = `import ${name}; print(${name}.__version__)`;
    const { status, stdout } = spawnSync(interpreter(), ["-c", code], { encoding: "utf8" });
    console.log(status === 0 ? `${name} ${stdout.trim()}` : `${name} is not installed.`);
    return status === 0;
  });
}

/** @returns {Program[]} */
function python() {
  const there = modules();
  /** @type {Program[]} */
  const absent = ["numpy", "torch"].filter((name) => !there.includes(name)).map((name) => {
    const trouble = `${interpreter()} does not have ${name}; set PYTHON to an interpreter that does (versions as in tools/golden/requirements.txt).`;
    return { kind: "python", names: [name], trouble, run: () => [] };
  });
  const run = () => read(interpreter(), [join("benches", "bulk", "native_peers.py"), REPEATS]);
  return there.includes("numpy") ? [{ kind: "python", names: [], run }, ...absent] : absent;
}

/**
 * @param {number} rounds
 * @returns {Line[]}
 */
export function measureNative(rounds) {
  const programs = [ours(), candle(), ...python()];
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (let round = 1; round <= rounds; round += 1) {
    for (const { kind, run } of programs) {
      for (const { size, name, pairing, seconds, error } of run()) {
        const key = [size, kind, name, pairing].join("\n");
        const line = lines.get(key) ?? { part: "native", size, kind, name, seconds: [], isOurs: kind === "ours" };
        line.seconds.push(Math.min(...seconds));
        lines.set(key, { ...line, pairing: pairing ?? undefined, error: error ?? undefined });
      }
    }
    console.log(`native: round ${round} of ${rounds}`);
  }
  const measured = [...lines.values()];
  const sizes = new Set(measured.map(({ size }) => size));
  const absent = [...sizes].flatMap((size) =>
    programs.flatMap(({ kind, names, trouble }) =>
      (trouble ? names : []).flatMap((name) =>
        PAIRINGS.map((pairing) => ({ part: /** @type {const} */ ("native"), size, kind, name, pairing, seconds: [], trouble })),
      ),
    ),
  );
  return [...measured, ...absent];
}
