// Prints the measurements as tables of ratios to a copy of as many bytes.

/**
 * One line: its name, its seconds in each round, and its largest error. Only copies have no pairing. Lines are compared
 * with the copies of the same `part`, `size` and `kind`.
 * @typedef {object} Line
 * @property {"browser" | "native"} part
 * @property {string} size
 * @property {string} kind
 * @property {string} name
 * @property {string} [pairing]
 * @property {boolean} [isOurs]
 * @property {(number | null)[]} seconds
 * @property {number} [error]
 * @property {string} [trouble] the reason why the line is absent
 */

/** The largest error that rounding to f32 allows, with room for the order of operations; beyond it, a result is wrong. */
const WRONG = 1e-6;

/** @type {{ part: string, name: RegExp, pairing?: string, limits: Record<string, number> }[]} */
const TARGETS = [
  { part: "browser", name: /with SIMD$/, limits: { "64 MiB": 1.6, "8 MiB": 1.8, "512 KiB": 3 } },
  { part: "browser", name: /WebGPU$/, limits: { "64 MiB": 1.15 } },
  { part: "native", name: /place$/, pairing: "interleaved", limits: { "64 MiB": 1.3 } },
  { part: "native", name: /place$/, pairing: "half-split", limits: { "64 MiB": 1.6 } },
];

/** @param {Line} line */
function targetOf({ part, name, pairing, size, isOurs }) {
  const target = TARGETS.find((row) => row.part === part && row.name.test(name) && (row.pairing ?? pairing) === pairing);
  return isOurs ? target?.limits[size] : undefined;
}

/** @param {(number | null)[]} seconds */
const known = (seconds) => seconds.filter((value) => value !== null);

/** @param {(number | null)[]} seconds */
const least = (seconds) => Math.min(...known(seconds));

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * @param {Line[]} lines
 * @param {(line: Line) => string} keyOf
 */
function grouped(lines, keyOf) {
  /** @type {Map<string, Line[]>} */
  const groups = new Map();
  for (const line of lines) {
    const key = keyOf(line);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return groups;
}

/**
 * Merges lines that measure the same, such as the copies of several workers, and keeps the best time of each round.
 * @param {Line[]} lines
 */
export function merged(lines) {
  const same = grouped(lines, ({ part, size, kind, name, pairing }) => [part, size, kind, name, pairing].join("\n"));
  return [...same.values()].map((all) => {
    const there = all.filter(({ trouble }) => !trouble);
    const [first = all[0]] = there;
    return { ...first, seconds: first.seconds.map((_, round) => best(there.map(({ seconds }) => seconds[round]))) };
  });
}

/** @param {(number | null)[]} seconds */
function best(seconds) {
  const value = least(seconds);
  return Number.isFinite(value) ? value : null;
}

/** @param {number} seconds */
function duration(seconds) {
  const [value, unit] = seconds < 1e-3 ? [seconds * 1e6, "µs"] : [seconds * 1e3, "ms"];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

const times = (/** @type {number} */ ratio) => `${ratio.toFixed(ratio < 10 ? 2 : 1)} x`;

/**
 * @param {Line} line
 * @param {Line[]} floors
 */
function cells(line, floors) {
  const { name, pairing = "", seconds, error } = line;
  if (line.trouble || known(seconds).length === 0 || floors.length === 0) {
    return [pairing, name, "absent", "", "", "", "", ""];
  }
  const floor = seconds.map((_, round) => best(floors.map((copy) => copy.seconds[round])));
  const toEach = floors.map((copy) => least(seconds) / least(copy.seconds));
  const ratio = Math.max(...toEach);
  const ratios = seconds.map((value, round) => (value ?? NaN) / (floor[round] ?? NaN)).filter(Number.isFinite);
  const isFloor = floors.length === 1 && floors[0] === line;
  const range = ratios.length && !isFloor ? `${times(median(ratios))} (${times(Math.min(...ratios))} to ${times(Math.max(...ratios))})` : "";
  const isRight = error !== undefined && error <= WRONG;
  const exactness = error === undefined ? "" : `${error.toExponential(1)}${isRight ? "" : " WRONG"}`;
  const target = targetOf(line);
  const isMet = target !== undefined && ratio <= target && (error === undefined || isRight);
  const verdict = target === undefined ? "" : `${target} x, ${isMet ? "met" : "MISSED"}`;
  const slowest = duration(Math.max(...known(seconds)));
  return [pairing, name, duration(least(seconds)), slowest, toEach.map(times).join(", "), range, exactness, verdict];
}

/**
 * Returns the tables of one part, one for each size.
 * @param {Line[]} lines
 */
export function tables(lines) {
  const sizes = [...new Set(lines.map(({ size }) => size))];
  const head = ["pairing", "what", "best", "slowest", "ratio to each copy", "within rounds", "max error", "target"];
  return sizes.map((size) => {
    const kinds = grouped(lines.filter((line) => line.size === size), ({ kind }) => kind);
    const rows = [...kinds.values()].flatMap((all) => {
      const floors = all.filter((line) => !line.pairing && !line.trouble);
      const turns = ["half-split", "interleaved"].flatMap((pairing) => all.filter((line) => line.pairing === pairing));
      return [...floors, ...turns].map((line) => cells(line, floors));
    });
    const body = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
    return `${size}\n\n${body.join("\n")}\n`;
  });
}

/**
 * Returns the reasons why lines are absent, each once.
 * @param {Line[]} lines
 */
export function troubles(lines) {
  const reasons = grouped(lines.filter(({ trouble }) => trouble), ({ trouble = "" }) => trouble);
  return [...reasons].map(([why, absent]) => `Absent: ${[...new Set(absent.map(({ name }) => name))].join("; ")}. ${why}`);
}
