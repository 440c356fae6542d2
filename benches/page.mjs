// Functions that run inside the measured pages. Each is sent to the browser as text, so it may not use anything
// outside itself.

/**
 * Times every animation frame callback of the page from now on, and adds the function `dragTo` to the page. It sets a
 * slider like a drag, and returns the main-thread milliseconds from the event to the laid-out page (handlers, effects,
 * the animation frame, style and layout), and those of the animation frame alone.
 */
export function timeFrames() {
  const ask = window.requestAnimationFrame.bind(window);
  const frames = { millis: 0 };
  const nextFrame = () => new Promise((done) => ask(done));
  const dragTo = async (/** @type {HTMLInputElement} */ slider, /** @type {number} */ value) => {
    await nextFrame();
    frames.millis = 0;
    const start = performance.now();
    slider.value = String(value);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.resolve();
    }
    // The browser would lay out the changes before the next frame; this forces it to do so now.
    document.documentElement.getBoundingClientRect();
    const handled = performance.now() - start;
    await nextFrame();
    return { step: handled + frames.millis, frame: frames.millis };
  };
  Object.assign(window, { frames, nativeFrame: ask, dragTo });
  window.requestAnimationFrame = (callback) =>
    ask((now) => {
      const start = performance.now();
      callback(now);
      frames.millis += performance.now() - start;
    });
}

/**
 * Drags a slider in steps, and returns the milliseconds of each step, measured by `dragTo`.
 * @param {{ id: string, from: number, to: number, steps: number }} options
 * @returns {Promise<{ step: number[], frame: number[] }>}
 */
export async function dragSlider({ id, from, to, steps }) {
  const shared = /** @type {any} */ (window);
  const slider = document.getElementById(id);
  /** @type {{ step: number[], frame: number[] }} */
  const times = { step: [], frame: [] };
  const warmUp = 10;
  for (let step = 0; step < steps + warmUp; step += 1) {
    const took = await shared.dragTo(slider, from + ((to - from) * (step + 0.5)) / (steps + warmUp));
    if (step >= warmUp) {
      times.step.push(took.step);
      times.frame.push(took.frame);
    }
  }
  return times;
}

/**
 * Clicks an element, and returns the milliseconds of the animation frame callbacks of each frame in the seconds after it.
 * @param {{ selector: string, secs: number }} options
 * @returns {Promise<number[]>}
 */
export async function playTransition({ selector, secs }) {
  const shared = /** @type {any} */ (window);
  /** @type {number[]} */
  const times = [];
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.click();
  shared.frames.millis = 0;
  const start = performance.now();
  while (performance.now() - start < 1000 * secs) {
    await new Promise((done) => shared.nativeFrame(done));
    times.push(shared.frames.millis);
    shared.frames.millis = 0;
  }
  return times;
}

/**
 * Returns the milliseconds of a bare `putImageData` of `side` x `side` pixels, with other pixels each time.
 * @param {{ side: number, steps: number }} options
 */
export async function blit({ side, steps }) {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  canvas.style.cssText = "position:fixed;left:0;top:0";
  document.body.append(canvas);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  const images = [0, 1].map((place) => {
    const image = context.createImageData(side, side);
    new Uint32Array(image.data.buffer).forEach((_, at, all) => {
      all[at] = 0xff000000 | (at * (place + 3));
    });
    return image;
  });
  const times = [];
  for (let step = 0; step < steps; step += 1) {
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    context.putImageData(images[step % 2], 0, 0);
    times.push(performance.now() - start);
  }
  canvas.remove();
  return times;
}

/**
 * Returns the milliseconds in which Plotly shows another heatmap of `length` x `length` cells.
 * @param {{ length: number, side: number, steps: number }} options
 */
export async function plotly({ length, side, steps }) {
  const { Plotly } = /** @type {any} */ (window);
  const matrix = (/** @type {number} */ seed) =>
    Array.from({ length }, (_, row) =>
      Float64Array.from({ length }, (_, column) => Math.cos((column - row) / (seed + 3))),
    );
  const place = document.createElement("div");
  document.body.append(place);
  const layout = { width: side, height: side, margin: { l: 0, r: 0, t: 0, b: 0 } };
  const data = [{ type: "heatmap", z: matrix(0), showscale: false }];
  await Plotly.newPlot(place, data, layout, { staticPlot: true });
  const times = [];
  for (let step = 0; step < steps; step += 1) {
    const next = [{ ...data[0], z: matrix(step + 1) }];
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    await Plotly.react(place, next, layout, { staticPlot: true });
    times.push(performance.now() - start);
  }
  place.remove();
  return times;
}

/**
 * Mounts a figure many times. Returns the milliseconds until the first figure is ready, including the program, until
 * each later one is ready, and of its first animation frame.
 * @param {{ name: string, times: number }} options
 * @returns {Promise<{ first: number, later: number[], frame: number[] }>}
 */
export async function mountFigures({ name, times }) {
  const shared = /** @type {any} */ (window);
  const nextFrame = () => new Promise((done) => shared.nativeFrame(done));
  const mount = async () => {
    const figure = document.createElement("phasor-figure");
    figure.setAttribute("name", name);
    document.body.append(figure);
    const start = performance.now();
    await /** @type {any} */ (figure).start();
    return performance.now() - start;
  };
  const begin = performance.now();
  await import(new URL("phasor.js", location.href).href);
  await mount();
  const first = performance.now() - begin;
  const [later, frame] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let time = 0; time < times; time += 1) {
    later.push(await mount());
    shared.frames.millis = 0;
    await nextFrame();
    await nextFrame();
    frame.push(shared.frames.millis);
    // The cost of removing a figure is not measured.
    document.body.lastElementChild?.remove();
    await nextFrame();
  }
  return { first, later, frame };
}

/**
 * Drags every slider of a figure over the middle of its range, and returns for each the milliseconds of every step,
 * measured by `dragTo`.
 * @param {{ name: string, steps: number }} options
 * @returns {Promise<{ slider: string, step: number[] }[]>}
 */
export async function dragAll({ name, steps }) {
  await import(new URL("phasor.js", location.href).href);
  const figure = document.createElement("phasor-figure");
  figure.setAttribute("name", name);
  document.body.append(figure);
  await /** @type {any} */ (figure).start();
  const sliders = /** @type {NodeListOf<HTMLInputElement>} */ (figure.shadowRoot?.querySelectorAll(".control input[type=range]"));
  const all = [];
  for (const slider of sliders) {
    const [from, to] = [Number(slider.min), Number(slider.max)];
    const step = [];
    for (let place = 0; place < steps; place += 1) {
      const at = from + (to - from) * (0.25 + (0.5 * (place + 0.5)) / steps);
      step.push((await /** @type {any} */ (window).dragTo(slider, at)).step);
    }
    all.push({ slider: slider.id, step });
  }
  return all;
}

/**
 * Scrolls the page from its top to its end, one line per frame, while figures become live.
 * @param {{ line: number }} options CSS pixels
 * @returns {Promise<number[]>} The milliseconds of every task longer than 50 ms.
 */
export async function scrollThrough({ line }) {
  /** @type {number[]} */
  const long = [];
  const watch = new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => long.push(duration)));
  watch.observe({ type: "longtask" });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // The page grows while pictures become figures.
  for (let top = 0; top < document.documentElement.scrollHeight; top += line) {
    scrollTo(0, top);
    await frame();
  }
  await frame();
  return long;
}

/** Remembers the longest event of the latest interaction from now on. */
export function watchInteractions() {
  const latest = { took: 0 };
  Object.assign(window, { latest });
  const watch = new PerformanceObserver((list) =>
    list.getEntries().forEach(({ duration }) => {
      latest.took = Math.max(latest.took, duration);
    }),
  );
  watch.observe(/** @type {PerformanceObserverInit} */ ({ type: "event", durationThreshold: 16 }));
}

/** Returns the milliseconds of the interaction that has just been made, when its effect is painted. */
export async function latestInteraction() {
  const { latest } = /** @type {any} */ (window);
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  // The browser reports an event some time after the paint that follows it.
  for (let turn = 0; turn < 4; turn += 1) {
    await frame();
  }
  const { took } = latest;
  latest.took = 0;
  return took;
}
