// The Lab. Its figures load at once; panels, files and the figure of bulk RoPE load when they are needed.

import { LAB } from "phasor:built";
import { load, loadFigure, loadFiles, loadPart, qr, sentence } from "../embed/program.js";
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

/** The figures that the address names, or those that the Lab shows at first. */
const first = new URLSearchParams(location.search).getAll("figures").at(-1)?.split(",") ?? LAB;

const place = document.getElementById("lab");
await attempt(
  async () => {
    // The parts of the program load at the same time.
    const [program] = await Promise.all([load("lab"), ...first.map(loadFigure)]);
    program.open_lab(place, first);
    keepOffline();
  },
  (sentence) => place?.querySelector(".loading")?.replaceChildren(`${sentence} Load the page again when you are online.`),
);

addEventListener("phasor-load", async (event) => {
  const { figure, done, fail } = /** @type {CustomEvent} */ (event).detail;
  await attempt(
    async () => {
      await loadFigure(figure);
      done();
    },
    (sentence) => fail(`${sentence} Try again when you are online.`),
  );
});

addEventListener("phasor-chunk", async (event) => {
  const { target, detail } = /** @type {CustomEvent} */ (event);
  await attempt(
    async () => {
      await loadPart(detail.chunk);
      detail.fill();
    },
    (sentence) => /** @type {HTMLElement} */ (target).replaceChildren(sentence),
  );
});

/** The parameters of the address that set the console. */
const CONSOLE = /^(figures|columns|b(\..+)?)$/;

/**
 * Returns the query of an address with this state and with the console as it is.
 * @param {string} query
 */
function consoleQuery(query) {
  const others = [...new URLSearchParams(location.search)].filter(([name]) => CONSOLE.test(name));
  const parts = [query, ...others.map(([name, text]) => `${name}=${encodeURIComponent(text).replaceAll("%2C", ",")}`)].filter(Boolean);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

addEventListener("phasor-share", async (event) => {
  const { target, detail } = /** @type {CustomEvent} */ (event);
  const { figure: name, query, theme, width } = detail;
  const { share } = await import("../embed/share.js");
  share(/** @type {HTMLElement} */ (target), {
    name,
    state: Object.fromEntries(new URLSearchParams(query)),
    link: `${location.origin}${location.pathname}${consoleQuery(query)}#${name}`,
    qr,
    file: async (/** @type {string} */ format) => (await loadFiles()).file(name, query, theme, [], width, format, []),
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
