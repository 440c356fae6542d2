// What stands on the gallery's page: a card for each figure, the controls for a post, and all that a host can
// change.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { escaped } from "../assets/pages/markup.js";
import { ATTRIBUTES, EVENTS, HEADERS, METHODS, PARTS, PROPERTIES } from "./element.mjs";
import { compressed } from "./size.mjs";
import { TOPICS, checkEntries, entry } from "./topics.mjs";

/** @typedef {import("./core.mjs").Figure} Figure */
/** @typedef {import("./core.mjs").Parameter} Parameter */

/** Kinds of hosts, and what is to be known for each. */
const HOSTS = [
  ["tag", "HTML: a tag", "Works in any page that takes HTML. The image stands in where there is no script, in feeds and in print: “Save the picture” gives its file, which belongs beside your post. If you serve the files from a host of your own, it must send the header Access-Control-Allow-Origin, which is explained below."],
  ["iframe", "HTML: a frame", "For Notion, Ghost, WordPress and others that take frames. The height is that of the figure as it stands here; the second line keeps it right in a column of any width, and may be left out where the host takes no scripts. A frame takes colours and fonts, but no parts and no events."],
  ["markdown", "Markdown: an image", "For hosts that take pictures only, such as a README or a newsletter: the picture, which “Save the picture” gives, leads to the live figure."],
  ["hugo", "Hugo", "Needs a shortcode of ten lines in your site, because Hugo drops plain HTML; it is in the folder examples/hugo of the project."],
  ["astro", "Astro", "For a page of MDX. Needs the package phasor-figure, which is the folder embed of this page (npm install it from there or from your registry), and its import in a script of your layout. While developing, exclude it from Vite's optimizeDeps."],
  ["mdx", "MDX: Docusaurus, React", "Needs the package phasor-figure, which is the folder embed of this page: npm install it from there or from your registry. With Vite, exclude it from optimizeDeps while developing."],
  ["jupyter", "Jupyter, Colab", "Shows the figure in a notebook. A widget whose state is in Python as well is in the folder examples/jupyter of the project."],
  ["link", "Link", "Opens the whole page with this state."],
];

/** @param {string} text */
const firstSentence = (text) => text.split(/(?<=\.) /, 1)[0];

/**
 * All words by which a figure is found, each once.
 * @param {Figure} figure
 * @param {Parameter[]} parameters
 */
function searched({ name, title, caption, parameters: keys, presets }, parameters) {
  const labels = keys.flatMap((key) => parameters.filter((parameter) => parameter.name === key)).map(({ name, label }) => `${name} ${label}`);
  const { topics, words } = entry(name);
  const all = [name, title, caption, words, ...labels, ...presets.map(({ label }) => label), ...topics.map((topic) => TOPICS[topic])];
  const plain = all.join(" ").toLowerCase().split(/[\s.,;:“”()]+/).filter(Boolean);
  return [...new Set(plain)].join(" ");
}

/**
 * @param {Figure} figure
 * @param {Parameter[]} parameters
 * @param {import("./pictures.mjs").DrawSquare} draw
 */
function card(figure, parameters, draw) {
  const { name, title, caption, clock } = figure;
  const { topics, state = [], looks } = entry(name);
  const pictures = ["light", "dark"].map((theme) => {
    const address = draw(name, state, { ...looks, theme });
    return address && `<img class="${theme}" src="${address}" alt="" width="280" height="280" loading="lazy" decoding="async">`;
  });
  return `<li data-name="${name}" data-topics="${topics.join(" ")}" data-keys="${[...figure.parameters, "speed"].join(" ")}" data-words="${escaped(searched(figure, parameters))}"${clock ? ` data-clock="${clock}"` : ""}>
        <a href="#${name}"><span class="poster">${pictures.join("")}</span><span class="name">${title}</span></a>
        <p>${escaped(firstSentence(caption))}</p>
      </li>`;
}

/** @param {Figure[]} figures */
function topicLinks(figures) {
  const rows = Object.entries(TOPICS).map(([topic, label]) => {
    const count = figures.filter(({ name }) => entry(name).topics.some((other) => other === topic)).length;
    return `<a href="gallery.html?topic=${topic}" data-topic="${topic}">${escaped(label)} <span>${count}</span></a>`;
  });
  return [`<a href="gallery.html" data-topic="" aria-current="true">All <span>${figures.length}</span></a>`, ...rows].join("\n        ");
}

/** What a property takes, as an input. @type {Record<string, string>} */
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
 * @param {string[][]} rows HTML of cells; the first is what the row is about.
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
    sheet("Methods", ["method", "gives", "what it does"], METHODS.map(({ name, takes = "", returns, help }) => [code(`${name}(${takes})`), code(returns), escaped(help)])),
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
 * What figures cost a post, in words.
 * @param {string} element The folder of the element.
 * @param {Figure[]} figures
 * @param {import("./program.mjs").Program} program
 */
export function cost(element, figures, { glue, main, chunks }) {
  const weight = (/** @type {string[]} */ ...names) =>
    names.reduce((all, name) => all + compressed(readFileSync(join(element, name))), 0);
  const weights = figures.map(({ chunk }) => weight(chunks[chunk]));
  return `A post loads ${kib(weight("phasor.js"))} at once and ${kib(weight(glue, main))} when the reader comes near
    the first figure (by hosts that compress). Each figure adds ${kib(Math.min(...weights))} to ${kib(Math.max(...weights))}. Those that
    show words load ${kib(weight("words/words.bin", "words/head.bin"))} of real word vectors too. No cookies, no requests to anyone else.`;
}

/**
 * What stands in the slots of the page.
 * @param {import("./core.mjs").List} list
 * @param {import("./pictures.mjs").DrawSquare} draw
 * @param {string} cost
 */
export function gallerySlots({ figures, parameters }, draw, cost) {
  checkEntries(figures.map(({ name }) => name));
  const cards = figures.map((figure) => card(figure, parameters, draw));
  return {
    cost,
    topics: topicLinks(figures),
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
