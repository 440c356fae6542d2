// Gives frames with figures of Phasor the height that they need. For the page around them; figures as
// elements do without.

/** No figure is higher; who says so wants something else. */
const HIGHEST = 20000;

const frames = () => [...document.querySelectorAll("iframe")].filter(({ src }) => /\/embed\.html(\?|$)/.test(src));

addEventListener("message", ({ source, origin, data }) => {
  const height = data?.type === "phasor:resize" && data.height;
  const frame = frames().find(({ contentWindow, src }) => contentWindow === source && new URL(src).origin === origin);
  if (frame && Number.isFinite(height) && height > 0 && height < HIGHEST) {
    frame.style.height = `${Math.ceil(height)}px`;
  }
});

// Those that have told it before anyone listened.
frames().forEach(({ contentWindow }) => contentWindow?.postMessage("phasor:ask", "*"));
