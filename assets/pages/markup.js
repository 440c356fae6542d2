// HTML that is given away, by the gallery's page and by what the build writes beside it.

/** Marks of HTML in the value of an attribute. @type {Record<string, string>} */
const MARKS = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

/** @param {string} text */
export const escaped = (text) => text.replace(/[&<"]/g, (mark) => MARKS[mark]);

/**
 * A frame with one figure.
 * @param {string} address
 * @param {string} title
 * @param {number} height CSS pixels, until the frame tells its own.
 * @param {string} [width] CSS pixels, or a part of the column.
 */
export function iframe(address, title, height, width = "100%") {
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="${width}" height="${height}" loading="lazy" style="border: 0; max-width: 100%"></iframe>`;
}
