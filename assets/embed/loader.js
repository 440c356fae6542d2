// The HTML that loads the element into somebody else's page, and the hashes with which a browser refuses other scripts.

import { INTEGRITY } from "phasor:built";

/** The script that a page loads at once. */
const SCRIPT = "phasor.js";

/** The script that sets the heights of frames. */
export const FRAMES = "phasor-frames.js";

/** Whether the build knows the hashes; the variant in one file does not. */
export const HAS_HASHES = SCRIPT in INTEGRITY;

/**
 * Returns the HTML that loads a script from a folder.
 * @param {string | URL} folder
 * @param {boolean} isPinned Whether browsers shall accept only the script of this build.
 */
export function loaded(folder, isPinned, name = SCRIPT) {
  const hash = isPinned ? ` integrity="${INTEGRITY[name]}"` : "";
  return `<script type="module" src="${new URL(name, folder)}"${hash}></script>`;
}

/**
 * Returns the HTML that loads the element from a folder. If it is pinned, a map has the hashes of the scripts that the
 * element imports later; it must come before all scripts of the page that are modules.
 * @param {string | URL} folder
 * @param {boolean} isPinned
 */
export function loader(folder, isPinned) {
  if (!isPinned) {
    return loaded(folder, false);
  }
  const later = Object.entries(INTEGRITY).filter(([name]) => name !== SCRIPT && name !== FRAMES);
  const integrity = Object.fromEntries(later.map(([name, hash]) => [new URL(name, folder).href, hash]));
  return `<script type="importmap">\n${JSON.stringify({ integrity }, null, 2)}\n</script>\n${loaded(folder, true)}`;
}
