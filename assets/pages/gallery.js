// The words with which a figure is put into a post, for whatever is set up by hand.

import { save } from "../embed/save.js";
import { escaped, iframe } from "./markup.js";

const HERE = new URL(".", location.href).href;

/** @typedef {{ name: string, alt: string, height: number, state: URLSearchParams, looks: URLSearchParams }} Shown */

/** @param {Shown} shown */
function permalink({ name, state }) {
  return `${HERE}${state.size ? `?${state}` : ""}#${name}`;
}

/** @param {Shown} shown */
function frame({ name, state, looks }) {
  return `${HERE}embed.html?${new URLSearchParams([["name", name], ...state, ...looks])}`;
}

/**
 * @param {Shown} shown
 * @param {(key: string) => string} bare How the host writes what is there or not.
 */
function attributes({ name, state, looks }, bare = (key) => key) {
  const pairs = [["name", name], ...state, ...looks];
  return pairs.map(([key, value]) => ` ${value ? `${key}="${escaped(value)}"` : bare(key)}`).join("");
}

/** What is copied, by the kind of host. @type {Record<string, (shown: Shown) => string>} */
const WORDS = {
  tag: (shown) => `<script type="module" src="${HERE}embed/phasor.js"></script>
<phasor-figure${attributes(shown)}>
  <a href="${escaped(permalink(shown))}"><img src="${shown.name}.svg" alt="${escaped(shown.alt)}"></a>
</phasor-figure>`,
  iframe: (shown) => `${iframe(frame(shown), shown.alt, shown.height)}
<script type="module" src="${HERE}embed/phasor-frames.js"></script>`,
  markdown: (shown) => `[![${shown.alt.replace(/[[\]]/g, "")}](${shown.name}.svg)](${permalink(shown)})`,
  // Beside named parameters Hugo takes no bare ones.
  hugo: (shown) => `{{< phasor-figure${attributes(shown, (key) => `${key}="true"`)} >}}`,
  mdx: (shown) => `import "phasor-figure";

<phasor-figure${attributes(shown)}></phasor-figure>`,
  jupyter: (shown) => `from IPython.display import IFrame
IFrame(${JSON.stringify(frame(shown))}, width="100%", height=${shown.height})`,
  link: permalink,
};

/** CSS pixels of the column for which frames are measured. */
const COLUMN = 700;

/**
 * Asks a frame that nobody sees for its height.
 * @param {string} address
 * @returns {Promise<number>}
 */
function heightOf(address) {
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: address, width: COLUMN, height: 10, ariaHidden: "true", tabIndex: -1, title: "measured" });
  Object.assign(frame.style, { position: "fixed", top: "0", opacity: "0", pointerEvents: "none" });
  return new Promise((resolve) => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const hear = (/** @type {MessageEvent} */ { source, data }) => {
      // Lower than that is a frame whose figure is not there yet.
      if (source === frame.contentWindow && data?.type === "phasor:resize" && data.height > 200) {
        clearTimeout(timer);
        // The last word counts.
        timer = setTimeout(() => {
          removeEventListener("message", hear);
          frame.remove();
          resolve(data.height);
        }, 700);
      }
    };
    addEventListener("message", hear);
    document.body.append(frame);
  });
}

/** Hosts that must be told the height. */
const HIGH = new Set(["iframe", "jupyter"]);

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
      height: Number(offer.dataset.height ?? 0),
      state: new URLSearchParams(figure.getState?.() ?? {}),
      looks,
    };
  };
  const write = async () => {
    const host = String(new FormData(form).get("host"));
    offer.dataset.host = host;
    const now = shown();
    code.textContent = WORDS[host](now);
    status.textContent = "";
    // How much stands around a figure makes its height; its state hardly does.
    const kind = `${now.looks.get("controls")}`;
    if (HIGH.has(host) && offer.dataset.measured !== kind) {
      offer.dataset.measured = kind;
      offer.dataset.height = String(await heightOf(frame(now)));
      write();
    }
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
      const file = await figure.exportSvg();
      save(new File([file], `${figure.name}.svg`, { type: file.type }));
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  write();
}

await customElements.whenDefined("phasor-figure");
document.querySelectorAll(".offer").forEach((offer) => follow(/** @type {HTMLElement} */ (offer)));
