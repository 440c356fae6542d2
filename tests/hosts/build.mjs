// Builds every example with the tool of its host, and serves the result.

import { spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DIST } from "../../tools/program/stamp.mjs";
import { buildCore } from "../../tools/program/core.mjs";
import { TESTED, wheel } from "../../tools/release/wheel.mjs";
import { BOOKS as ENVIRONMENT, hasPackages, pythonEnvironment } from "../../tools/setup/node.mjs";
import { pip, programIn } from "../../tools/setup/python_environment.mjs";
import { ROOT, fail } from "../../tools/setup/setup.mjs";
import { serve } from "../../tools/site/serve.mjs";
import { BOOKS, buildBooks } from "./books.mjs";
import { copied, notebook, paste } from "./copied.mjs";
import { must } from "./must.mjs";

const EXAMPLES = join(ROOT, "examples");

/** The folder for the files that notebooks write. */
const NOTEBOOKS = join(ROOT, "target", "hosts", "notebook-files");

/**
 * An example: the commands that build it, and the folder that its host serves. `element` is its place for the folder
 * of the element, if it does not use the package. `isDeveloped` means that Vite's server for developers is tested too.
 * @typedef {{ name: string, site: string, element?: string, run?: string[][], python?: boolean, isDeveloped?: boolean }} Host
 */

/** Installs the element's package from the latest build beside the packages that set-up has installed. */
const TAKE_ELEMENT = ["npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
const NPM = [TAKE_ELEMENT, ["npm", "run", "build"]];

/**
 * The variable with the address of a host.
 * @param {string} name
 */
const variable = (name) => `PHASOR_HOST_${name.toUpperCase().replace("-", "_")}`;

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

/** @param {Host} host */
function make({ name, element, run = [], python: isPython }) {
  const folder = join(EXAMPLES, name);
  if (element) {
    rmSync(join(folder, element), { recursive: true, force: true });
    cpSync(join(DIST, "embed"), join(folder, element), { recursive: true });
  }
  // npm does not notice that a folder which it has copied has changed.
  rmSync(join(folder, "node_modules", "phasor-figure"), { recursive: true, force: true });
  for (const [program, ...args] of run) {
    must([isPython ? programIn(pythonEnvironment(name), program) : program, ...args], folder);
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

/** The environments of notebooks, which need the Python package. */
const WITH_PACKAGE = ["jupyter", "marimo", ENVIRONMENT];

/** Builds the Python package, and installs it into the environments of notebooks. */
async function installPackage() {
  const file = await wheel(join(ROOT, "target", "hosts", "wheel"), TESTED);
  for (const name of WITH_PACKAGE) {
    must(pip(pythonEnvironment(name), "install", "--no-index", "--force-reinstall", "--no-deps", file), ROOT);
  }
}

/**
 * Starts the server of a notebook, and waits until it answers.
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {{ port: number, cwd: string, env?: NodeJS.ProcessEnv }} how
 */
async function started(name, program, args, { port, cwd, env }) {
  const child = spawn(programIn(pythonEnvironment(name), program), args, {
    cwd,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...env },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}/`;
  for (let attempt = 0; attempt < 300 && child.exitCode === null; attempt += 1) {
    if (await fetch(url).then(({ ok }) => ok, () => false)) {
      return { name, url, close: () => child.kill() };
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  child.kill();
  return fail(`The server of ${name} does not answer.`);
}

/**
 * Starts Jupyter with a copy of the example's notebook, with another one for Notebook, and with one of code from the gallery.
 * @param {string} pasted
 */
async function jupyter(pasted) {
  const cwd = join(NOTEBOOKS, "jupyter");
  cpSync(join(EXAMPLES, "jupyter"), cwd, { recursive: true });
  const classic = ['import phasor\nfigure = phasor.Figure("sine-waves", dim=32)\nfigure', "figure.state", 'phasor.Figure("position-map", projection="umap", dim=16)'];
  writeFileSync(join(cwd, "classic.ipynb"), notebook(...classic));
  writeFileSync(join(cwd, "pasted.ipynb"), notebook(pasted));
  const port = await freePort();
  const flags = ["--no-browser", "--allow-root", "--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True"];
  const quiet = ["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.extension_manager=readonly", "--ServerApp.log_level=ERROR"];
  const env = { JUPYTER_CONFIG_DIR: join(NOTEBOOKS, "settings"), JUPYTER_DATA_DIR: join(NOTEBOOKS, "data") };
  return started("jupyter", "jupyter-lab", [`--port=${port}`, "--ip=127.0.0.1", ...flags, ...quiet], { port, cwd, env });
}

/** Starts marimo with the example. */
async function marimo() {
  const port = await freePort();
  const env = { MARIMO_SKIP_UPDATE_CHECK: "1", XDG_CONFIG_HOME: join(NOTEBOOKS, "settings"), XDG_STATE_HOME: join(NOTEBOOKS, "data") };
  const flags = ["--headless", "--no-token", "--host", "127.0.0.1", "--port", String(port)];
  return started("marimo", "marimo", ["run", "figure.py", ...flags], { port, cwd: join(EXAMPLES, "marimo"), env });
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
  const bare = [...HOSTS.map(({ name }) => name), "myst", ...WITH_PACKAGE].find((name) => !hasPackages(name));
  if (bare) {
    fail(`The packages of ${bare} in examples are not installed; run npm test -- --only hosts, which installs them first.`);
  }
  const page = await serve({ root: DIST });
  const found = await copied(page.url);
  paste(found);
  // The picture of the first example, in the state of its page.
  must([await buildCore(), "figure", "distance-heatmap", "--dim", "128", "--length", "96", "-o", "distance-heatmap.svg"], join(EXAMPLES, "html"));
  HOSTS.forEach(make);
  await installPackage();
  await buildBooks();
  const served = [
    ...(await Promise.all(
      HOSTS.map(async ({ name, site }) => {
        const root = join(EXAMPLES, name, site);
        return { name, ...(await serve({ root, headers: headers(root) })) };
      }),
    )),
    ...(await Promise.all(HOSTS.flatMap(({ name, isDeveloped }) => (isDeveloped ? develop(name) : [])))),
    ...(await Promise.all(BOOKS.map(async ({ name, site }) => ({ name, ...(await serve({ root: site })) })))),
    { name: "page", ...page },
    ...(await Promise.all([jupyter(found.codes.jupyter), marimo()])),
  ];
  for (const { name, url } of served) {
    process.env[variable(name)] = url;
  }
  process.env.PHASOR_COPIED_LINK = found.codes.link;
  return () => served.forEach(({ close }) => close());
}
