// The web worker of figures. It does work that takes too long for a frame, in a second figure that is not shown.

import { cause, loadPart, sentence } from "./program.js";

/** The time between two messages with results so far, in milliseconds. */
const BEAT = 60;

/** @param {{ figure: string, query: string }} work */
async function work({ figure, query }) {
  const { Task } = await loadPart(figure);
  const task = new Task(figure, query);
  let numbers;
  let sent = 0;
  for (let next = task.step(); next; next = task.step()) {
    numbers = next;
    if (performance.now() - sent > BEAT) {
      postMessage({ numbers });
      sent = performance.now();
    }
  }
  if (numbers) {
    postMessage({ numbers });
  }
}

addEventListener("message", async ({ data }) => {
  try {
    await work(data);
    // A message without numbers tells the page that the work is finished.
    postMessage({});
  } catch (error) {
    postMessage({ trouble: sentence(error), cause: cause(error) });
  }
});

// The first message tells the page that this file has loaded.
postMessage({});
