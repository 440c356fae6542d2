// The text of the configuration. Every change by a button can be undone, by the button or by the browser.

const area = /** @type {HTMLTextAreaElement} */ (document.getElementById("config"));
const undo = /** @type {HTMLButtonElement} */ (document.getElementById("undo"));

/** The texts before each change by a button or by a paste of a whole file. @type {string[]} */
const before = [];

/** The most texts that are kept. */
const MOST = 50;

export const text = () => area.value;

/**
 * Breaks JSON that is written in one line into lines. Numbers stay as they are written, which JSON.parse would change.
 * @param {string} json
 */
export function inLines(json) {
  if (json.trim().includes("\n")) {
    return json;
  }
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  return json.replace(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[[^[\]{}]*\]|[{}[\],:]|\s+/g, (part) => {
    if (part === "{" || part === "[") {
      depth += 1;
      return part + line();
    }
    if (part === "}" || part === "]") {
      depth = Math.max(0, depth - 1);
      return line() + part;
    }
    const spaced = { ",": `,${line()}`, ":": ": " }[part];
    return spaced ?? (part.trim() ? part : "");
  });
}

/** Replaces the whole text, as a step that can be undone. @param {string} text */
export function replace(text) {
  if (text !== area.value) {
    remember();
    area.value = text;
    area.scrollTop = 0;
  }
}

/** Replaces a part of the text, as a step that can be undone. @param {{ from: number, to: number, text: string }} change */
export function change({ from, to, text }) {
  remember();
  area.setRangeText(text, from, to, "select");
  reveal(from);
}

function remember() {
  if (!area.value) {
    return;
  }
  before.push(area.value);
  before.splice(0, before.length - MOST);
  undo.disabled = false;
}

/** Selects a line. @param {number} line Counted from 1. */
export function select(line) {
  const lines = area.value.split("\n");
  const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(from, from + lines[line - 1].length);
  reveal(from);
}

/** Scrolls to a place in the text. @param {number} from */
function reveal(from) {
  const line = area.value.slice(0, from).split("\n").length - 1;
  const height = parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, line * height - area.clientHeight / 2);
}

/** Calls `changed` whenever the reader has changed the text. @param {() => void} changed */
export function listen(changed) {
  area.addEventListener("input", changed);
  undo.addEventListener("click", () => {
    area.value = before.pop() ?? area.value;
    undo.disabled = before.length === 0;
    changed();
  });
}
