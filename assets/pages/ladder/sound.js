// The pairs of rung 5 as tones: each pair that the figure shows is a note, which swells once in a full turn.

const figure = /** @type {any} */ (document.querySelector("phasor-figure[linked='sinusoidal'][name='sine-waves']"));

/** The notes of the first and the last pair, in hertz: fast pairs are high. */
const [HIGHEST, LOWEST] = [880, 110];

/** How fast the loudness follows the volume, in seconds. */
const SMOOTH = 0.05;

const panel = document.createElement("p");
panel.className = "sound";
panel.innerHTML = `<button type="button" aria-pressed="false">Hear the pairs</button>
  <label hidden>Volume <input type="range" min="0" max="1" step="0.01" value="0.3"></label>
  <span role="status"></span>`;
figure.after(panel);
const [button, label, volume, caption] = ["button", "label", "input", "span"].map((name) => /** @type {any} */ (panel.querySelector(name)));

/** What sounds, with the loudness of all, and the settings of the figure that it belongs to. @typedef {{ context: AudioContext, loudness: GainNode, settings: string }} Sound */

/** @type {Sound | undefined} */
let sound;

/** Returns the pairs that the figure shows, with their wavelengths in tokens. @returns {Promise<{ pair: number, wavelength: number }[]>} */
async function pairs() {
  const [head, ...rows] = (await (await figure.exportCsv()).text()).trim().split("\n").map((/** @type {string} */ line) => line.split(","));
  const [pair, wavelength] = ["pair_idx", "wavelength"].map((name) => head.indexOf(name));
  return rows.map((/** @type {string[]} */ row) => ({ pair: Number(row[pair]), wavelength: Number(row[wavelength]) }));
}

/**
 * Adds a tone that swells.
 * @param {AudioContext} context
 * @param {AudioNode} to
 * @param {number} hertz
 * @param {number} swells How often it swells in a second.
 * @param {number} share The part of the loudness that it may have.
 */
function tone(context, to, hertz, swells, share) {
  const [carrier, wave] = [hertz, swells].map((frequency) => new OscillatorNode(context, { frequency }));
  const swell = new GainNode(context, { gain: share / 2 });
  const depth = new GainNode(context, { gain: share / 2 });
  carrier.connect(swell).connect(to);
  wave.connect(depth).connect(swell.gain);
  [carrier, wave].forEach((node) => node.start());
}

/** @param {number} seconds */
const spoken = (seconds) => (seconds < 90 ? `${seconds.toPrecision(2)} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`);

async function begin() {
  const context = new AudioContext();
  const loudness = new GainNode(context, { gain: Number(volume.value) });
  loudness.connect(context.destination);
  sound = { context, loudness, settings: settings() };
  const [all, speed] = [await pairs(), Number(figure.speed)];
  // The reader may have ended it meanwhile.
  if (sound?.context !== context) {
    return;
  }
  all.forEach(({ wavelength }, row) => {
    const hertz = HIGHEST * (LOWEST / HIGHEST) ** (row / Math.max(1, all.length - 1));
    tone(context, loudness, hertz, speed / wavelength, 1 / all.length);
  });
  const [first, last] = [all[0], all[all.length - 1]];
  caption.textContent = `${all.length} tones, one for each pair in the figure. At ${speed} tokens a second, pair ${first.pair} swells every ${spoken(first.wavelength / speed)}, pair ${last.pair} every ${spoken(last.wavelength / speed)}.`;
}

function end() {
  sound?.context.close();
  sound = undefined;
  caption.textContent = "";
}

/** The part of the state on which the tones depend. */
const settings = () => ["base", "dim", "pairs", "speed"].map((key) => figure[key]).join();

figure.addEventListener("phasor-change", () => {
  if (sound && sound.settings !== settings()) {
    end();
    begin();
  }
});
volume.addEventListener("input", () => sound?.loudness.gain.setTargetAtTime(Number(volume.value), sound.context.currentTime, SMOOTH));
/** Whether the reader wants tones. They begin when the figure is live. */
let isWanted = false;

/** @param {boolean} isOn */
async function turn(isOn) {
  isWanted = isOn;
  button.ariaPressed = String(isOn);
  label.hidden = !isOn;
  if (!isOn) {
    end();
    return;
  }
  await figure.start();
  if (isWanted && !sound) {
    figure.play();
    await begin();
  }
}

button.addEventListener("click", () => turn(!isWanted));
// A reader who goes on leaves the tones behind.
new IntersectionObserver(([{ isIntersecting }]) => {
  if (isWanted && !isIntersecting) {
    turn(false);
    figure.pause();
  }
}).observe(figure);
