// The elements of the page by their ids.

/** @template {HTMLElement} T @param {string} id @returns {T} */
export const byId = (id) => /** @type {T} */ (document.getElementById(id));
