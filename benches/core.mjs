// Compares the speed of the encoding core with numpy and scipy, and prints one table. Because the machine may be busy,
// the core and its peers run alternately, and the median over the rounds counts.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, fail, setUpCore, setUpPeers } from "../tools/setup/setup.mjs";

const ROUNDS = 5;
/** The interpreter that has the peers. */
const python = () => process.env.PYTHON ?? "python3";
const GROUPS = ["table", "curve", "matrix", "rope"];

/**
 * One line of the table. `ours` and `peer` are names in core.rs and peers.py; `peer` may have a prefix from
 * `VARIANTS`.
 * @typedef {{ work: string, group: string, ours: string, peer: string, peerTitle: string, target?: number }} Row
 */

/**
 * Peers that run once more under other conditions. numpy asks the system for pages of 2 MiB, and Rust's allocator does
 * not. The first access to new memory has a cost for each page.
 * @type {Record<string, { group: string, peer: string, env: Record<string, string> }>}
 */
const VARIANTS = {
  "one:": { group: "matrix", peer: "gram_into", env: { OPENBLAS_NUM_THREADS: "1" } },
  "small:": { group: "matrix", peer: "toeplitz", env: { NUMPY_MADVISE_HUGEPAGE: "0" } },
};

/** @type {Row[]} */
const ROWS = [
  { group: "table", work: "sinusoidal table 4096 x 512", ours: "table", peer: "textbook", peerTitle: "numpy, textbook", target: 5 },
  { group: "table", work: "the same, position by position", ours: "encode_into", peer: "textbook", peerTitle: "numpy, textbook" },
  { group: "curve", work: "similarity curve, 4096 offsets", ours: "curve", peer: "cosines", peerTitle: "numpy, mean of cosines" },
  { group: "curve", work: "the same", ours: "curve", peer: "gram_row", peerTitle: "numpy, encodings and a row of the Gram matrix" },
  { group: "curve", work: "the same", ours: "curve", peer: "cdist_row", peerTitle: "scipy, encodings and a row of cdist" },
  { group: "matrix", work: "matrix 4096 x 4096 with its curve", ours: "from_frequencies", peer: "gram", peerTitle: "numpy, Gram form of given encodings", target: 20 },
  { group: "matrix", work: "the same", ours: "from_frequencies", peer: "gram_into", peerTitle: "numpy, the same into given memory", target: 20 },
  { group: "matrix", work: "the same", ours: "from_frequencies", peer: "one:gram_into", peerTitle: "numpy, the same with one thread", target: 20 },
  { group: "matrix", work: "the same", ours: "from_frequencies", peer: "cdist", peerTitle: "scipy, cdist of given encodings into given memory", target: 20 },
  { group: "matrix", work: "matrix of a given curve", ours: "from_curve", peer: "windows_into", peerTitle: "numpy, copy of a window view into given memory" },
  { group: "matrix", work: "the same in new memory", ours: "from_curve_new_memory", peer: "toeplitz", peerTitle: "scipy, toeplitz, in pages of 2 MiB" },
  { group: "matrix", work: "the same", ours: "from_curve_new_memory", peer: "small:toeplitz", peerTitle: "scipy, toeplitz, in pages of 4 KiB as ours" },
  { group: "rope", work: "RoPE table 4096 x 128", ours: "table", peer: "rope", peerTitle: "numpy, cos and sin of the angles" },
];

/** @typedef {Record<string, number>} Times seconds by name */

/**
 * Runs a program in the repository and returns its output.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function run(program, args, env = {}) {
  const done = spawnSync(program, args, { cwd: ROOT, encoding: "utf8", env: { ...process.env, ...env } });
  if (done.status !== 0) {
    fail(`${done.stderr ?? done.error}\n${program} ${args.join(" ")} failed; see the output above.`);
  }
  return done.stdout;
}

/** Builds core.rs for speed, and returns the path of the program. */
function build() {
  const build = ["bench", "--locked", "--quiet", "--package", "phasor-encoding", "--bench", "core", "--no-run", "--message-format", "json"];
  const messages = run("cargo", build).trim().split("\n").map((line) => JSON.parse(line));
  return messages.find(({ executable, target }) => executable && target.name === "core").executable;
}

/**
 * @param {string} program
 * @param {string} group
 * @param {string} home The folder for criterion's numbers.
 * @returns {Times}
 */
function measureOurs(program, group, home) {
  run(program, ["--bench", `^${group}/`], { CRITERION_HOME: home });
  const names = new Set(["memcpy", ...ROWS.filter((row) => row.group === group).map(({ ours }) => ours)]);
  const seconds = (/** @type {string} */ name) => {
    const file = join(home, group, name, "new", "estimates.json");
    return JSON.parse(readFileSync(file, "utf8")).median.point_estimate / 1e9;
  };
  return Object.fromEntries([...names].map((name) => [name, seconds(name)]));
}

/**
 * @param {string} group
 * @returns {Times}
 */
function measurePeers(group) {
  const script = join("benches", "peers.py");
  /** @type {(args: string[], prefix?: string, env?: Record<string, string>) => [string, number][]} */
  const medians = (args, prefix = "", env = {}) => {
    const { times } = JSON.parse(run(python(), [script, group, ...args], env));
    return Object.entries(times).map(([name, { median }]) => [prefix + name, median]);
  };
  const variants = Object.entries(VARIANTS).filter(([, variant]) => variant.group === group);
  const more = variants.flatMap(([prefix, { peer, env }]) => medians([peer], prefix, env));
  return Object.fromEntries([...medians([]), ...more]);
}

/** Returns the versions of Python and the peers, or nothing if they are not installed. */
function findPeers() {
  const code = "import sys, numpy, scipy; print(sys.version.split()[0], numpy.__version__, scipy.__version__)";
  const { status, stdout } = spawnSync(python(), ["-c", code], { encoding: "utf8" });
  return status === 0 ? stdout.trim().split(" ") : undefined;
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** @param {number} seconds */
function duration(seconds) {
  const [value, unit] = seconds < 1e-3 ? [seconds * 1e6, "µs"] : [seconds * 1e3, "ms"];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

const times = (/** @type {number} */ ratio) => `${Number(ratio.toPrecision(ratio < 1 ? 2 : 3))} x`;

/** @typedef {{ ours: Record<string, Times>, peers: Record<string, Times> }} Round */

/**
 * @param {Row} row
 * @param {Round[]} rounds
 */
function cells({ work, group, ours, peer, peerTitle, target }, rounds) {
  const over = (/** @type {(round: Round) => number} */ value) => rounds.map(value);
  const mine = (/** @type {Round} */ round) => round.ours[group][ours];
  const limit = times(median(over((round) => mine(round) / round.ours[group].memcpy)));
  const theirs = (/** @type {Round} */ round) => round.peers[group]?.[peer];
  if (rounds.some((round) => theirs(round) === undefined)) {
    return [work, duration(median(over(mine))), peerTitle, "absent", "", "", limit];
  }
  const ratios = over((round) => theirs(round) / mine(round));
  const ratio = median(ratios);
  const range = `${times(Math.min(...ratios))} to ${times(Math.max(...ratios))}`;
  const verdict = target ? `${target} x, ${ratio < target ? "MISSED" : "met"}` : "";
  const spans = [duration(median(over(mine))), peerTitle, duration(median(over(theirs))), `${times(ratio)} (${range})`];
  return [work, ...spans, verdict, limit];
}

await setUpCore();
await setUpPeers("numpy", "scipy");
const versions = findPeers();
if (!versions) {
  console.log(`${python()} does not have numpy and scipy, so only the core is measured and there are no ratios.`);
}
console.log("Building the core for speed, then measuring; this takes about five minutes.");
const program = build();
const home = mkdtempSync(join(tmpdir(), "phasor-bench-"));
const rounds = Array.from({ length: ROUNDS }, (_, idx) => {
  /** @type {Round} */
  const round = { ours: {}, peers: {} };
  for (const group of GROUPS) {
    round.ours[group] = measureOurs(program, group, home);
    round.peers[group] = versions ? measurePeers(group) : {};
  }
  console.log(`round ${idx + 1} of ${ROUNDS}`);
  return round;
});
rmSync(home, { recursive: true });

const names = ["Python", "numpy", "scipy"].map((name, idx) => `${name} ${versions?.[idx]}`);
const threads = process.env.OPENBLAS_NUM_THREADS ?? "as many as there are processors";
console.log(`
${versions ? `${names.join(", ")}; ` : ""}${availableParallelism()} processors. Ours: one thread, f64. BLAS threads: ${threads}.
Medians of ${ROUNDS} alternating rounds; the ratio is theirs : ours within a round, with its range over the rounds.
`);
const head = ["work", "ours", "peer", "peer's time", "ratio", "target", "ours : memcpy of as many bytes"];
const table = [head, head.map(() => "---"), ...ROWS.map((row) => cells(row, rounds))];
console.log(table.map((line) => `| ${line.join(" | ")} |`).join("\n"));
