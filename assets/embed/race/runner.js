// The web worker of a race. It trains one or more racers, a slice at a time, so that it hears when the reader pauses.

// @ts-expect-error The build writes this file.
import start, { Worker as Racer } from "./trainer.js";

/** The racers of this worker. @type {any[]} */
let racers = [];

/** @param {{ course: Float64Array, racers: number[], needsText: boolean }} race */
async function prepare({ course, racers: places, needsText }) {
  const text = needsText ? fetch(new URL("alice.txt", import.meta.url)).then((response) => (response.ok ? response.text() : undefined)) : undefined;
  await start();
  const letters = await text;
  racers = places.map((place) => new Racer(course, place, letters));
}

/**
 * Trains every racer for `millis` or until it has reported `parts` more parts of its training, and returns what they report.
 * @param {{ millis: number, parts: number }} slice
 */
function train({ millis, parts }) {
  const reports = [];
  for (const racer of racers) {
    const end = performance.now() + millis / racers.length;
    const last = racer.parts() + parts;
    while (!racer.done() && performance.now() < end && racer.parts() < last) {
      const report = racer.advance();
      if (report) {
        reports.push(report);
      }
    }
  }
  return { reports, isDone: racers.every((racer) => racer.done()) };
}

addEventListener("message", async ({ data: { ask, given } }) => {
  try {
    if (ask === "prepare") {
      await prepare(given);
      postMessage({});
    } else if (ask === "train") {
      postMessage(train(given));
    } else {
      postMessage({ files: racers.map((racer) => ({ weights: racer.weights(), config: racer.config(given) })) });
    }
  } catch (error) {
    postMessage({ sentence: error instanceof Error ? error.message : String(error) });
  }
});

// The first message tells the page that this file has loaded.
postMessage({});
