/** Returns a sentence with what stands between backticks as code. @param {string} sentence */
export function marked(sentence) {
  return sentence.split("`").map((part, place) => (place % 2 ? Object.assign(document.createElement("code"), { textContent: part }) : part));
}
