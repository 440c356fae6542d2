// The attributes that take one of a few words.

/** The words of each attribute; the first is the default. @type {Record<string, string[]>} */
export const WORDS = { theme: ["auto", "light", "dark"], controls: ["full", "leading", "minimal", "none"] };

/**
 * Returns the value of an attribute if it is one of its words, else the first of these.
 * @param {Element} figure
 * @param {string} name
 */
export function word(figure, name) {
  const [first, ...others] = WORDS[name];
  return others.find((one) => one === figure.getAttribute(name)) ?? first;
}

/**
 * Throws an error for the first attribute with an unknown word.
 * @param {Element} figure
 */
export function judge(figure) {
  for (const [name, words] of Object.entries(WORDS)) {
    const value = figure.getAttribute(name);
    if (value !== null && !words.includes(value)) {
      throw new Error(`\`${name}\` must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}, not \`${value}\`.`);
    }
  }
}
