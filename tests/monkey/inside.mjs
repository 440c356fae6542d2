// The part of the monkey that runs inside the page. Every document receives the source of this function, so it uses
// nothing from outside but its argument.

/** @param {(text: string) => number} hash */
export function inside(hash) {
  const own = /** @type {any} */ (window);

  /** Text that a program prints when it has lost its number or its object. */
  const ODD = /\b(NaN|undefined|null|unreachable|Infinity|object Object)\b/;

  /** The reader's own words in a sentence of the page. */
  const QUOTED = /“[^”]*”|`[^`]*`/g;

  /** Elements whose text quotes the reader or is code. */
  const QUOTING = "script, style, noscript, code, pre, textarea, select, .error, [role=alert]";

  /** The element that was chosen last. @type {any} */
  let chosen;

  const frame = () => new Promise((done) => requestAnimationFrame(done));

  /** The document and the shadow roots of the figures. */
  function roots() {
    const hosts = [...document.querySelectorAll("phasor-figure")];
    return [document, ...hosts.flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  }

  /** @param {Element} element */
  function isSeen(element) {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  }

  /** Whether a link leads to another document or opens a window. @param {Element} element */
  function leaves(element) {
    const link = /** @type {HTMLAnchorElement | null} */ (element.closest("a[href]"));
    return link !== null && (link.target !== "" || link.download !== "" || link.origin + link.pathname !== location.origin + location.pathname);
  }

  /** Returns a name that an element keeps when others come and go. @param {Element} element */
  function nameOf(element) {
    const root = element.getRootNode();
    const host = root instanceof ShadowRoot ? `${root.host.id || root.host.getAttribute("name")} ` : "";
    const label = element.getAttribute("aria-label") ?? element.getAttribute("name") ?? element.textContent?.trim().replace(/\s+/g, " ").slice(0, 40);
    return `${host}${element.localName}${element.id && `#${element.id}`} ${label}`;
  }

  /**
   * Chooses an element by the highest hash of the seed and its name, so that an element that comes late seldom changes
   * the choice. Scrolls to it, and returns its name and box.
   * @param {{ selector: string, seed: string, isLeaving: boolean }} among
   */
  async function choose({ selector, seed, isLeaving }) {
    const found = roots().flatMap((root) => [...root.querySelectorAll(selector)]);
    const usable = found.filter((element) => isSeen(element) && !element.matches(":disabled") && leaves(element) === isLeaving);
    let most = -1;
    /** @type {Map<string, number>} */
    const counts = new Map();
    let name = "";
    for (const element of usable) {
      const plain = nameOf(element);
      const count = (counts.get(plain) ?? 0) + 1;
      counts.set(plain, count);
      const worth = hash(`${seed} ${plain} ${count}`);
      if (worth > most) {
        [most, chosen, name] = [worth, element, count > 1 ? `${plain} (${count})` : plain];
      }
    }
    if (most < 0) {
      return undefined;
    }
    chosen.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    await frame();
    const box = chosen.getClientRects()[0] ?? chosen.getBoundingClientRect();
    return { name, x: box.x, y: box.y, width: box.width, height: box.height, href: chosen.href ?? "" };
  }

  /** Sets the chosen control as a reader's choice does. @param {number} part Where in its range, from 0 to 1. */
  function set(part) {
    if (chosen instanceof HTMLSelectElement) {
      chosen.selectedIndex = Math.floor(part * chosen.options.length);
    } else {
      chosen.value = `#${Math.floor(part * 0xffffff).toString(16).padStart(6, "0")}`;
    }
    chosen.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    chosen.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
    return chosen.value;
  }

  /** Returns where Back (−1) or Forward (1) leads, if to a page of this site. @param {-1 | 1} by */
  function ahead(by) {
    const { navigation } = own;
    const entry = navigation.entries()[navigation.currentEntry.index + by];
    return entry && { isSameDocument: entry.sameDocument };
  }

  /** Pastes a text where the focus is. @param {string} text */
  function paste(text) {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }

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
  async function check() {
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

  // A reader who follows a link to another site is no longer on the page.
  addEventListener("click", (event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (link instanceof HTMLAnchorElement && link.origin !== location.origin && link.origin !== "null") {
      event.preventDefault();
    }
  });

  own.monkey = { choose, set, ahead, paste, check, focus: () => chosen.focus(), chosen: () => chosen };
}
