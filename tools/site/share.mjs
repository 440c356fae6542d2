// Writes the previews that other sites show for a link to a figure: a card with a picture, and an oEmbed response. Both
// need absolute addresses, so the build writes them only if PHASOR_ADDRESS gives the address of the page.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { escaped, iframe } from "../../assets/pages/markup.js";
import { fail } from "../setup/setup.mjs";
import { element } from "./markup.mjs";
import { flags } from "./pictures.mjs";

/** @typedef {import("../program/core.mjs").Figure} Figure */
/** @typedef {{ id: string, name: string, title: string, query: string }} Card */

/** The size of a figure with few controls in somebody else's page, in CSS pixels, until it sends its own height. */
const [WIDTH, HEIGHT] = [760, 1250];

/**
 * Returns a card for every figure and for each of its presets.
 * @param {Figure[]} figures
 * @returns {Card[]}
 */
export function cards(figures) {
  return figures.flatMap(({ name, title, presets }) => [
    { id: name, name, title, query: "" },
    ...presets.map(({ label, query }, place) => ({ id: `${name}-${place + 1}`, name, title: `${title}: ${label}`, query })),
  ]);
}

/**
 * @param {Card} card
 * @param {string} address
 * @param {string} alt What the picture shows, as HTML.
 */
function head({ id, title }, address, alt) {
  const share = `${address}share/${id}`;
  return `<meta property="og:title" content="${escaped(title)}">
    <meta property="og:description" content="${alt}">
    <meta property="og:type" content="website">
    <meta property="og:url" content="${share}.html">
    <meta property="og:image" content="${share}.png">
    <meta property="og:image:width" content="1200">
    <meta property="og:image:height" content="630">
    <meta property="og:image:alt" content="${alt}">
    <meta name="twitter:card" content="summary_large_image">
    <link rel="alternate" type="application/json+oembed" href="${share}.json" title="${escaped(title)}">`;
}

/**
 * @param {Card} card
 * @param {string} address
 */
function oembed({ id, name, title, query }, address) {
  const frame = `${address}embed.html?${new URLSearchParams([["name", name], ["controls", "minimal"], ...new URLSearchParams(query)])}`;
  return {
    version: "1.0",
    type: "rich",
    title,
    provider_name: "Phasor",
    provider_url: address,
    html: iframe(frame, title, HEIGHT),
    width: WIDTH,
    height: HEIGHT,
    thumbnail_url: `${address}share/${id}.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
  };
}

/**
 * Writes all previews, and returns that of the first figure as the one of the ladder's page: what belongs in its head.
 * @param {string} page The folder of the finished page.
 * @param {string} core
 * @param {Figure[]} figures
 * @param {string} [address] The address of the page.
 */
export function share(page, core, figures, address = process.env.PHASOR_ADDRESS) {
  if (!address) {
    return "";
  }
  if (!/^https?:\/\/.+\/$/.test(address)) {
    fail(`PHASOR_ADDRESS must be a whole address that ends in a slash, such as https://your.host/phasor/, not ${address}.`);
  }
  const folder = join(page, "share");
  mkdirSync(folder, { recursive: true });
  const previews = [];
  for (const card of cards(figures)) {
    const file = join(folder, `${card.id}.png`);
    const image = execFileSync(core, ["figure", card.name, ...flags([...new URLSearchParams(card.query)]), "--card", "--html", "-o", file], { encoding: "utf8" }).trim();
    const preview = head(card, address, element(image).attribs.alt);
    const live = escaped(`${address}${card.query && `?${card.query}`}#${card.name}`);
    const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(card.title)}: Phasor</title>
    ${preview}
    <meta http-equiv="refresh" content="0; url=${live}">
  </head>
  <body>
    <h1><a href="${live}">${escaped(card.title)}</a></h1>
    ${image}
  </body>
</html>
`;
    writeFileSync(join(folder, `${card.id}.html`), html);
    writeFileSync(join(folder, `${card.id}.json`), `${JSON.stringify(oembed(card, address), null, 2)}\n`);
    previews.push(preview);
  }
  return previews[0] ?? "";
}
