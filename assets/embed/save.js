/** The time in which a browser certainly begins to read a file, in milliseconds. */
const UNTIL_READ = 60_000;

/**
 * Saves a file under its name, as a download.
 * @param {File} file
 */
export function save(file) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(file);
  anchor.download = file.name;
  anchor.click();
  // The click only asks for the file. A browser that has much to do reads it later, and finds nothing if the address has
  // been revoked.
  setTimeout(() => URL.revokeObjectURL(anchor.href), UNTIL_READ);
}
