// The list of figures from which the reader of the Lab adds one.

import { escaped } from "../../assets/pages/markup.js";

/**
 * Returns the contents of the page's slots.
 * @param {import("../program/core.mjs").List} list
 */
export function labSlots({ figures, topics }) {
  const choices = topics.map(({ name, label }) => {
    // Each figure is listed once, under its most important topic.
    const ours = figures.filter(({ topics, in_lab }) => in_lab && topics[0] === name);
    const buttons = ours.map(({ name, title }) => `<button value="${name}">${escaped(title)}</button>`);
    return `<section>
      <h3>${escaped(label)}</h3>
      ${buttons.join("\n      ")}
    </section>`;
  });
  return { choices: choices.join("\n    ") };
}
