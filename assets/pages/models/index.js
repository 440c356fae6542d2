// The room of models: what the reader brings and asks becomes a query, and the program answers with HTML.

import { copied } from "../../embed/copy.js";
import { keepOffline } from "../idle.js";
import { question, state, write } from "./address.js";
import * as asks from "./asks.js";
import { drops, hub, openFiles, pastes } from "./bring.js";
import * as editor from "./editor.js";
import { byId } from "./elements.js";
import * as judge from "./judge.js";
import { keep, keepPicture, offer } from "./keep.js";
import { marked } from "./marked.js";
import * as room from "./room.js";
import { sortable } from "./sort.js";
import * as weights from "./weights.js";

/** The model that the room shows first. */
const FIRST = "llama-3.1-8b";

const panel = byId("panel");
const shelf = /** @type {HTMLSelectElement} */ (byId("shelf"));

/** The keys of the text for the address; found when the text has come to rest, because it takes many readings. */
let excerpt = "";

/** @param {string} place @param {unknown} error */
function showSentence(place, error) {
  byId(place).replaceChildren(...marked(error instanceof Error ? error.message : String(error)));
}

/** Tells what a file became, and what was assumed. @param {string[]} sentences */
function showNotes(sentences) {
  const paragraphs = sentences.map((sentence) => {
    const paragraph = document.createElement("p");
    paragraph.append(...marked(sentence));
    return paragraph;
  });
  byId("notes").replaceChildren(...paragraphs);
}

/** Reads the text of the editor. If it cannot be read, the last model stays. */
function read() {
  try {
    room.read(editor.text(), shelf.selectedOptions[0]?.value ? shelf.selectedOptions[0].dataset.title : "");
  } catch (error) {
    showSentence("trouble", error);
    return false;
  }
  showSentence("trouble", "");
  excerpt = "";
  weights.forget();
  judge.forget();
  const facts = room.facts();
  asks.follow(facts);
  byId("try").hidden = !facts.runs;
  return true;
}

/** Shows a published model. @param {string} name @returns {boolean} */
function take(name) {
  try {
    const text = room.textOf(name);
    shelf.value = name;
    editor.replace(text);
    showNotes([]);
    return read();
  } catch (error) {
    showSentence("trouble", error);
    return false;
  }
}

/** What the program calls a part of a configuration. */
const FRAGMENT = "a fragment of a config.json";

/** Returns the published model that a command names, such as `vllm serve Qwen/Qwen3-8B`. @param {string} text */
function namedIn(text) {
  const isCommand = /(^|\s)--[a-z]/.test(text);
  return isCommand ? room.SHELF.find(({ source }) => text.includes(source))?.name : undefined;
}

/** Takes bytes that the reader brought. @param {Uint8Array} bytes */
async function bring(bytes) {
  try {
    const named = namedIn(new TextDecoder().decode(bytes));
    if (named) {
      take(named);
    }
    const { title } = room.facts();
    const { text, source, notes } = await room.imported(bytes);
    shelf.value = "";
    editor.replace(source === "a config.json" ? editor.inLines(text) : text);
    const onto = source === FRAGMENT ? `, merged onto ${title}` : "";
    showNotes(source === "a config.json" ? notes : [`Read from ${source}${onto}.`, ...notes]);
  } catch (error) {
    showSentence("trouble", error);
    return;
  }
  read();
  asks.reset();
  show(true);
  // On a phone the report is below the text.
  const report = /** @type {HTMLElement} */ (panel.closest(".report"));
  if (report.getBoundingClientRect().top > innerHeight / 2) {
    report.scrollIntoView();
  }
}

/** Returns what drawings must fit. */
const surface = () => ({ width: panel.clientWidth, theme: theme() });

/** Shows what the reader asks. */
function show(isStep = false) {
  const answers = asks.pairs();
  const open = [...panel.querySelectorAll("details")].map((details) => details.open);
  try {
    const query = new URLSearchParams({ ...question(answers), width: String(panel.clientWidth) });
    const html = room.html(answers.view, String(query), theme());
    if (html === undefined) {
      room.prepare(answers.view).then(() => show(isStep), (error) => showSentence("ask-error", error));
      return;
    }
    panel.innerHTML = (answers.view === "weights" && weights.htmlOf(surface())) || html;
    showSentence("ask-error", room.layoutError());
  } catch (error) {
    showSentence("ask-error", error);
    return;
  }
  panel.querySelectorAll("details").forEach((details, place) => (details.open = open[place] ?? false));
  byId("verdicts").hidden = answers.view !== "code";
  panel.setAttribute("aria-labelledby", `tab-${answers.view}`);
  offer(panel);
  if (answers.view === "all-models") {
    sortable(panel);
  }
  remember(isStep);
}

/** How long a state must stay the same before it is written into the address, in milliseconds. */
const REST = 400;

/** The timer that writes the address. @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Writes the state into the address when it has come to rest, or at once for a step. @param {boolean} isStep */
function remember(isStep) {
  clearTimeout(timer);
  // The reader may go on while the code that shortens the text is loading.
  const [answers, model] = [asks.pairs(), shelf.value];
  const put = async () => {
    // Without a network, the code that shortens the text may be missing, and the address stays as it is.
    if (!model && !excerpt && !navigator.onLine) {
      return;
    }
    excerpt ||= model ? "" : await room.excerpt();
    write({ ...(model ? { model } : { config: excerpt }), ...answers }, isStep);
  };
  if (isStep) {
    put();
  } else {
    timer = setTimeout(put, REST);
  }
}

function theme() {
  const { theme } = document.documentElement.dataset;
  const isChosen = theme === "light" || theme === "dark";
  return isChosen ? theme : (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

/** Shows the state of the address. */
function restore() {
  const wanted = state();
  const config = wanted.get("config");
  if (config && config !== excerpt) {
    openAddress(config);
  } else if (!config && (wanted.get("model") ?? FIRST) !== shelf.value) {
    if (!take(wanted.get("model") ?? FIRST)) {
      take(FIRST);
    }
  }
  asks.restore(wanted);
  compare(wanted.get("against") ?? "");
  show();
}

/** Shows the keys of an address. @param {string} config */
function openAddress(config) {
  try {
    editor.replace(JSON.stringify(JSON.parse(config), null, 2));
    shelf.value = "";
    if (read()) {
      excerpt = config;
      return;
    }
  } catch {
    // The text is not JSON, which the sentence below says.
  }
  take(FIRST);
  showSentence("trouble", "The address has a configuration that cannot be read, so Llama 3.1 8B is shown.");
}

/** Chooses the model to compare with. @param {string} name */
function compare(name) {
  const published = room.SHELF.find((model) => model.name === name) ?? room.SHELF.find((model) => model.name === "qwen3-8b");
  if (published) {
    asks.compared(published.name);
    room.readOther(room.textOf(published.name), published.title);
  }
}

/** @param {Event} event */
function press(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const button = target.closest("button");
  const { line, edit, picture } = button?.dataset ?? {};
  if (line) {
    editor.select(Number(line));
  } else if (edit) {
    mend(edit === "all" ? undefined : Number(edit));
  } else if (picture) {
    const figure = /** @type {HTMLElement} */ (target.closest("figure"));
    const name = figure.dataset.name ?? "";
    if (asks.pairs().view === "weights") {
      const drawn = new TextEncoder().encode(figure.querySelector("svg")?.outerHTML);
      keepPicture(drawn, name, picture).catch((error) => showSentence("ask-error", error));
      return;
    }
    const query = String(new URLSearchParams({ ...question(asks.pairs()), width: "760" }));
    room.file(query, name, theme()).then((svg) => keepPicture(svg, name, picture)).catch((error) => showSentence("ask-error", error));
  } else if (button && "copy" in button.dataset) {
    copy(button);
  }
}

/** Mends a finding, or all. @param {number} [finding] */
async function mend(finding) {
  const change = await room.change(finding);
  if (change) {
    editor.change(change);
    shelf.value = "";
    read();
    show(true);
    panel.focus({ preventScroll: true });
  }
}

/** Copies the code beside a button. @param {HTMLButtonElement} button */
async function copy(button) {
  const code = /** @type {HTMLElement} */ (button.closest("figure")?.querySelector("code"));
  const outcome = await copied(code.textContent ?? "", () => getSelection()?.selectAllChildren(code));
  button.textContent = outcome === "Copied." ? "Copied" : "Press Ctrl+C";
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

/** @param {string} format */
async function saveView(format) {
  const { view } = asks.pairs();
  const query = String(new URLSearchParams({ ...question(asks.pairs()), width: "760" }));
  try {
    const file = await room.file(query, format, "light");
    keep(file, `${room.fileName()}-${format === "html" ? view : "inv-freq"}.${format}`, format === "html" ? "text/html" : "application/octet-stream");
  } catch (error) {
    showSentence("ask-error", error);
  }
}

asks.fill(show);
editor.listen(() => {
  shelf.value = room.nameOf(editor.text()) ?? "";
  showNotes([]);
  if (read()) {
    show();
  }
});
// A command or another format that the reader has typed is taken when it is finished.
byId("config").addEventListener("change", async () => {
  if (byId("trouble").textContent) {
    await bring(new TextEncoder().encode(editor.text()));
  }
});
shelf.addEventListener("change", () => {
  if (shelf.value && take(shelf.value)) {
    asks.reset();
    show(true);
  }
});
panel.addEventListener("click", press);
byId("against").addEventListener("change", () => {
  compare(asks.pairs().against);
  show(true);
});
openFiles("open", "file", bring);
openFiles("open-other", "other-file", async (bytes, name) => {
  try {
    const { text } = await room.imported(bytes);
    room.readOther(text, name);
    asks.compared("");
    show();
  } catch (error) {
    showSentence("ask-error", error);
  }
});
weights.listen(
  () => ({ config: editor.text(), layer: asks.pairs().layer, ...surface() }),
  show,
  (sentence) => showSentence("ask-error", sentence),
);
const judged = judge.listen(() => asks.pairs().layer, (sentence) => showSentence("ask-error", sentence));
drops(bring, (file) => {
  asks.turnTo("code", show);
  judged(file);
});
pastes(bring);
hub(bring, (sentence) => showSentence("trouble", sentence));
document.querySelectorAll("[data-save]").forEach((button) => {
  button.addEventListener("click", () => saveView(/** @type {HTMLElement} */ (button).dataset.save ?? ""));
});
addEventListener("popstate", restore);
addEventListener("hashchange", restore);
addEventListener("phasor-theme", () => show());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show());
let drawnWidth = panel.clientWidth;
new ResizeObserver(() => {
  // A change of height is the report's own.
  if (panel.clientWidth !== drawnWidth) {
    drawnWidth = panel.clientWidth;
    show();
  }
}).observe(panel);
restore();
// The first report does not wait for the code that numbers tokens.
room.addIds().then(() => show(), () => {});
keepOffline();
