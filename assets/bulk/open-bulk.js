// Loads the figure of bulk RoPE when it is asked for, by its button or by an address that names it.

/** Made by the build. */
const FIGURE = "./bulk/figure.js";

const button = document.getElementById("bulk-open");

async function open() {
  button?.setAttribute("disabled", "");
  try {
    await (await import(FIGURE)).default();
  } catch {
    button?.removeAttribute("disabled");
    const told = button?.nextElementSibling;
    if (told) {
      told.textContent = "The figure could not be loaded; try again when you are online.";
    }
  }
}

button?.addEventListener("click", open);
if (location.hash.startsWith("#bulk-rope")) {
  await open();
  document.getElementById("bulk-rope")?.scrollIntoView();
}
