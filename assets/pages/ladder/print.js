// Prepares the page for print: every claim is opened, and every figure has its picture.

/** @type {HTMLDetailsElement[]} */
let opened = [];

addEventListener("beforeprint", () => {
  fetchPictures();
  opened = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".claim:not([open])"))];
  opened.forEach((claim) => (claim.open = true));
});
addEventListener("afterprint", () => opened.forEach((claim) => (claim.open = false)));

// Browsers print at once, without the pictures that have not been near the window. Ctrl+P waits for them instead.
addEventListener("keydown", async (event) => {
  if (event.key === "p" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    await Promise.allSettled(fetchPictures());
    print();
  }
});

/** Fetches the pictures of all figures that are not live, and returns a promise for each. */
function fetchPictures() {
  const pictures = /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("phasor-figure img[loading=lazy]"));
  return [...pictures].map((picture) => {
    picture.loading = "eager";
    return picture.decode();
  });
}
