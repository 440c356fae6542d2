// The contents of the gallery's page: a card for each figure, the controls for a post, and tables of everything that
// a host can change.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { escaped } from "../../assets/pages/markup.js";
import { compressed } from "./bytes.mjs";
import { ATTRIBUTES, EVENTS, HEADERS, METHODS, PARTS, PROPERTIES } from "./element.mjs";
import { DRAWN, motifOf, posters } from "./motifs.mjs";

/** @typedef {import("../program/core.mjs").Figure} Figure */
/** @typedef {import("../program/core.mjs").Parameter} Parameter */
/** @typedef {import("../program/core.mjs").Topic} Topic */

/** The kinds of hosts, with a note for each. */
const HOSTS = [
  ["tag", "HTML: a tag", "For any page that accepts HTML. Feeds, printers and browsers without scripts show the image: press “Save the picture” and put the file beside your post. If you serve our files from your own host, it must send the header Access-Control-Allow-Origin, explained below."],
  ["iframe", "HTML: a frame", "For Notion, Ghost, WordPress and other hosts that accept frames. The height is the current height of the figure here. The second line adjusts it to a column of any width; leave it out if the host accepts no scripts. A frame takes colours and fonts, but no parts and no events."],
  ["markdown", "Markdown: an image", "For hosts that accept only pictures, such as a README or a newsletter. Press “Save the picture” for the file; in your post, the picture links to the live figure."],
  ["hugo", "Hugo", "Your site needs a shortcode of ten lines, because Hugo drops plain HTML. You find it in the folder examples/hugo of the project."],
  ["astro", "Astro", "For MDX pages. Install the package phasor-figure with npm, from the folder embed of this page or from your registry, and import it in a script of your layout. During development, exclude it from Vite's optimizeDeps."],
  ["mdx", "MDX: Docusaurus, React", "Install the package phasor-figure with npm, from the folder embed of this page or from your registry. During development with Vite, exclude it from optimizeDeps."],
  ["jupyter", "Jupyter, Colab", "For JupyterLab, Notebook 7, VS Code, Colab and marimo. Install the Python package first: <code>pip install \"phasor[widget]\"</code>. Python then reads and sets the parameters of the figure, without a network. Colours and fonts stay as they are."],
  ["link", "Link", "Opens the ladder with the figure in this state."],
];

/** @param {string} text */
const firstSentence = (text) => text.split(/(?<=\.) /, 1)[0];

/**
 * Returns all words by which the search finds a figure, each once.
 * @param {Figure} figure
 * @param {Parameter[]} parameters
 * @param {Topic[]} all
 */
function searched({ name, title, topics, search_words, caption, parameters: keys, presets }, parameters, all) {
  const labels = keys.flatMap((key) => parameters.filter((parameter) => parameter.name === key)).map(({ name, label }) => `${name} ${label}`);
  const about = all.filter((topic) => topics.includes(topic.name)).map(({ label }) => label);
  const text = [name, title, caption, search_words, ...labels, ...presets.map(({ label }) => label), ...about];
  const plain = text.join(" ").toLowerCase().split(/[\s.,;:“”()]+/).filter(Boolean);
  return [...new Set(plain)].join(" ");
}

/**
 * @param {Figure} figure
 * @param {import("../program/core.mjs").List} list
 * @param {import("./pictures.mjs").DrawMotif} draw
 */
function card(figure, { parameters, topics: all }, draw) {
  const { name, title, topics, caption, clock } = figure;
  const { state, x, y, width } = motifOf(name);
  return `<li data-name="${name}" data-topics="${topics.join(" ")}" data-keys="${[...figure.parameters, "speed"].join(" ")}" data-words="${escaped(searched(figure, parameters, all))}"${clock ? ` data-clock="${clock}"` : ""} data-motif="${[DRAWN, x, y, width]}" data-state="${escaped(`${new URLSearchParams(state)}`)}">
        <a href="#${name}"><span class="poster">${posters(draw, name, 280, ' loading="lazy" decoding="async"')}</span><span class="name">${title}</span></a>
        <p>${escaped(firstSentence(caption))}</p>
      </li>`;
}

/** @param {import("../program/core.mjs").List} list */
function topicLinks({ figures, topics }) {
  const rows = topics.map(({ name, label }) => {
    const count = figures.filter((figure) => figure.topics.includes(name)).length;
    return `<a href="gallery.html?topic=${name}" data-topic="${name}">${escaped(label)} <span>${count}</span></a>`;
  });
  return [`<a href="gallery.html" data-topic="" aria-current="true">All <span>${figures.length}</span></a>`, ...rows].join("\n        ");
}

/** The attributes of the input for each kind of property. @type {Record<string, string>} */
const INPUTS = {
  "<color>": 'type="color"',
  "<font-family>": 'type="text" list="fonts" placeholder="as here" autocomplete="off" spellcheck="false"',
  "<length>": 'type="number" min="0" max="80" step="1" placeholder="as here"',
};

/** @param {{ name: string, syntax: string, help: string }} row */
function propertyControl({ name, syntax, help }) {
  const label = name.replace("--phasor-", "").replace("-", " ");
  return `<label title="${escaped(help)}">${label}${syntax === "<length>" ? " (px)" : ""} <input name="${name}" ${INPUTS[syntax]}></label>`;
}

/** @param {{ name: string, help: string }} row */
function partControl({ name, help }) {
  return `<label title="${escaped(help)}">${name} <input type="text" name="part:${name}" list="declarations" placeholder="no rule" autocomplete="off" spellcheck="false"></label>`;
}

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {string[][]} rows The HTML of the cells; the first cell is the heading of its row.
 * @param {(place: number) => string} more Attributes of a row.
 */
function sheet(caption, heads, rows, more = () => "") {
  const body = rows.map(([first, ...cells], place) => `<tr${more(place)}><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  return `<table>
        <caption>${caption}</caption>
        <thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead>
        <tbody>${body.join("\n        ")}</tbody>
      </table>`;
}

/** @param {string} text */
const code = (text) => `<code>${escaped(text)}</code>`;

/** @param {{ name: string, help: string }} row */
const named = ({ name, help }) => [code(name), escaped(help)];

function reference() {
  return [
    sheet("Attributes of the tag", ["attribute", "accepts", "what it is"], ATTRIBUTES.map(({ name, accepts, help }) => [code(name), accepts, escaped(help)])),
    sheet("Properties of your style sheet", ["property", "what it sets"], PROPERTIES.map(named)),
    sheet("Parts, for rules such as <code>phasor-figure::part(legend) { font-style: italic; }</code>", ["part", "what it is"], PARTS.map(named)),
    sheet("Events, all of which bubble", ["event", "detail", "when"], EVENTS.map(({ name, detail, help }) => [code(name), code(detail), escaped(help)])),
    sheet("Methods", ["method", "returns", "what it does"], METHODS.map(({ name, takes = "", returns, help }) => [code(`${name}(${takes})`), code(returns), escaped(help)])),
    sheet("Headers", ["header", "who sends it"], HEADERS.map(named)),
  ].join("\n      ");
}

/** @param {Parameter[]} parameters */
function parameterSheet(parameters) {
  const rows = parameters.map(({ name, help, accepts, default: standard }) => [code(name), escaped(help), escaped(accepts), escaped(standard ?? "the position")]);
  return sheet("Attributes of this figure", ["attribute", "what it is", "accepts", "default"], rows, (place) => ` data-key="${parameters[place].name}"`);
}

/** @param {number} bytes */
const kib = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;

/**
 * Returns sentences about the bytes that figures add to a post.
 * @param {string} element The folder of the element.
 * @param {Figure[]} figures
 * @param {import("../program/program.mjs").Program} program
 */
export function cost(element, figures, { glue, main, chunks }) {
  const weight = (/** @type {string[]} */ ...names) =>
    names.reduce((all, name) => all + compressed(readFileSync(join(element, name))), 0);
  const weights = figures.map(({ chunk }) => weight(chunks[chunk]));
  return `A post loads ${kib(weight("phasor.js"))} at once, and ${kib(weight(glue, main))} when the reader is about to reach
    the first figure. Each figure adds ${kib(Math.min(...weights))} to ${kib(Math.max(...weights))}, and figures of words also
    load ${kib(weight("words/words.bin", "words/head.bin"))} of real word vectors. All sizes are compressed. There are no cookies and no
    requests to other hosts.`;
}

/**
 * Returns the contents of the page's slots.
 * @param {import("../program/core.mjs").List} list
 * @param {import("./pictures.mjs").DrawMotif} draw
 */
export function gallerySlots(list, draw) {
  const { figures, parameters } = list;
  const cards = figures.map((figure) => card(figure, list, draw));
  return {
    topics: topicLinks(list),
    count: `${figures.length} figures`,
    cards: cards.join("\n      "),
    hosts: HOSTS.map(([kind, label]) => `<option value="${kind}">${label}</option>`).join(""),
    notes: HOSTS.map(([kind, , note]) => `<p class="note" data-host="${kind}">${note}</p>`).join("\n          "),
    colours: PROPERTIES.filter(({ syntax }) => syntax === "<color>").map(propertyControl).join("\n            "),
    letters: PROPERTIES.filter(({ syntax }) => syntax !== "<color>").map(propertyControl).join("\n            "),
    parts: PARTS.map(partControl).join("\n            "),
    events: EVENTS.map(({ name }) => `<option>${name}</option>`).join(""),
    parameters: parameterSheet(parameters),
    reference: reference(),
  };
}
