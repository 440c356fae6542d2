// What a hostile or careless reader types, pastes, opens and puts into addresses.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../tools/setup/setup.mjs";

/** @typedef {import("./random.mjs").Random} Random */
/** @typedef {import("../../tools/program/core.mjs").List} List */
/** @typedef {{ name: string, mimeType: string, buffer: Buffer }} File */

const MODELS = join(ROOT, "assets", "models");
const CHECKPOINTS = join(ROOT, "tests", "golden", "checkpoints");

const published = readdirSync(MODELS).filter((name) => name.endsWith(".json")).sort();
const checkpoints = readdirSync(CHECKPOINTS).sort();

const ODD = [
  ...["", " ", "-", "-1", "-0", "0", "1", "3", "7.5", "12", "64", "128", "252", "4096", "500000", "10,000,000", "1e6", "1e999", "-1e999", "1e-999"],
  ...["NaN", "inf", "0x10", "1_000", "1,5", "١٢", "½", "auto", "0-7", "5-1", "0,,1", "18446744073709551616", "9007199254740993"],
  ...["the dog", "the blue dog chased the red dog", "dog dog dog", "the the the the the the the the the the the the the", "zyzzyva", "DOG!", "🐕 🐕", "a\u0301\u202eb\u0000c"],
  ...['<img src=x onerror="alert(1)">', "'\"`;--", "%", "%zz", "${1}", "../..", "x".repeat(10_000), "dog ".repeat(500), "org/name", "yarn", "Qwen"],
];

const BROKEN = [
  "", "{", "[]", "1", '{"model_type": "llama", ', "<!doctype html><title>404</title>", "version https://git-lfs.github.com/spec/v1\n", "{".repeat(10_000),
  '{"model_type": "llama", "head_dim": -4, "rope_theta": "x", "rope_scaling": {"type": "magic", "factor": []}}',
  `--hf-overrides '{"rope_parameters": {"rope_type": "yarn", "factor": 2.0, "original_max_position_embeddings": 40960}}'`,
  "--rope-theta 500000 --position-embedding-type rope --kv-channels 128", "GGUF\u0003\u0000\u0000\u0000", '{"dim": 4096, "n_heads": 32, "rope_theta": 1e6}',
];

/** Returns what a reader types into a field. @param {Random} random */
export function typed(random) {
  return random.of(ODD);
}

/** Returns the text of a configuration, often a damaged one. @param {Random} random */
export function configuration(random) {
  if (random.isIn(0.3)) {
    return random.of(BROKEN);
  }
  let text = readFileSync(join(MODELS, random.of(published)), "utf8");
  for (let changes = random.whole(0, 3); changes > 0; changes -= 1) {
    const from = random.whole(0, text.length);
    text = text.slice(0, from) + random.of(["null", "-1", "1e999", "[]", '"yarn"', "{", "}", ",", '"', "é", "0"]) + text.slice(from + random.whole(0, 8));
  }
  return text;
}

/** Returns a file that a reader opens. @param {Random} random @returns {File} */
export function file(random) {
  if (random.isIn(0.5)) {
    return { name: "config.json", mimeType: "application/json", buffer: Buffer.from(configuration(random)) };
  }
  const name = random.of(checkpoints);
  const bytes = readFileSync(join(CHECKPOINTS, name));
  if (random.isIn(0.3)) {
    bytes[random.whole(0, Math.min(400, bytes.length - 1))] = random.whole(0, 255);
  }
  const end = random.isIn(0.2) ? random.whole(0, bytes.length) : bytes.length;
  return { name, mimeType: "application/octet-stream", buffer: bytes.subarray(0, end) };
}

/**
 * Returns a parameter with a value that may be invalid.
 * @param {Random} random
 * @param {List} list
 * @returns {[string, string]}
 */
export function pair(random, { parameters }) {
  const { name, words, is_number: isNumber } = random.of(parameters);
  const value = words.length > 0 ? random.of(words) : isNumber ? String(random.of([random.whole(0, 20), random.whole(0, 5000), random.part() * 64])) : typed(random);
  return [name, random.isIn(0.15) ? typed(random) : value];
}

/** @param {Random} random @param {List} list */
function pairs(random, list) {
  const some = Array.from({ length: random.whole(0, 4) }, () => pair(random, list));
  // A preset shows a state in which the figure has much to say.
  const preset = new URLSearchParams(random.of(random.of(list.figures).presets)?.query ?? "");
  return new URLSearchParams(random.isIn(0.3) ? preset : some);
}

/** The addresses of each page. @type {Record<string, (random: Random, list: List) => string>} */
export const ADDRESSES = {
  ladder: (random, list) => `?${pairs(random, list)}#${random.of(list.figures).name}`,
  lab: (random, list) => `lab.html?${pairs(random, list)}#${random.of([...list.lab, "bulk-rope", `bulk-rope?positions=${random.of([64, 256, -1])}`])}`,
  models: (random) => `models.html#${question(random)}`,
  gallery: (random, list) => `gallery.html?${pairs(random, list)}#${random.of([...list.figures.map(({ name }) => name), "", "reference", typed(random).slice(0, 20)])}`,
  embed: (random, list) =>
    `embed.html?name=${random.of(list.figures).name}&${pairs(random, list)}&controls=${random.of(["full", "minimal", "none"])}&theme=${random.of(["auto", "light", "dark"])}`,
};

/** @param {Random} random */
function question(random) {
  const views = ["model", "what-if", "settings", "compare", "layout", "code", "weights", "all-models", "nowhere"];
  const query = new URLSearchParams({ view: random.of(views), target: random.of(["131072", "1000000", typed(random).slice(0, 100)]) });
  if (random.isIn(0.2)) {
    query.set("config", configuration(random).slice(0, 2000));
  } else {
    query.set("model", random.of(published).replace(".json", ""));
  }
  return query;
}
