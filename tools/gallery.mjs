// Writes the page that gives figures away, with a picture of each for those without scripts.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bar, writeScripts, writeSheet } from "./pages.mjs";
import { ROOT } from "./setup.mjs";
import { compressed } from "./size.mjs";

/** @typedef {import("./core.mjs").Figure} Figure */
/** @typedef {import("./core.mjs").Group} Group */

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
 * @param {string} page The folder of the finished page.
 * @param {string} core
 * @param {Figure[]} figures
 * @param {Group[]} groups
 */
export async function gallery(page, core, figures, groups) {
  const [folder, pictures] = [join(page, "gallery"), join(page, "pictures")];
  [folder, pictures].forEach((path) => mkdirSync(path, { recursive: true }));
  const offers = figures.map((figure) => {
    const file = join(pictures, `${figure.name}.svg`);
    const image = execFileSync(core, ["figure", figure.name, "--html", "-o", file], { encoding: "utf8" });
    return offer(figure, image.trim().replace('src="', 'loading="lazy" src="pictures/'));
  });
  const weight = (/** @type {string[]} */ ...names) =>
    names.reduce((all, name) => all + compressed(readFileSync(join(page, "embed", name))), 0);
  const program = (/** @type {string} */ name) => weight(`${name}.js`, `${name}_bg.wasm`);
  const most = Math.max(...groups.map(({ name }) => program(name)));
  const index = figures.map(({ name, title }) => `<li><a href="#${name}">${title}</a></li>`).join("");
  writeFileSync(
    join(page, "gallery.html"),
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Figures for your post: Phasor</title>
    <meta name="description" content="Live figures of positional encodings for any page: set one up, copy one tag.">
    <script src="scheme.js"></script>
    <link rel="icon" href="gallery/icon.svg">
    <link rel="stylesheet" href="gallery/gallery.css">
    <script type="module" src="embed/phasor.js"></script>
    <script type="module" src="gallery/gallery.js"></script>
  </head>
  <body>
    <header class="masthead given">
      ${bar("gallery.html")}
      <h1>Figures for your post</h1>
      <p class="lead">
        Set a figure up the way your readers should find it, and copy the code below it. The code carries
        the state: what you see is what they get, live.
      </p>
      <p class="lead cost">
        A post loads ${kib(weight("phasor.js"))} at once and at most ${kib(most)} when the reader comes near the
        first figure (by hosts that compress); other figures of its group load nothing. Figures of several
        groups in one post are one program of ${kib(program("ladder"))}. Those that show words load
        ${kib(weight("words/words.bin", "words/head.bin"))} of real word vectors too. No cookies, no requests to anyone else.
      </p>
      <ul class="index">${index}</ul>
    </header>
    <main class="given">${offers.join("\n")}
    </main>
  </body>
</html>
`,
  );
  await writeSheet(join(folder, "gallery.css"), "gallery");
  copyFileSync(join(ROOT, "assets", "icon.svg"), join(folder, "icon.svg"));
  await writeScripts(join(ROOT, "assets", "gallery"), folder, "gallery.js", "markup.js");
}
