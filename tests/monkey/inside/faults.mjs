// What is wrong with a page, whatever the monkey did.

import { frame, isSeen, nameOf, roots } from "./elements.mjs";

/** Text that a program prints when it has lost its number or its object. */
const ODD = /\b(NaN|undefined|null|unreachable|Infinity|object Object)\b/;

/** The reader's own words in a sentence of the page. */
const QUOTED = /“[^”]*”|`[^`]*`/g;

/** Elements whose text quotes the reader or is code. */
const QUOTING = "script, style, noscript, code, pre, textarea, select, .error, [role=alert]";

/** Returns the faults in the texts of one root. @param {Document | ShadowRoot} root */
function oddTexts(root) {
  const faults = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const around = node.parentElement;
    const isOdd = ODD.test(node.nodeValue ?? "") && ODD.test(node.nodeValue?.replaceAll(QUOTED, "") ?? "");
    if (around && isOdd && !around.closest(QUOTING) && isSeen(around)) {
      faults.push(`a text says "${node.nodeValue?.trim().slice(0, 200)}"`);
    }
  }
  return faults;
}

/** Returns the right end of an element with what sticks out of it. @param {Element} element */
function right(element) {
  const { left, right } = element.getBoundingClientRect();
  const isVisible = getComputedStyle(element).overflowX === "visible";
  return Math.max(Math.floor(right), isVisible ? Math.floor(left) + element.scrollWidth : 0);
}

/** Whether something around an element hides or scrolls what sticks out. @param {Element} element */
function isClipped(element) {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowX !== "visible") {
      return true;
    }
  }
  return false;
}

/** Returns what is wrong with the page in this frame. */
function faults() {
  const faults = roots().flatMap(oddTexts);
  // A frame has only what the page around it wants, which is at least the picture.
  const leading = document.querySelector("main") ? "h1, h2" : ".stage, .error:not(:empty)";
  if (!roots().some((root) => [...root.querySelectorAll(leading)].some(isSeen))) {
    faults.push("neither a heading nor a figure is visible");
  }
  const wide = document.scrollingElement?.scrollWidth ?? 0;
  if (wide > innerWidth) {
    const all = roots().flatMap((root) => [...root.querySelectorAll("*")]);
    const outside = all.filter((element) => isSeen(element) && right(element) > innerWidth && !isClipped(element));
    faults.push(`the page is ${wide} pixels wide in a window of ${innerWidth}: ${outside.slice(-3).map(nameOf).join("; ")}`);
  }
  for (const reading of roots().flatMap((root) => [...root.querySelectorAll(".reading")])) {
    if (!reading.textContent?.trim() && reading.parentElement && isSeen(reading.parentElement)) {
      faults.push(`the reading ${reading.id} is empty`);
    }
  }
  return faults;
}

/** Whether everything in the window, and one window around it, has loaded. */
function isSettled() {
  const isNear = (/** @type {Element} */ element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > -innerHeight && top < 2 * innerHeight;
  };
  const isLive = (/** @type {Element} */ { shadowRoot }) => shadowRoot?.querySelector(".stage, .error:not(:empty)");
  return !document.querySelector("main .loading") && [...document.querySelectorAll("phasor-figure")].filter(isSeen).filter(isNear).every(isLive);
}

/** Returns what is wrong with the page. A page that is still loading or changing has three seconds. */
export async function check() {
  await frame();
  for (let round = 0; !isSettled() && round < 30; round += 1) {
    await new Promise((done) => setTimeout(done, 100));
  }
  await frame();
  let found = faults();
  for (let round = 0; found.length > 0 && round < 30; round += 1) {
    await new Promise((done) => setTimeout(done, 100));
    found = faults();
  }
  return [...new Set(found)];
}
