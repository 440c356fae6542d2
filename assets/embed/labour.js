// The worker of the ladder: does what takes too long for a frame, in a program that has the figure.

// Built beside this file, which then names the smallest program that has such work. Imported at once,
// since Vite packs a worker into one script.
// @ts-expect-error
import start, { Task } from "./ladder.js";

/** How often what there is of it is sent, in milliseconds. */
const BEAT = 60;

addEventListener("message", async ({ data: { figure, query } }) => {
  await start();
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
