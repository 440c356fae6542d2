// The colours that a host gives to a figure.

/** Colours of the canvas that a host may change, as its rules name them. */
export const INKS = ["surface", "text", "muted", "faint", "query", "key", "third"];

/** Where the browser puts colours into numbers. */
const PALETTE = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/**
 * Something that has a colour and tells, at the end of a transition, that it changed.
 * @param {string} color
 */
export function swatch(color) {
  const ink = document.createElement("i");
  Object.assign(ink.style, { color, fontSize: "medium", transition: "color 1ms" });
  return ink;
}

/**
 * Red, green and blue of colours in any words.
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
