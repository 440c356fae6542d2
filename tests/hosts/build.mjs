// Builds every example with the tool of its host and serves what comes out.

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { DIST } from "../../tools/build.mjs";
import { serve } from "../../tools/serve.mjs";
import { ROOT, fail, onPath, setUpPackage } from "../../tools/setup.mjs";

const EXAMPLES = join(ROOT, "examples");

/** Where Python keeps what examples need. */
const PYTHON = join(ROOT, "target", "hosts");

/**
 * An example: what is run in it, and the folder that its host serves then. `element` is where it wants
 * the folder with the element, if it does not take the package.
 * @typedef {{ name: string, site: string, element?: string, run?: string[][], python?: boolean }} Host
 */

const NPM = [["npm", "install", "--no-audit", "--no-fund", "--no-package-lock"]];

/** @type {Host[]} */
export const HOSTS = [
  { name: "html", site: ".", element: "phasor" },
  { name: "csp", site: ".", element: "phasor" },
  { name: "hugo", site: "public", element: "static/phasor", run: [["hugo", "--quiet"]] },
  { name: "mkdocs", site: "site", element: "docs/phasor", run: [["mkdocs", "build", "--quiet"]], python: true },
  { name: "astro", site: "dist", run: [...NPM, ["npm", "run", "build"]] },
  { name: "react", site: "dist", run: [...NPM, ["npm", "run", "build"]] },
  { name: "reveal", site: ".", element: "phasor", run: NPM },
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

/**
 * The folder of programs of a Python that has what the example asks for.
 * @param {string} name
 */
function python(name) {
  const place = join(PYTHON, name);
  const programs = join(place, process.platform === "win32" ? "Scripts" : "bin");
  const wanted = join(EXAMPLES, name, "requirements.txt");
  if (!existsSync(programs)) {
    mkdirSync(PYTHON, { recursive: true });
    must(["python3", "-m", "venv", place], ROOT);
  }
  must([join(programs, "pip"), "install", "--quiet", "--disable-pip-version-check", "-r", wanted], ROOT);
  return programs;
}

/** @param {Host} host */
function make({ name, element, run = [], python: isPython }) {
  const folder = join(EXAMPLES, name);
  if (element) {
    rmSync(join(folder, element), { recursive: true, force: true });
    cpSync(join(DIST, "embed"), join(folder, element), { recursive: true });
  }
  if (name === "html") {
    cpSync(join(DIST, "pictures", "distance-heatmap.svg"), join(folder, "distance-heatmap.svg"));
  }
  // Where npm copies a folder it does not see that the folder has changed.
  rmSync(join(folder, "node_modules", "phasor-figure"), { recursive: true, force: true });
  const programs = isPython ? python(name) : "";
  for (const [program, ...args] of run) {
    must([programs ? join(programs, program) : program, ...args], folder);
  }
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

/** A port that nobody uses. @returns {Promise<number>} */
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
 * Starts Jupyter on a copy of the example's notebook.
 * @param {string} script The address of the element.
 */
async function jupyter(script) {
  const folder = join(PYTHON, "notebook");
  cpSync(join(EXAMPLES, "jupyter"), folder, { recursive: true });
  const port = await freePort();
  const programs = python("jupyter");
  const flags = ["--no-browser", "--allow-root", "--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True"];
  const quiet = ["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.extension_manager=readonly", "--ServerApp.log_level=ERROR"];
  const child = spawn(join(programs, "jupyter-lab"), [`--port=${port}`, "--ip=127.0.0.1", ...flags, ...quiet], {
    cwd: folder,
    env: { ...process.env, PHASOR_SCRIPT: script, JUPYTER_CONFIG_DIR: join(PYTHON, "settings"), JUPYTER_DATA_DIR: join(PYTHON, "data"), PYTHONDONTWRITEBYTECODE: "1" },
    stdio: "ignore",
  });
  return { url: `http://127.0.0.1:${port}/`, close: () => child.kill() };
}

export default async function build() {
  if (!existsSync(join(DIST, "embed", "package.json"))) {
    fail("The page is not built yet; run npm test -- --only build first.");
  }
  if (!onPath("hugo")) {
    setUpPackage("hugo", "one of the hosts in which the element is tested");
  }
  const missing = ["hugo", "python3"].find((name) => !onPath(name));
  if (missing) {
    fail(`The hosts of the tests need ${missing} and none was found; install it.`);
  }
  HOSTS.forEach(make);
  const element = await serve({ root: join(DIST, "embed"), headers: { "Access-Control-Allow-Origin": "*" } });
  const served = [
    ...(await Promise.all(
      HOSTS.map(async ({ name, site }) => {
        const root = join(EXAMPLES, name, site);
        return { name, ...(await serve({ root, headers: headers(root) })) };
      }),
    )),
    { name: "element", ...element },
    { name: "jupyter", ...(await jupyter(`${element.url}phasor.js`)) },
  ];
  for (const { name, url } of served) {
    process.env[`PHASOR_HOST_${name.toUpperCase()}`] = url;
  }
  return () => served.forEach(({ close }) => close());
}
