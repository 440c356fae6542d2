// Files that a reader takes along: the report, its pictures, the frequencies.

import { save } from "../../embed/save.js";

/** Device pixels for each CSS pixel of a PNG. */
const SCALE = 2;

/**
 * Turns SVG into a PNG.
 * @param {Uint8Array<ArrayBuffer>} svg
 * @returns {Promise<Blob>}
 */
async function png(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * image.width;
  canvas.height = SCALE * image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The browser made no PNG.")))));
}

/** Adds buttons to every picture. @param {HTMLElement} panel */
export function offer(panel) {
  for (const picture of panel.querySelectorAll("figure.picture")) {
    const row = document.createElement("p");
    row.className = "formats";
    row.append(
      ...["SVG", "PNG"].map((label) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = label;
        button.dataset.picture = label.toLowerCase();
        button.setAttribute("aria-label", `Save “${picture.querySelector(".title")?.textContent}” as ${label}`);
        return button;
      }),
    );
    picture.append(row);
  }
}

/**
 * Saves a file.
 * @param {BlobPart} part
 * @param {string} name
 * @param {string} type
 */
export function keep(part, name, type) {
  save(new File([part], name, { type }));
}

/** @param {Uint8Array<ArrayBuffer>} svg @param {string} name @param {string} format */
export async function keepPicture(svg, name, format) {
  if (format === "svg") {
    keep(svg, `${name}.svg`, "image/svg+xml");
  } else {
    keep(await png(svg), `${name}.png`, "image/png");
  }
}
