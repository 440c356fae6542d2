// The part that runs without a browser: three programs alternately, each compared with its own copy.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT, fail } from "../../tools/setup/setup.mjs";
import { compile, linesOf } from "../programs.mjs";

/** @typedef {import("./report.mjs").Line} Line */
/** @typedef {{ size: string, name: string, pairing: string | null, seconds: number[], error: number | null }} Measured */
/** @typedef {{ kind: string, names: string[], trouble?: string, run: () => Measured[] }} Program */

const CANDLE = join(ROOT, "benches", "bulk", "candle");
/** The interpreter that has the peers. */
const interpreter = () => process.env.PYTHON ?? "python3";
const PAIRINGS = ["half-split", "interleaved"];

/** How often a peer times each case in one run; our program does so fifteen times. */
const REPEATS = "5";

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
    linesOf(program, ["--json"]).filter(named).map((line) => {
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
    linesOf(program, [REPEATS]).map((line) =>
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
  const run = () => linesOf(interpreter(), [join("benches", "bulk", "native_peers.py"), REPEATS]);
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
