// How the state of a figure is written: as attributes, as properties and in addresses.

/** Returns the property of an attribute. @param {string} attribute */
export function property(attribute) {
  return attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/** Returns a state as in an address. @param {Record<string, string | number>} state */
export function queryOf(state) {
  return new URLSearchParams(Object.entries(state).map(([key, value]) => [key, String(value)])).toString();
}

/** Returns the state that an address holds. @param {string} query */
export function stateOf(query) {
  return Object.fromEntries(new URLSearchParams(query));
}
