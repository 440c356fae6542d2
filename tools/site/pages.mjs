// Writes the pages of the site: inserts the fragments of assets/pages into the shell, which is index.html without the
// links for Trunk. During development, Trunk itself makes it.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { shortened } from "../program/scripts.mjs";
import { ROOT, fail } from "../setup/setup.mjs";
import { all, is, readHtml, removeElement, writeHtml } from "./markup.mjs";

/**
 * The pages by their names, in the order of the bar: file, label in the bar if it is there, style sheets, what the page
 * shows first, and the folder of its program.
 * @type {Record<string, { file: string, label?: string, sheets: string[], shows: "figures" | "pictures" | "text", folder?: string }>}
 */
const PAGES = {
  ladder: { file: "index.html", label: "Ladder", sheets: ["fonts", "tokens", "base", "page", "controls", "ladder", "route", "ride", "quiz", "opening", "scenes", "glossary"], shows: "pictures" },
  lab: { file: "lab.html", label: "Lab", sheets: ["fonts", "tokens", "base", "page", "figure", "controls", "lab", "bar"], shows: "figures" },
  models: { file: "models.html", label: "Models", sheets: ["fonts", "tokens", "base", "page", "controls", "models"], shows: "figures", folder: "models" },
  gallery: { file: "gallery.html", label: "Gallery", sheets: ["fonts", "tokens", "base", "page", "controls", "sheet", "gallery", "poster"], shows: "pictures" },
  summary: { file: "summary.html", sheets: ["fonts", "tokens", "base", "page", "controls", "summary", "poster"], shows: "text" },
  licences: { file: "licences.html", sheets: ["fonts", "tokens", "base", "page", "controls", "sheet", "licences"], shows: "text" },
};

/** The files of all pages. */
export const FILES = Object.values(PAGES).map(({ file }) => file);

const FROM = join(ROOT, "assets", "pages");

/** The line between the head and the body of a fragment. */
const BODY = "<!-- body -->\n";

/**
 * Copies the files that index.html names for Trunk into the folder `site`, and returns it without the links that do so,
 * except that of the icon.
 * @param {string} site
 */
export function writeShell(site) {
  const shell = readHtml(readFileSync(join(ROOT, "index.html"), "utf8"));
  for (const link of all(shell, is("link", { "data-trunk": true }))) {
    const { rel, href, "data-target-path": folder = "" } = link.attribs;
    if (href !== undefined) {
      mkdirSync(join(site, folder), { recursive: true });
      copyFileSync(join(ROOT, href), join(site, folder, basename(href)));
    }
    if (rel === "icon") {
      link.attribs = { rel, href: basename(href) };
    } else {
      removeElement(link);
    }
  }
  return writeHtml(shell);
}

/** @param {string} name */
function bar(name) {
  const links = Object.entries(PAGES).filter(([, { label }]) => label).map(([other, { file, label }]) => {
    const address = file === "index.html" ? "./" : file;
    return `<a href="${address}"${other === name ? ' aria-current="page"' : ""}>${label}</a>`;
  });
  return `<div class="bar">
    <a class="brand" href="./">Phasor</a>
    <nav aria-label="Pages">${links.join(" ")}</nav>
    <div class="scheme" role="group" aria-label="Colours"></div>
  </div>`;
}

/**
 * Writes all pages into the folder `site`.
 * @param {string} site
 * @param {string} shell
 * @param {Record<string, import("../program/program.mjs").Program>} programs The programs by their folders.
 * @param {Record<string, Record<string, string>>} slots For each page that has some, the HTML that replaces the comments of
 * its fragment.
 */
export async function writePages(site, shell, programs, slots) {
  for (const [name, { folder = "embed" }] of Object.entries(PAGES)) {
    await writePage(site, name, shell, programs[folder], slots[name] ?? {});
  }
}

/**
 * @param {string} site
 * @param {string} name
 * @param {string} shell
 * @param {import("../program/program.mjs").Program} program
 * @param {Record<string, string>} slots
 */
async function writePage(site, name, shell, { glue, main }, slots) {
  const { file, sheets, shows, folder = "embed" } = PAGES[name];
  const fragment = Object.entries({ bar: bar(name), ...slots }).reduce(
    (text, [slot, html]) => filled(text, slot, html),
    readFileSync(join(FROM, `${name}.html`), "utf8"),
  );
  const [head, body] = fragment.split(BODY);
  // Without these links, the program would start to load only after the scripts have loaded. Where text or pictures
  // come first, it would take bandwidth from them.
  const program = `<link rel="modulepreload" href="${folder}/${glue}">
<link rel="preload" href="${folder}/${main}" as="fetch" crossorigin>
`;
  const first = `<link rel="stylesheet" href="pages/${name}.css">\n${shows === "figures" ? program : ""}`;
  writeFileSync(join(site, file), filled(filled(shell, "head", first + head), "body", body));
  const all = rules(sheets).replaceAll('url("fonts/', 'url("../fonts/');
  writeFileSync(join(site, "pages", `${name}.css`), await shortened(all, "css"));
}

/**
 * Replaces the comment that names a slot by `html`.
 * @param {string} text
 * @param {string} slot
 * @param {string} html
 */
export function filled(text, slot, html) {
  const place = `<!-- ${slot} -->`;
  if (!text.includes(place)) {
    fail(`The build needs the comment ${place} to insert the ${slot}; put it back into index.html, assets/pages or assets/package.`);
  }
  return text.replace(place, () => html);
}

/**
 * Returns the style sheets of `names` as one.
 * @param {string[]} names
 */
function rules(names) {
  return names.map((name) => readFileSync(join(ROOT, "style", `${name}.css`), "utf8")).join("\n");
}

/** Returns the rules that load our fonts, for a page beside their folder. */
export async function fontStyle() {
  return (await shortened(rules(["fonts"]), "css")).trim();
}

/** Returns the rules that a figure needs in somebody else's page. */
export async function figureStyle() {
  const all = rules(["tokens", "base", "figure", "controls", "live", "embed"]);
  // The root font size of a host may be anything, so lengths use the reader's size, which the element sets as a
  // variable. Media conditions cannot use variables.
  const own = all.replace(/(?<![\w.]|\(m(?:in|ax)-width: )(-?[\d.]+)rem\b/g, "calc($1 * var(--rem, 16px))");
  return (await shortened(own, "css")).trim();
}
