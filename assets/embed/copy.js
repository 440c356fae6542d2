// Copying, also where the browser does not allow it.

/**
 * Puts a text where the reader wants it, and says in a sentence what became of it.
 * @param {string} text
 * @param {() => void} select Selects the text on the page, for where it cannot be copied.
 */
export async function copied(text, select) {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    select();
    return "The browser did not allow copying; it is selected, so press Ctrl C.";
  }
}
