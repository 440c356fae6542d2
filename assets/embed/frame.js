// One figure that fills a frame in somebody else's page. The parameters of the address are the attributes
// of the element. The frame sends its height to the page around it.

const Figure = /** @type {any} */ (await customElements.whenDefined("phasor-figure"));
const figure = document.createElement("phasor-figure");
const link = document.createElement("a");
const rules = new CSSStyleSheet();
rules.replaceSync(
  ":root { color-scheme: light dark; } body { margin: 0; } a { display: block; padding: 0.25rem 0.75rem; color: CanvasText; font: 0.8125rem system-ui, sans-serif; }",
);
document.adoptedStyleSheets = [rules];

/** Makes the link lead to the same figure on the whole page. */
function follow() {
  const query = new URLSearchParams(/** @type {any} */ (figure).getState());
  link.href = `./?${query}#${figure.getAttribute("name")}`;
}

function postHeight() {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  parent.postMessage({ type: "phasor:resize", height }, "*");
  // The same in the format of Embedly, which other hosts have adopted.
  parent.postMessage(JSON.stringify({ src: location.href, context: "iframe.resize", height }), "*");
}

/** The CSS properties that accept the values of looks other than colours. @type {Record<string, string>} */
const KINDS = { sans: "font-family", serif: "font-family", "heading-size": "font-size", radius: "border-radius" };

/**
 * Whether an address may set a property of the figure's looks. Functions are refused: they could fetch files
 * from anywhere.
 * @param {string} name
 * @param {string} value
 */
function isLook(name, value) {
  const [, look] = /^--phasor-([a-z-]+)$/.exec(name) ?? [];
  return look && !value.includes("(") && CSS.supports(KINDS[look] ?? "color", value);
}

for (const [name, value] of new URLSearchParams(location.search)) {
  // Other attributes are refused, because they could contain a script.
  if (Figure.observedAttributes.includes(name)) {
    figure.setAttribute(name, value);
  } else if (isLook(name, value)) {
    figure.style.setProperty(name, value);
  }
}
figure.setAttribute("name", figure.getAttribute("name") ?? "sine-waves");
link.textContent = "Open in Phasor";
link.target = "_blank";
link.rel = "noopener";
const theme = figure.getAttribute("theme") ?? "";
if (["light", "dark"].includes(theme)) {
  document.documentElement.style.colorScheme = theme;
}
follow();
figure.addEventListener("phasor-change", follow);
figure.addEventListener("phasor-ready", follow);
document.body.append(figure, link);
// The figure starts at once, because a low frame may never count as near. The page around it decides when to
// load the frame.
/** @type {any} */ (figure).start();
new ResizeObserver(postHeight).observe(document.documentElement);
addEventListener("message", ({ data }) => data === "phasor:ask" && postHeight());
