// Copies text, with a fallback for browsers that do not allow it.

/**
 * Copies a text and returns a sentence about the result.
 * @param {string} text
 * @param {() => void} select Selects the text on the page if it cannot be copied.
 */
export async function copied(text, select) {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    select();
    return "The browser did not allow copying. The text is selected: press Ctrl+C.";
  }
}
