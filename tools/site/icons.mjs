// Draws the icons of the installed site from assets/icon.svg, for devices that take no SVG, and stores them in
// assets/icons. Run it when that drawing changes, and look at the result.

import { chromium } from "@playwright/test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromiumOptions } from "../setup/browsers.mjs";
import { ROOT, fail } from "../setup/setup.mjs";
import { append, appendAll, element, first, is, readSvg, replaceElement, writeSvg } from "./markup.mjs";

const OUT = join(ROOT, "assets", "icons");

const round = readFileSync(join(ROOT, "assets", "icon.svg"), "utf8");

/** Returns the same without a shape. A phone cuts the shape itself, and always leaves the middle four fifths. */
function square() {
  const drawing = readSvg(round);
  const disc = first(drawing, is("circle", { fill: "url(#g)" })) ?? fail("assets/icon.svg must have a disc filled with #g, and then its mark.");
  const [ground, mark] = ['<rect width="32" height="32" fill="url(#g)"></rect>', '<g transform="translate(1.6 1.6) scale(.9)"></g>'].map(element);
  const marks = disc.parent?.children.slice(disc.parent.children.indexOf(disc) + 1) ?? [];
  appendAll(mark, marks);
  append(disc, mark);
  replaceElement(disc, ground);
  return writeSvg(drawing);
}

/** The icons. Phones of one maker take only PNG; in the large sizes, WebP takes a tenth of its bytes. */
const ICONS = [
  { name: "any-192.png", drawing: round, size: 192 },
  { name: "any-512.webp", drawing: round, size: 512 },
  { name: "maskable-180.png", drawing: square(), size: 180 },
  { name: "maskable-512.webp", drawing: square(), size: 512 },
];

mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch(chromiumOptions());
const page = await browser.newPage();
for (const { name, drawing, size } of ICONS) {
  const data = await page.evaluate(
    async ({ drawing, size, type }) => {
      const image = new Image(size, size);
      image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
      canvas.getContext("2d")?.drawImage(image, 0, 0, size, size);
      return canvas.toDataURL(type, 0.9).split(",")[1];
    },
    { drawing, size, type: `image/${name.split(".")[1]}` },
  );
  writeFileSync(join(OUT, name), Buffer.from(data, "base64"));
}
await browser.close();
