// The ladder on one page: the last lines of each rung, beside the motif of its figure.

import { fail } from "../setup/setup.mjs";
import { isLinked, rungs } from "./ladder.mjs";
import { all, is, readHtml } from "./markup.mjs";
import { posters } from "./motifs.mjs";

/** @typedef {import("./ladder.mjs").Rung} Rung */
/** @typedef {import("./pictures.mjs").DrawMotif} DrawMotif */

const WIDTH = 96;

/** Returns the name of the figure that stands for a rung: the first that follows its text, or the last one. @param {Rung} rung */
function figureOf({ id, html }) {
  const figures = all(readHtml(html), is("phasor-figure"));
  return (figures.find(isLinked) ?? figures.at(-1))?.attribs.name ?? fail(`The rung ${id} has no figure.`);
}

/**
 * @param {Rung} rung
 * @param {DrawMotif} draw
 */
function item(rung, draw) {
  const { number, id, title, takeaway, label, still } = rung;
  return `<li value="${number}">
      <a class="poster" href="./#${id}" tabindex="-1" aria-hidden="true">${posters(draw, figureOf(rung), WIDTH)}</a>
      <h2><a href="./#${id}">${title}</a></h2>
      <p>${takeaway}</p>
      <p class="still"><b>${label}:</b> ${still}</p>
    </li>`;
}

/** Returns the contents of the page's slots. @param {DrawMotif} draw */
export const summarySlots = (draw) => ({ rungs: rungs().map((rung) => item(rung, draw)).join("\n    ") });
