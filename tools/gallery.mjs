// What stands on the page that gives figures away, with a picture of each for those without scripts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compressed } from "./size.mjs";

/** @typedef {import("./core.mjs").Figure} Figure */

/** Kinds of hosts, and what is to be known for each. */
const HOSTS = [
  ["tag", "HTML: a tag", "Works in any page that takes HTML. The image stands in where there is no script, in feeds and in print: “Save the picture” gives its file, which belongs beside your post."],
  ["iframe", "HTML: a frame", "For Notion, Ghost, WordPress and others that take frames. The height is the one of a column of 700 pixels; the second line keeps it right in every other, and may be left out where the host takes no scripts."],
  ["markdown", "Markdown: an image", "For hosts that take pictures only, such as a README or a newsletter: the picture leads to the live figure."],
  ["hugo", "Hugo", "Needs a shortcode of ten lines in your site, because Hugo drops plain HTML; it is in the folder examples/hugo of the project."],
  ["mdx", "MDX: Astro, Docusaurus, React", "Needs the package phasor-figure, which is the folder embed of this page: npm install it from there or from your registry. With Vite, exclude it from optimizeDeps while developing."],
  ["jupyter", "Jupyter, Colab", "Shows the figure in a notebook. A widget whose state is in Python as well is in the folder examples/jupyter of the project."],
  ["link", "Link", "Opens the whole page with this state."],
];

/** @param {number} bytes */
const kib = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;

/**
 * @param {Figure} figure
 * @param {string} picture The image as HTML.
 */
function offer({ name, title }, picture) {
  const options = HOSTS.map(([kind, label]) => `<option value="${kind}">${label}</option>`).join("");
  const notes = HOSTS.map(([kind, , note]) => `<p class="note ${kind}">${note}</p>`).join("\n          ");
  return `
      <div class="offer" id="${name}" data-title="${title}" data-host="tag">
        <phasor-figure name="${name}">${picture}</phasor-figure>
        <form class="settings" aria-label="${title}, for your post">
          <label>host <select name="host">${options}</select></label>
          <label>controls <select name="controls"><option>full</option><option>minimal</option><option>none</option></select></label>
          <label>theme <select name="theme"><option>auto</option><option>light</option><option>dark</option></select></label>
          <label>linked <input type="text" name="linked" placeholder="any name" title="Figures of one linked name share their state" autocomplete="off" spellcheck="false"></label>
          <label class="switch"><input type="checkbox" name="autoplay"> plays by itself</label>
        </form>
        <pre class="words" tabindex="0" role="region" aria-label="${title}, to copy"><code></code></pre>
        <div class="act">
          <button type="button" class="copy">Copy</button>
          <button type="button" class="picture">Save the picture</button>
          <span role="status"></span>
        </div>
          ${notes}
      </div>`;
}

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
 * @param {Figure[]} figures
 * @param {import("./pictures.mjs").Draw} draw
 * @param {string} cost
 */
export function gallerySlots(figures, draw, cost) {
  const offers = figures.map((figure) => offer(figure, draw(figure.name)));
  const index = figures.map(({ name, title }) => `<li><a href="#${name}">${title}</a></li>`).join("");
  return { cost, index, offers: offers.join("\n") };
}
