// Makes a file of a figure when one of its buttons asks for it, by a program that is loaded then.

/** Made by the build. */
const FILES = "./embed/files.js";

addEventListener("phasor-file", async (event) => {
  const { figure, query, theme, width, format, told } = /** @type {CustomEvent} */ (event).detail;
  const program = await import(FILES).catch(() => undefined);
  if (!program) {
    told("The program that makes files could not be loaded; try again when you are online.");
    return;
  }
  try {
    await program.default();
    program.save(await program.file(figure, query, theme, [], width, format));
    told("");
  } catch (error) {
    told(error instanceof Error ? error.message : String(error));
  }
});
