// HTML for other people's pages. The gallery and the build use it.

/** The characters that are escaped in an attribute. @type {Record<string, string>} */
const MARKS = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

/** @param {string} text */
export const escaped = (text) => text.replace(/[&<"]/g, (mark) => MARKS[mark]);

/**
 * Returns the HTML of a frame with one figure.
 * @param {string} address
 * @param {string} title
 * @param {number} height CSS pixels, until the frame sends its own.
 * @param {string} [width] CSS pixels, or a share of the column.
 */
export function iframe(address, title, height, width = "100%") {
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="${width}" height="${height}" loading="lazy" style="border: 0; max-width: 100%"></iframe>`;
}
