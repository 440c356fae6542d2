// Makes the site one that can be installed and works without a network: writes its manifest, its icons and its service
// worker with the list of all files, and gives every page the number of the build.

import { createHash } from "node:crypto";
import { cpSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle } from "../program/scripts.mjs";
import { ROOT, fail } from "../setup/setup.mjs";
import { print } from "../setup/steps.mjs";
import { FILES, filled } from "./pages.mjs";

/** The service worker, which must be at the root of the site to answer for all pages. */
const WORKER = "offline.js";

/** The most bytes that a visit may keep, as a host with gzip sends them. */
const BUDGET = 3.5 * 1024 * 1024;

const SOURCE = join(ROOT, "assets", "offline", "worker.js");

/**
 * What no page of ours loads: previews for other sites, icons for other programs, frames, and files of the packages. A language
 * model is kept only if the reader says so.
 */
const UNUSED = [
  /^embed\/model\//,
  /^offline\.js$/,
  /^(share|icons)\//,
  /^embed\.html$/,
  /^embed\/(frame|phasor-frames|phasor-single|phasor-widget|server)\.js$/,
  /^embed\/phasor-widget\//,
  /^embed\/(LICENSE-[A-Z]+|README\.md|[a-z-]+\.json|[a-z]+\.d\.ts)$/,
];

/** What few readers need: the program that runs a language model. It is kept for those who have run one. */
const ON_REQUEST = /^embed\/language-model\//;

/**
 * Returns the files that pages load, in the order of their names.
 * @param {string} site
 */
function usedFiles(site) {
  const names = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(site, name)).isFile());
  return names.map((name) => name.replaceAll(sep, "/")).filter((name) => !UNUSED.some((form) => form.test(name))).sort();
}

/**
 * Returns the files that every visit keeps.
 * @param {string} site
 */
export const storedFiles = (site) => usedFiles(site).filter((name) => !ON_REQUEST.test(name));

/** The colours of the page in light and dark, as the style sheet has them. */
function surfaces() {
  const tokens = readFileSync(join(ROOT, "style", "tokens.css"), "utf8");
  const [, light, dark] = /--surface:.*light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? fail("style/tokens.css must give --surface as light-dark(light, dark).");
  return { light, dark };
}

/** Returns what a device shows that installs the site. Addresses are relative, so the site may be in any folder. */
function manifest() {
  const icon = (/** @type {number} */ size, /** @type {string} */ format, purpose = "any") => ({
    src: `icons/${purpose}-${size}.${format}`,
    sizes: `${size}x${size}`,
    type: `image/${format}`,
    purpose,
  });
  const { light } = surfaces();
  return {
    name: "Phasor: see how transformers know word order",
    short_name: "Phasor",
    lang: "en-GB",
    start_url: "./",
    scope: "./",
    display: "standalone",
    // The address holds what the reader has set, so it should be in sight where a device can show it.
    display_override: ["minimal-ui"],
    theme_color: light,
    background_color: light,
    icons: [icon(192, "png"), icon(512, "webp"), icon(512, "webp", "maskable"), { src: "icon.svg", sizes: "any", type: "image/svg+xml" }],
  };
}

/**
 * Returns what belongs into the head of a page.
 * @param {string} number
 */
function head(number) {
  const colours = Object.entries(surfaces()).map(([theme, colour]) => `<meta name="theme-color" content="${colour}" media="(prefers-color-scheme: ${theme})" data-theme="${theme}">`);
  return `<meta name="phasor-build" content="${number}">
    <link rel="manifest" href="manifest.json">
    <link rel="apple-touch-icon" href="icons/maskable-180.png">
    ${colours.join("\n    ")}`;
}

/**
 * Returns the hash of a file in the form in which the service worker computes it.
 * @param {string} path
 */
const hash = (path) => createHash("sha256").update(readFileSync(path)).digest("base64").slice(0, 12);

/**
 * Returns the hashes of files of the site.
 * @param {string} site
 * @param {string[]} files
 */
const hashes = (site, files) => Object.fromEntries(files.map((name) => [name, hash(join(site, name))]));

/**
 * Writes the service worker of a site whose other files are finished.
 * @param {string} site
 * @param {string} number The number of the build, which every page contains.
 */
export async function writeWorker(site, number) {
  const onRequest = usedFiles(site).filter((name) => ON_REQUEST.test(name));
  const constants = { BUILD: number, HASHES: hashes(site, storedFiles(site)), ON_REQUEST: hashes(site, onRequest) };
  const lines = Object.entries(constants).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  await bundle(SOURCE, join(site, WORKER), lines.join("\n"));
}

/**
 * Finishes a site whose pages, scripts and pictures are written.
 * @param {string} site
 */
export async function writeOffline(site) {
  cpSync(join(ROOT, "assets", "icons"), join(site, "icons"), { recursive: true });
  writeFileSync(join(site, "manifest.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  // A page cannot contain a number that depends on this page, so the number is that of the pages without it.
  const number = createHash("sha256").update(JSON.stringify(hashes(site, usedFiles(site)))).update(readFileSync(SOURCE)).digest("hex").slice(0, 12);
  for (const file of FILES) {
    const path = join(site, file);
    writeFileSync(path, filled(readFileSync(path, "utf8"), "offline", head(number)));
  }
  await writeWorker(site, number);
  const bytes = storedFiles(site).map((name) => readFileSync(join(site, name)));
  const sum = (/** @type {number[]} */ sizes) => sizes.reduce((all, one) => all + one, 0);
  const [raw, sent] = [sum(bytes.map(({ length }) => length)), sum(bytes.map((file) => Math.min(file.length, gzipSync(file).length)))];
  print(`A visit keeps ${bytes.length} files for use without a network: ${raw} bytes, ${sent} with gzip.`);
  if (sent > BUDGET) {
    fail(`A visit keeps ${sent} bytes with gzip, ${BUDGET} at most. Find what has grown in ${site}, or what no page loads; both the budget and the list are in tools/site/offline.mjs.`);
  }
}
