// The colours that a host sets for a figure.

/** The names of the canvas colours that a host may change, as in its rules. */
export const INKS = ["surface", "text", "muted", "faint", "query", "key", "third"];

/** The canvas that converts colours to numbers. */
const PALETTE = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/**
 * Creates an element with a colour. When the colour changes, the element reports the end of a transition.
 * @param {string} color
 */
export function swatch(color) {
  const ink = document.createElement("i");
  Object.assign(ink.style, { color, fontSize: "medium", transition: "color 1ms" });
  return ink;
}

/**
 * Returns red, green and blue of colours in any CSS notation.
 * @param {string[]} colours
 */
export function numbers(colours) {
  if (!PALETTE) {
    return [];
  }
  colours.forEach((colour, place) => {
    PALETTE.fillStyle = colour;
    PALETTE.fillRect(place, 0, 1, 1);
  });
  return PALETTE.getImageData(0, 0, colours.length, 1).data.filter((_, place) => place % 4 < 3);
}
