// Builds every example with the tool of its host, and serves the result.

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DIST } from "../../tools/program/stamp.mjs";
import { buildCore } from "../../tools/program/core.mjs";
import { hasPackages, pythonPrograms } from "../../tools/setup/node.mjs";
import { ROOT, fail } from "../../tools/setup/setup.mjs";
import { serve } from "../../tools/site/serve.mjs";
import { copied, notebook, paste } from "./copied.mjs";

const EXAMPLES = join(ROOT, "examples");

/** The folder for the files that Jupyter writes. */
const JUPYTER = join(ROOT, "target", "hosts", "jupyter-files");

/**
 * An example: the commands that build it, and the folder that its host serves. `element` is its place for the folder
 * of the element, if it does not use the package. `isDeveloped` means that Vite's server for developers is tested too.
 * @typedef {{ name: string, site: string, element?: string, run?: string[][], python?: boolean, isDeveloped?: boolean }} Host
 */

/** Installs the element's package from the latest build beside the packages that set-up has installed. */
const TAKE_ELEMENT = ["npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
const NPM = [TAKE_ELEMENT, ["npm", "run", "build"]];

/** @type {Host[]} */
export const HOSTS = [
  { name: "html", site: ".", element: "phasor" },
  { name: "csp", site: ".", element: "phasor" },
  { name: "hugo", site: "public", element: "static/phasor", run: [["hugo", "--quiet"]] },
  { name: "mkdocs", site: "site", element: "docs/phasor", run: [["mkdocs", "build", "--quiet"]], python: true },
  { name: "astro", site: "dist", run: NPM },
  { name: "react", site: "dist", run: NPM, isDeveloped: true },
  { name: "vue", site: "dist", run: NPM, isDeveloped: true },
  { name: "svelte", site: "dist", run: NPM, isDeveloped: true },
  { name: "htmx", site: ".", element: "phasor" },
  { name: "reveal", site: ".", element: "phasor" },
];

/**
 * @param {string[]} command
 * @param {string} cwd
 */
function must([program, ...args], cwd) {
  const env = { ...process.env, npm_config_loglevel: "error", ASTRO_TELEMETRY_DISABLED: "1", PYTHONDONTWRITEBYTECODE: "1" };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
  if (status !== 0) {
    fail(`The example in ${cwd} could not be built: ${[program, ...args].join(" ")} failed.\n${stdout}${stderr}`);
  }
}

/** @param {Host} host */
function make({ name, element, run = [], python: isPython }) {
  const folder = join(EXAMPLES, name);
  if (element) {
    rmSync(join(folder, element), { recursive: true, force: true });
    cpSync(join(DIST, "embed"), join(folder, element), { recursive: true });
  }
  // npm does not notice that a folder which it has copied has changed.
  rmSync(join(folder, "node_modules", "phasor-figure"), { recursive: true, force: true });
  const programs = isPython ? pythonPrograms(name) : "";
  for (const [program, ...args] of run) {
    must([programs ? join(programs, program) : program, ...args], folder);
  }
  console.log(`The example ${name} is built.`);
}

/**
 * The headers that a host sends with every file, from the file `_headers` that some hosts read.
 * @param {string} site
 */
function headers(site) {
  const file = join(site, "_headers");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(1).filter((line) => line.trim()) : [];
  return Object.fromEntries(lines.map((line) => line.trim().split(/: (.*)/)));
}

/** Finds a free port. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = address && typeof address === "object" ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts Jupyter with a copy of the example's notebook, and with a notebook of code from the gallery.
 * @param {string} script The address of the element.
 * @param {string} pasted
 */
async function jupyter(script, pasted) {
  const folder = join(JUPYTER, "notebook");
  cpSync(join(EXAMPLES, "jupyter"), folder, { recursive: true });
  writeFileSync(join(folder, "pasted.ipynb"), notebook(pasted));
  const port = await freePort();
  const flags = ["--no-browser", "--allow-root", "--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True"];
  const quiet = ["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.extension_manager=readonly", "--ServerApp.log_level=ERROR"];
  const child = spawn(join(pythonPrograms("jupyter"), "jupyter-lab"), [`--port=${port}`, "--ip=127.0.0.1", ...flags, ...quiet], {
    cwd: folder,
    env: { ...process.env, PHASOR_SCRIPT: script, JUPYTER_CONFIG_DIR: join(JUPYTER, "settings"), JUPYTER_DATA_DIR: join(JUPYTER, "data"), PYTHONDONTWRITEBYTECODE: "1" },
    stdio: "ignore",
  });
  return { url: `http://127.0.0.1:${port}/`, close: () => child.kill() };
}

/**
 * Starts Vite's server for developers. Only there do frameworks warn, and only there does React mount everything twice.
 * @param {string} name
 */
async function develop(name) {
  const root = join(EXAMPLES, name);
  const { createServer } = await import(pathToFileURL(join(root, "node_modules", "vite", "dist", "node", "index.js")).href);
  const server = await createServer({ root, logLevel: "error", server: { host: "127.0.0.1", port: await freePort(), strictPort: true } });
  await server.listen();
  return { name: `${name}_development`, url: server.resolvedUrls.local[0], close: () => server.close() };
}

export default async function build() {
  if (!existsSync(join(DIST, "embed", "package.json"))) {
    fail("The page is not built yet; run npm test -- --only build first.");
  }
  const bare = [...HOSTS.map(({ name }) => name), "jupyter"].find((name) => !hasPackages(name));
  if (bare) {
    fail(`The packages of examples/${bare} are not installed; run npm test -- --only hosts, which installs them first.`);
  }
  const page = await serve({ root: DIST });
  const found = await copied(page.url);
  paste(found);
  // The picture of the first example, in the state of its page.
  must([await buildCore(), "figure", "distance-heatmap", "--dim", "128", "--length", "96", "-o", "distance-heatmap.svg"], join(EXAMPLES, "html"));
  HOSTS.forEach(make);
  const element = await serve({ root: join(DIST, "embed") });
  const served = [
    ...(await Promise.all(
      HOSTS.map(async ({ name, site }) => {
        const root = join(EXAMPLES, name, site);
        return { name, ...(await serve({ root, headers: headers(root) })) };
      }),
    )),
    ...(await Promise.all(HOSTS.flatMap(({ name, isDeveloped }) => (isDeveloped ? develop(name) : [])))),
    { name: "element", ...element },
    { name: "page", ...page },
    { name: "jupyter", ...(await jupyter(`${element.url}phasor.js`, found.codes.jupyter)) },
  ];
  for (const { name, url } of served) {
    process.env[`PHASOR_HOST_${name.toUpperCase()}`] = url;
  }
  process.env.PHASOR_COPIED_LINK = found.codes.link;
  return () => served.forEach(({ close }) => close());
}
