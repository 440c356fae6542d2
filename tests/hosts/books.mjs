// Builds the books of `examples` with the Python package, by the tools of their hosts.

import { build } from "esbuild";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { BOOKS as BOOKS_ENVIRONMENT, pythonEnvironment } from "../../tools/setup/node.mjs";
import { programIn, programsIn } from "../../tools/setup/python_environment.mjs";
import { ROOT } from "../../tools/setup/setup.mjs";
import { must } from "./must.mjs";

const EXAMPLES = join(ROOT, "examples");

/** The documentation of the package. */
const DOCUMENTATION = join(ROOT, "target", "hosts", "documentation");

/** @param {string} name */
const site = (name) => join(EXAMPLES, name, "site");

/** The books, and the folders that their hosts publish. @type {{ name: string, site: string }[]} */
export const BOOKS = [
  ...["jupyter-book", "myst", "nbconvert", "quarto"].map((name) => ({ name, site: site(name) })),
  { name: "documentation", site: DOCUMENTATION },
];

const ENVIRONMENT = pythonEnvironment(BOOKS_ENVIRONMENT);

/** @param {string} name */
const program = (name) => programIn(ENVIRONMENT, name);

/**
 * Empties the folder that a book publishes.
 * @param {string} name
 */
function emptySite(name) {
  rmSync(site(name), { recursive: true, force: true });
  mkdirSync(site(name));
  return site(name);
}

/** Builds the pages of Jupyter Book with its engine, Sphinx. */
function buildSphinx() {
  const folder = join(EXAMPLES, "jupyter-book");
  emptySite("jupyter-book");
  must([program("sphinx-build"), "-W", "-q", "-E", "-d", join(ROOT, "target", "hosts", "doctrees"), ".", "site"], folder);
}

/** Runs the notebook, and writes it as a page with files beside it, and as a page without. */
function buildNbconvert() {
  const folder = join(EXAMPLES, "nbconvert");
  emptySite("nbconvert");
  const convert = [program("jupyter"), "nbconvert", "--log-level=ERROR"];
  const page = (/** @type {string} */ name) => [...convert, "--to", "phasor_html", "--output-dir", "site", "--output", name, "pasted.ipynb"];
  must([...convert, "--execute", "--to", "notebook", "--output", "pasted.ipynb", "figure.ipynb"], folder);
  must(page("index.html"), folder);
  must([...page("one.html"), "--PhasorHTMLExporter.embed_figures=True"], folder);
}

/** A theme that MyST accepts and that makes no pages. */
const THEME = "jtex: v1\ntitle: None\nversion: 1.0.0\nlicense: MIT\nbuild: {}\n";

/**
 * Builds the content of the book with MyST, and pages around its figures. MyST downloads the theme that makes its pages from
 * its own host, so the pages here are plain; the figures are shown by the theme's own component.
 */
async function buildMyst() {
  const folder = join(EXAMPLES, "myst");
  const pages = emptySite("myst");
  cpSync(join(EXAMPLES, "nbconvert", "pasted.ipynb"), join(folder, "pasted.ipynb"));
  rmSync(join(folder, "_build"), { recursive: true, force: true });
  const config = readFileSync(join(folder, "myst.yml"), "utf8");
  mkdirSync(join(folder, "_build", "theme"), { recursive: true });
  writeFileSync(join(folder, "_build", "theme", "template.yml"), THEME);
  writeFileSync(join(folder, "pasted.yml"), config.replace("template: book-theme", "template: ./_build/theme"));
  const path = `${programsIn(ENVIRONMENT)}${delimiter}${process.env.PATH}`;
  must([join("node_modules", ".bin", "myst"), "--config", "pasted.yml", "build", "--site", "--strict"], folder, { PATH: path });
  cpSync(join(folder, "_build", "site", "public"), join(pages, "build"), { recursive: true });
  const component = join(folder, "node_modules", "@myst-theme", "anywidget", "dist", "index.js");
  await build({
    stdin: {
      contents: `import { createElement } from "react";
        import { createRoot } from "react-dom/client";
        import { ANY_RENDERERS } from ${JSON.stringify(component)};
        for (const place of document.querySelectorAll("[data-node]")) {
          createRoot(place).render(createElement(ANY_RENDERERS.anywidget, { node: JSON.parse(place.dataset.node) }));
        }`,
      resolveDir: folder,
    },
    define: { "process.env.NODE_ENV": '"production"' },
    bundle: true,
    format: "esm",
    outfile: join(pages, "page.js"),
  });
  for (const name of ["index", "pasted"]) {
    const { mdast } = JSON.parse(readFileSync(join(folder, "_build", "site", "content", `${name}.json`), "utf8"));
    writeFileSync(join(pages, `${name}.html`), page(`${mystNode(mdast)}<script type="module" src="page.js"></script>`));
  }
}

/** @param {string} body */
const page = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A book</title><link rel="icon" href="data:,">${body}</html>`;

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** @typedef {{ type: string, children?: MystNode[], value?: string, url?: string, esm?: string, alt?: string }} MystNode */

/**
 * Returns a node of MyST as HTML.
 * @param {MystNode} node
 * @returns {string}
 */
function mystNode(node) {
  const inner = () => (node.children ?? []).map(mystNode).join("");
  switch (node.type) {
    case "anywidget":
      return `<div data-node="${escaped(JSON.stringify({ ...node, esm: `/build${node.esm}` }))}"></div>`;
    case "image":
      return `<img src="build${node.url}" alt="${escaped(node.alt ?? "")}">`;
    case "container":
      return `<figure>${inner()}</figure>`;
    case "caption":
      return `<figcaption>${inner()}</figcaption>`;
    default:
      return node.children ? `<div>${inner()}</div>` : escaped(node.value ?? "");
  }
}

/** Writes a file with the HTML of a figure. */
const FIGURE = `import phasor
open("figure.html", "w", encoding="utf-8").write(phasor.figure("rotation-angles", base=500_000)._repr_html_())`;

/** Writes the page that Quarto, which no package registry has, makes of the example: the same header and the same cell. */
function buildQuarto() {
  const pages = emptySite("quarto");
  must([program("python"), "-m", "phasor.books", join(pages, "phasor")], ROOT);
  must([program("python"), "-c", FIGURE], pages);
  const figure = readFileSync(join(pages, "figure.html"), "utf8");
  const raw = readFileSync(join(EXAMPLES, "quarto", "index.qmd"), "utf8").split("```{=html}\n")[1].split("```")[0];
  const cell = `<div class="cell" data-execution_count="1"><div class="cell-output cell-output-display">${figure}</div></div>`;
  const script = '<script type="module" src="./phasor/phasor.js"></script>';
  writeFileSync(join(pages, "index.html"), page(`${script}<main class="content" id="quarto-document-content">${cell}${raw}</main>`));
}

/** Builds the documentation, whose examples must be right. */
function buildDocumentation() {
  const folder = join(ROOT, "crates", "python", "docs");
  const quiet = ["-W", "--keep-going", "-q", "-E", "-d", join(ROOT, "target", "hosts", "documentation-doctrees")];
  must([program("sphinx-build"), ...quiet, folder, DOCUMENTATION], ROOT);
  must([program("sphinx-build"), ...quiet, "-b", "doctest", folder, join(ROOT, "target", "hosts", "documentation-doctest")], ROOT);
}

/** Builds all books. */
export async function buildBooks() {
  buildSphinx();
  buildNbconvert();
  await buildMyst();
  buildQuarto();
  buildDocumentation();
  console.log(`The books ${BOOKS.map(({ name }) => name).join(", ")} are built.`);
}
