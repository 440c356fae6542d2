// Gives frames with figures of Phasor the height that they need. Pages with such frames load this script; figures
// as elements do not need it.

/** No figure is higher than this; a message with a greater height is not from a figure. */
const HIGHEST = 20000;

const frames = () => [...document.querySelectorAll("iframe")].filter(({ src }) => /\/embed\.html(\?|$)/.test(src));

addEventListener("message", ({ source, origin, data }) => {
  const height = data?.type === "phasor:resize" && data.height;
  const frame = frames().find(({ contentWindow, src }) => contentWindow === source && new URL(src).origin === origin);
  if (frame && Number.isFinite(height) && height > 0 && height < HIGHEST) {
    frame.style.height = `${Math.ceil(height)}px`;
  }
});

// These frames may have sent their height before this script listened.
frames().forEach(({ contentWindow }) => contentWindow?.postMessage("phasor:ask", "*"));
