// Builds the command line for release, and packs it into an archive with the licences of everything that it contains.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILED, environment, host } from "../program/environment.mjs";
import { ROOT, setUpCore, setUpLibraries } from "../setup/setup.mjs";
import { command, print } from "../setup/steps.mjs";
import { licenceText } from "../site/licences.mjs";

const PACKAGE = "phasor-cli";

const FOLDER = join(ROOT, "target", "release-files");

/** What the archive has in addition to the program and the list of licences. */
const DOCUMENTS = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

await setUpCore();
await setUpLibraries();
await command(
  { title: "Compiling the command line for release", seconds: 150, cure: "Fix the errors above, and run the command again." },
  ["cargo", "build", "--release", "--locked", "--package", PACKAGE],
  { env: environment() },
);
const target = host();
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const name = `phasor-${version}-${target}`;
const folder = join(FOLDER, name);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const program = process.platform === "win32" ? "phasor.exe" : "phasor";
copyFileSync(join(COMPILED, "release", program), join(folder, program));
DOCUMENTS.forEach((document) => copyFileSync(join(ROOT, document), join(folder, document)));
writeFileSync(join(folder, "LICENCES.txt"), licenceText({ packages: [PACKAGE], target }));
execFileSync(join(folder, program), ["figure", "sine-waves", "-o", join(FOLDER, "tried.svg")]);
rmSync(join(FOLDER, "tried.svg"));
// Relative names, because tar takes the colon of a drive for that of a host.
execFileSync("tar", ["-czf", `${name}.tar.gz`, name], { cwd: FOLDER });
rmSync(folder, { recursive: true });
print(`Packed ${name}.tar.gz, ${statSync(join(FOLDER, `${name}.tar.gz`)).size} bytes.`);
