// What the monkey finds in a page: elements, whether they are visible, and their names.

/** Waits until the page has drawn. */
export const frame = () => new Promise((done) => requestAnimationFrame(done));

/** The document and the shadow roots of the figures. */
export function roots() {
  const hosts = [...document.querySelectorAll("phasor-figure")];
  return [document, ...hosts.flatMap(({ shadowRoot }) => shadowRoot ?? [])];
}

/** @param {Element} element */
export function isSeen(element) {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
}

/** Whether a link leads to another document or opens a window. @param {Element} element */
export function leaves(element) {
  const link = /** @type {HTMLAnchorElement | null} */ (element.closest("a[href]"));
  return link !== null && (link.target !== "" || link.download !== "" || link.origin + link.pathname !== location.origin + location.pathname);
}

/** Returns a name that an element keeps when others come and go. @param {Element} element */
export function nameOf(element) {
  const root = element.getRootNode();
  const host = root instanceof ShadowRoot ? `${root.host.id || root.host.getAttribute("name")} ` : "";
  const label = element.getAttribute("aria-label") ?? element.getAttribute("name") ?? element.textContent?.trim().replace(/\s+/g, " ").slice(0, 40);
  return `${host}${element.localName}${element.id && `#${element.id}`} ${label}`;
}
