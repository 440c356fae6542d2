// The state of the room in the fragment of the address, which browsers do not send to a server. It has the name of a
// published model, or the keys of the reader's text that concern positions, and what the reader asks.

/** The keys of an address that are not questions. */
const MODEL = ["model", "config", "against"];

/** Returns the state of the address. */
export function state() {
  return new URLSearchParams(location.hash.slice(1));
}

/**
 * Writes the state into the address.
 * @param {Record<string, string>} pairs Empty values are left out.
 * @param {boolean} isStep Whether Back should return to the state before.
 */
export function write(pairs, isStep) {
  const query = new URLSearchParams(Object.entries(pairs).filter(([, value]) => value));
  // Commas, colons and braces are allowed in a fragment, and easier to read.
  const hash = `#${String(query).replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%7B", "{").replaceAll("%7D", "}")}`;
  if (hash === location.hash) {
    return;
  }
  history[isStep ? "pushState" : "replaceState"](null, "", hash);
}

/** Returns what the reader asks, without the models. @param {Record<string, string>} pairs */
export function question(pairs) {
  return Object.fromEntries(Object.entries(pairs).filter(([key, value]) => value && !MODEL.includes(key)));
}
