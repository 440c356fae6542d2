// The worker of figures: does what takes too long for a frame, in a figure that nobody sees.

import { load } from "./program.js";

/** How often what there is of it is sent, in milliseconds. */
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
  // The end.
  postMessage(null);
});
