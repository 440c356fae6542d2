import Reveal from "./node_modules/reveal.js/dist/reveal.esm.js";

// The arrow keys belong to the figure while it has the focus.
const isElsewhere = () => document.activeElement?.localName !== "phasor-figure";
await new Reveal({ width: 1200, height: 900, keyboardCondition: isElsewhere }).initialize();
