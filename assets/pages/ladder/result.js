// The reader's result: which rungs were read and how many guesses were right, as a picture to share.

import { copied } from "../../embed/copy.js";
import { save } from "../../embed/save.js";
import { remembered } from "./memory.js";

/** The size of the picture, which is that of a card for other sites. */
const [WIDTH, HEIGHT] = [1200, 630];

const place = /** @type {HTMLElement} */ (document.querySelector(".result"));
const rungs = [...document.querySelectorAll(".rung")].map(({ id }) => id);
const claims = [...document.querySelectorAll(".claim")].map(({ id }) => id);

/** The line that challenges somebody else. */
const dare = /** @type {HTMLElement} */ (place.querySelector(".challenge"));

/** Whether each guess was right. @type {Map<string, boolean>} */
const guesses = new Map();

/** An element on which the browser resolves a colour of the page. */
const probe = document.createElement("i");
place.append(probe);

/** @param {string} name */
function colour(name) {
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
}

const count = () => [...guesses.values()].filter(Boolean).length;

/** Returns the result in words. */
function sentence() {
  const read = remembered().read.length;
  const climbed = read ? `${read} of ${rungs.length} rungs read. ` : "";
  return `${climbed}${count()} of ${guesses.size} guesses about positions right.`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} fill
 * @param {string} stroke
 */
const dot = (x, y, radius, fill, stroke) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="3"/>`;

/** Returns the picture: the rungs rise from left to right, and below them is a dot for each claim. */
function picture() {
  const [text, muted, surface, good, bad, faint] = ["--text", "--muted", "--surface", "--query", "--trouble", "--faint"].map(colour);
  const { read } = remembered();
  const at = (/** @type {number} */ step) => [90 + step * 60, 400 - step * 15];
  const path = `<polyline points="${rungs.map((_, step) => at(step).join()).join(" ")}" fill="none" stroke="${faint}" stroke-width="4"/>`;
  const steps = rungs.map((id, step) => {
    const [x, y] = at(step);
    const isRead = read.includes(id);
    const number = `<text x="${x}" y="${y + 7}" font-size="20" text-anchor="middle" fill="${isRead ? surface : muted}">${step + 1}</text>`;
    return dot(x, y, 22, isRead ? good : surface, isRead ? good : faint) + number;
  });
  const dots = claims.map((id, row) => {
    const fill = guesses.has(id) ? (guesses.get(id) ? good : bad) : surface;
    return dot(75 + row * 31.8, 505, 10, guesses.get(id) === false ? surface : fill, guesses.has(id) ? fill : faint);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="Literata, Georgia, serif">
    <rect width="100%" height="100%" fill="${surface}"/>
    <text x="60" y="110" font-size="56" fill="${text}">${count()} of ${guesses.size} guesses right</text>
    <text x="60" y="160" font-size="28" fill="${muted}">True or false? What people say about positions in transformers</text>
    ${path}${steps.join("")}${dots.join("")}
    <text x="60" y="585" font-size="26" fill="${muted}">Phasor: see how transformers know word order</text>
  </svg>`;
}

/** Saves the picture as a PNG, which other sites accept. */
async function savePicture() {
  const image = new Image();
  // Firefox refuses to decode an SVG that is in no page, but loads it.
  const loaded = new Promise((resolve) => (image.onload = resolve));
  image.src = `data:image/svg+xml,${encodeURIComponent(picture())}`;
  await loaded;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const type = "image/png";
  canvas.toBlob((blob) => blob && save(new File([blob], "phasor-result.png", { type })), type);
}

function show() {
  place.hidden = guesses.size === 0;
  const image = /** @type {HTMLElement} */ (place.querySelector(".picture"));
  image.ariaLabel = sentence();
  image.innerHTML = picture();
  dare.textContent = `I got ${count()} of ${guesses.size} right: what is true about positions in transformers? ${challenge()}`;
}

/**
 * Notes a guess.
 * @param {string} id The claim.
 * @param {boolean} isRight
 */
export function note(id, isRight) {
  guesses.set(id, isRight);
  show();
  return `You have ${count()} of ${guesses.size} right.`;
}

/** Returns the address that challenges somebody else. */
function challenge() {
  const url = new URL("./", location.href);
  url.searchParams.set("beat", `${count()}of${guesses.size}`);
  url.hash = "myths";
  return url.href;
}

place.querySelector(".copy")?.addEventListener("click", async () => {
  const status = /** @type {HTMLElement} */ (place.querySelector("[role=status]"));
  status.textContent = await copied(dare.textContent ?? "", () => getSelection()?.selectAllChildren(dare));
});
place.querySelector(".save")?.addEventListener("click", savePicture);
addEventListener("phasor-theme", show);

const [, right, of] = new URLSearchParams(location.search).get("beat")?.match(/^(\d+)of(\d+)$/) ?? [];
if (right) {
  const line = document.createElement("p");
  line.className = "challenged";
  line.textContent = `Somebody who sent you here got ${right} of ${of} right. Can you do better?`;
  document.querySelector("#myths h2")?.after(line);
}
