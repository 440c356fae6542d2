// The words with which a figure is put into a post, for whatever is set up by hand.

const HERE = new URL(".", location.href).href;

/** Marks of HTML in the value of an attribute. @type {Record<string, string>} */
const MARKS = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

/** @param {string} text */
const escaped = (text) => text.replace(/[&<"]/g, (mark) => MARKS[mark]);

/** @typedef {{ name: string, alt: string, height: number, state: URLSearchParams, looks: URLSearchParams }} Shown */

/** @param {Shown} shown */
function permalink({ name, state }) {
  return `${HERE}${state.size ? `?${state}` : ""}#${name}`;
}

/** @param {Shown} shown */
function frame({ name, state, looks }) {
  return `${HERE}embed.html?${new URLSearchParams([["name", name], ...state, ...looks])}`;
}

/** @param {Shown} shown */
function attributes({ name, state, looks }) {
  const pairs = [["name", name], ...state, ...looks];
  return pairs.map(([key, value]) => (value ? ` ${key}="${escaped(value)}"` : ` ${key}`)).join("");
}

/** What is copied, by the kind of host. @type {Record<string, (shown: Shown) => string>} */
const WORDS = {
  tag: (shown) => `<script type="module" src="${HERE}embed/phasor.js"></script>
<phasor-figure${attributes(shown)}>
  <a href="${escaped(permalink(shown))}"><img src="${shown.name}.svg" alt="${escaped(shown.alt)}"></a>
</phasor-figure>`,
  iframe: (shown) => `<iframe src="${escaped(frame(shown))}" title="${escaped(shown.alt)}" width="100%" height="${shown.height}" loading="lazy" style="border: 0"></iframe>
<script type="module" src="${HERE}embed/phasor-frames.js"></script>`,
  markdown: (shown) => `[![${shown.alt.replace(/[[\]]/g, "")}](${shown.name}.svg)](${permalink(shown)})`,
  hugo: (shown) => `{{< phasor-figure${attributes(shown)} >}}`,
  mdx: (shown) => `import "phasor-figure";

<phasor-figure${attributes(shown)}></phasor-figure>`,
  jupyter: (shown) => `from IPython.display import IFrame
IFrame(${JSON.stringify(frame(shown))}, width="100%", height=${shown.height})`,
  link: permalink,
};

/** @param {HTMLElement} offer */
function follow(offer) {
  const figure = /** @type {any} */ (offer.querySelector("phasor-figure"));
  const form = /** @type {HTMLFormElement} */ (offer.querySelector("form"));
  const code = /** @type {HTMLElement} */ (offer.querySelector("code"));
  const status = /** @type {HTMLElement} */ (offer.querySelector("[role=status]"));

  /** @returns {Shown} */
  const shown = () => {
    const looks = new URLSearchParams();
    for (const [key, value] of new FormData(form)) {
      const isDefault = key === "host" || value === "" || value === "full" || value === "auto";
      if (!isDefault) {
        looks.set(key, key === "autoplay" ? "" : String(value));
      }
    }
    const reading = figure.shadowRoot?.querySelector(".reading")?.textContent ?? "";
    return {
      name: figure.name,
      alt: `${offer.dataset.title}. ${reading}`.trim(),
      height: Math.ceil(figure.getBoundingClientRect().height) + 32,
      state: new URLSearchParams(figure.getState?.() ?? {}),
      looks,
    };
  };
  const write = () => {
    const host = String(new FormData(form).get("host"));
    offer.dataset.host = host;
    code.textContent = WORDS[host](shown());
    status.textContent = "";
  };
  form.addEventListener("input", () => {
    const { looks } = shown();
    for (const name of ["controls", "theme"]) {
      figure[name] = looks.get(name);
    }
    write();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  // Sentence and height follow a frame later.
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(write));
  figure.addEventListener("phasor-change", soon);
  figure.addEventListener("phasor-ready", soon);
  offer.querySelector(".copy")?.addEventListener("click", async () => {
    write();
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
      status.textContent = "Copied.";
    } catch {
      getSelection()?.selectAllChildren(code);
      status.textContent = "The browser did not allow to copy; it is selected, press Ctrl C.";
    }
  });
  offer.querySelector(".picture")?.addEventListener("click", async () => {
    try {
      const anchor = document.createElement("a");
      anchor.href = URL.createObjectURL(await figure.exportSvg());
      anchor.download = `${figure.name}.svg`;
      anchor.click();
      URL.revokeObjectURL(anchor.href);
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  write();
}

await customElements.whenDefined("phasor-figure");
document.querySelectorAll(".offer").forEach((offer) => follow(/** @type {HTMLElement} */ (offer)));
