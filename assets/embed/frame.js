// One figure that fills a frame in somebody else's page. The address says what it shows, by the names of
// the element's attributes; the page around it is told the height.

const Figure = /** @type {any} */ (await customElements.whenDefined("phasor-figure"));
const figure = document.createElement("phasor-figure");
const link = document.createElement("a");
const rules = new CSSStyleSheet();
rules.replaceSync(
  ":root { color-scheme: light dark; } body { margin: 0; } a { display: block; padding: 0.25rem 0.75rem; color: CanvasText; font: 0.8125rem system-ui, sans-serif; }",
);
document.adoptedStyleSheets = [rules];

/** The same figure in the whole page. */
function follow() {
  const query = new URLSearchParams(/** @type {any} */ (figure).getState());
  link.href = `./?${query}#${figure.getAttribute("name")}`;
}

function tell() {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  parent.postMessage({ type: "phasor:resize", height }, "*");
  // As Embedly and those who follow it want to hear it.
  parent.postMessage(JSON.stringify({ src: location.href, context: "iframe.resize", height }), "*");
}

/** What the values of properties must be, where they are not colours. @type {Record<string, string>} */
const KINDS = { sans: "font-family", serif: "font-family", "heading-size": "font-size", radius: "border-radius" };

/**
 * Whether an address may set a property of the figure's looks: functions could fetch files of others.
 * @param {string} name
 * @param {string} value
 */
function isLook(name, value) {
  const [, look] = /^--phasor-([a-z-]+)$/.exec(name) ?? [];
  return look && !value.includes("(") && CSS.supports(KINDS[look] ?? "color", value);
}

for (const [name, value] of new URLSearchParams(location.search)) {
  // Nothing else, or an address could bring a script.
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
// A frame may be too low to come near anything; whether it is wanted is its page's affair.
/** @type {any} */ (figure).start();
new ResizeObserver(tell).observe(document.documentElement);
addEventListener("message", ({ data }) => data === "phasor:ask" && tell());
