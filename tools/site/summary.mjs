// The ladder on one page: the last lines of each rung, beside the motif of its figure.

import { ASPECT } from "./motifs.mjs";
import { all, is, readHtml } from "./markup.mjs";
import { rungs } from "./ladder.mjs";

/** @typedef {import("./ladder.mjs").Rung} Rung */
/** @typedef {import("./pictures.mjs").DrawMotif} DrawMotif */

const WIDTH = 96;

/** Returns the name of the figure that stands for a rung: the first that follows its text, or the last one. @param {Rung} rung */
function figureOf({ html }) {
  const figures = all(readHtml(html), is("phasor-figure"));
  return (figures.find(({ attribs }) => Object.keys(attribs).join() === "name") ?? figures.at(-1))?.attribs.name;
}

/**
 * @param {Rung} rung
 * @param {DrawMotif} draw
 */
function item(rung, draw) {
  const { number, id, title, takeaway, label, still } = rung;
  const name = figureOf(rung);
  const pictures = ["light", "dark"].map((theme) => {
    const address = name && draw(name, theme);
    return address && `<img class="${theme}" src="${address}" alt="" width="${WIDTH}" height="${WIDTH / ASPECT}">`;
  });
  return `<li value="${number}">
      <a class="poster" href="./#${id}" tabindex="-1" aria-hidden="true">${pictures.join("")}</a>
      <h2><a href="./#${id}">${title}</a></h2>
      <p>${takeaway}</p>
      <p class="still"><b>${label}:</b> ${still}</p>
    </li>`;
}

/** Returns the contents of the page's slots. @param {DrawMotif} draw */
export const summarySlots = (draw) => ({ rungs: rungs().map((rung) => item(rung, draw)).join("\n    ") });
