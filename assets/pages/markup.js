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
 */
export function iframe(address, title, height) {
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="${height}" loading="lazy" style="border: 0"></iframe>`;
}
