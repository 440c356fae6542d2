// The worker of the ladder: does what takes too long for a frame, in the program that asked for it.

/** How often what there is of it is sent, in milliseconds. */
const BEAT = 60;

addEventListener("message", async ({ data: { figure, query } }) => {
  const program = await import(/** @type {string} */ ("./ladder.js"));
  await program.default();
  const task = new program.Task(figure, query);
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
