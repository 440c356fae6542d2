// Puts the npm package together from the finished page: the folder `embed`, and with it the whole site, so that one
// command without Rust shows it. The folder of the package is what `npm publish` takes.

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { DIST } from "../program/stamp.mjs";
import { ROOT, fail } from "../setup/setup.mjs";
import { print } from "../setup/steps.mjs";

/** The folder of the element, in the page and in the site. */
const EMBED = "embed";

/** The folder of the finished package. */
export const PACKAGE = join(ROOT, "target", "npm");

/** The program of the package. */
const COMMAND = "command.js";

/** The most bytes of the file that npm downloads. */
const BUDGET = 4_600_000;

/** Returns the manifest with what only the published package has. */
function manifest() {
  const own = JSON.parse(readFileSync(join(DIST, EMBED, "package.json"), "utf8"));
  // npm attests where a package was built only if its manifest names that repository.
  const url = process.env.PHASOR_REPOSITORY;
  return { ...own, bin: { [own.name]: COMMAND }, engines: { node: ">=20" }, ...(url && { repository: { type: "git", url } }) };
}

/** Writes the package into its folder. */
export async function assemble() {
  if (!existsSync(join(DIST, EMBED, "package.json"))) {
    fail("The page is not built yet; run npm run build first.");
  }
  rmSync(PACKAGE, { recursive: true, force: true });
  cpSync(join(DIST, EMBED), PACKAGE, { recursive: true });
  const site = join(PACKAGE, "site");
  mkdirSync(site);
  for (const name of readdirSync(DIST).filter((name) => name !== EMBED)) {
    cpSync(join(DIST, name), join(site, name), { recursive: true });
  }
  const outfile = join(PACKAGE, COMMAND);
  await build({ entryPoints: [join(ROOT, "tools", "site", "command.mjs")], outfile, bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning" });
  chmodSync(outfile, 0o755);
  writeFileSync(join(PACKAGE, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/**
 * Writes the package and the file that npm downloads, and returns the name of that file.
 * @param {string} folder
 */
export async function packed(folder) {
  await assemble();
  mkdirSync(folder, { recursive: true });
  const output = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: PACKAGE, encoding: "utf8", shell: process.platform === "win32" });
  const [{ filename, size, unpackedSize, entryCount }] = Object.values(JSON.parse(output));
  print(`Packed ${filename}: ${entryCount} files, ${size} bytes to download, ${unpackedSize} bytes on disk.`);
  if (size > BUDGET) {
    fail(`The package has ${size} bytes, ${BUDGET} at most. Find what has grown in ${PACKAGE}; the budget is in tools/release/publish.mjs.`);
  }
  return join(folder, filename);
}

if (process.argv[1]?.endsWith("publish.mjs")) {
  await packed(join(ROOT, "target", "release-files"));
}
