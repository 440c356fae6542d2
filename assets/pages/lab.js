// The Lab. Its figures load at once; panels, files and the figure of bulk RoPE load when they are needed.

import { LAB } from "phasor:built";
import { load, loadFiles, loadPanel, qr, sentence } from "../embed/program.js";
import { keepOffline } from "./idle.js";

/**
 * Does something, and reports why if it fails.
 * @param {() => Promise<void>} work
 * @param {(sentence: string) => void} report
 */
async function attempt(work, report) {
  try {
    await work();
  } catch (error) {
    report(sentence(error));
  }
}

/**
 * Loads the program with the chunks of all these names.
 * @param {string[]} names
 */
async function loadAll(...names) {
  const [program] = await Promise.all(names.map(load));
  return program;
}

const place = document.getElementById("lab");
await attempt(
  async () => {
    (await loadAll("lab", ...LAB)).open_lab(place);
    keepOffline();
  },
  (sentence) => place?.querySelector(".loading")?.replaceChildren(`${sentence} Load the page again when you are online.`),
);

addEventListener("phasor-panel", async (event) => {
  const { target, detail } = /** @type {CustomEvent} */ (event);
  await attempt(
    async () => {
      await loadPanel();
      detail.fill();
    },
    (sentence) => /** @type {HTMLElement} */ (target).replaceChildren(sentence),
  );
});

addEventListener("phasor-share", async (event) => {
  const { target, detail } = /** @type {CustomEvent} */ (event);
  const { figure: name, query, theme, width } = detail;
  const { share } = await import("../embed/share.js");
  share(/** @type {HTMLElement} */ (target), {
    name,
    state: Object.fromEntries(new URLSearchParams(query)),
    link: `${location.origin}${location.pathname}${query && `?${query}`}#${name}`,
    qr,
    file: async (/** @type {string} */ format) => (await loadFiles()).file(name, query, theme, [], width, format),
  });
});

const bulk = /** @type {HTMLElement} */ (document.getElementById("bulk-figure"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("bulk-open"));

async function openBulk() {
  button.disabled = true;
  await attempt(
    async () => (await load("bulk-rope")).open_bulk_rope(bulk),
    (sentence) => {
      button.disabled = false;
      button.nextElementSibling?.replaceChildren(`${sentence} Try again when you are online.`);
    },
  );
}

button.addEventListener("click", openBulk);
if (location.hash.startsWith("#bulk-rope")) {
  await openBulk();
  document.getElementById("bulk-rope")?.scrollIntoView();
}
