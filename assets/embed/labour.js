// The web worker of figures. It does work that takes too long for a frame, in a second figure that is not shown.

import { load } from "./program.js";

/** The time between two messages with results so far, in milliseconds. */
const BEAT = 60;

addEventListener("message", async ({ data: { figure, query } }) => {
  const { Task } = await load(figure);
  const task = new Task(figure, query);
  let numbers;
  let sent = 0;
  for (let next = task.step(); next; next = task.step()) {
    numbers = next;
    if (performance.now() - sent > BEAT) {
      postMessage(numbers);
      sent = performance.now();
    }
  }
  postMessage(numbers);
  // This tells the page that the work is finished.
  postMessage(null);
});
