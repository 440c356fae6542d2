// The controls of the room of models: a tab for each view, and for each question a label and a field. They are made with
// the page, so that they stand there before its program loads.

import { escaped } from "../../assets/pages/markup.js";

/** @typedef {import("../program/core.mjs").Question} Question */

/** The question whose words are tabs. */
const TABS = "view";

/**
 * Returns the tabs of the views, of which the default is chosen.
 * @param {Question} question
 */
function tabs({ options, default: standard }) {
  const tab = (/** @type {string[]} */ [word, label]) => {
    const isFirst = word === standard;
    return `<button type="button" id="tab-${word}" role="tab" aria-controls="panel" aria-selected="${isFirst}" tabindex="${isFirst ? 0 : -1}">${escaped(label)}</button>`;
  };
  return options.map(tab).join("");
}

/**
 * Returns a list of words. It begins with "all" where the question may have no answer.
 * @param {Question} question
 */
function list({ name, options, default: standard }) {
  const offered = standard ? options : [["", "all"], ...options];
  const all = offered.map(([word, label]) => `<option value="${word}"${word === standard ? " selected" : ""}>${escaped(label)}</option>`);
  return `<select id="${name}" name="${name}">${all.join("")}</select>`;
}

/**
 * Returns a box for a number, with a slider.
 * @param {Question} question
 */
const number = ({ name, label, unit, max }) => `<input type="range" id="reach" min="0" max="1000" step="1" aria-label="${escaped(label)}">
        <input type="text" id="${name}" inputmode="numeric" data-max="${max}">
        <span>${unit}</span>`;

/**
 * Returns the control of a question. The page itself has the fields for text.
 * @param {Question} question
 */
function control(question) {
  const { name, label, options, max } = question;
  const field = max ? number(question) : options.length > 0 ? list(question) : "";
  return `<label for="${name}">${escaped(label)}</label>${field && `\n        ${field}`}`;
}

/**
 * Returns the HTML that replaces the comments of the page: the tabs, and the control of each question but the width of
 * drawings, which the page's script knows.
 * @param {Question[]} questions
 */
export function questionSlots(questions) {
  const offered = questions.filter(({ name }) => name !== "width");
  return Object.fromEntries(offered.map((question) => [question.name, question.name === TABS ? tabs(question) : control(question)]));
}
