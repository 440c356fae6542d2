// The service worker of the site. It keeps every file of a build, so that all pages work without a network.
//
// A page and its files are always of one build. The page comes from the network whenever the network answers, and
// contains the number of its build. If that build is kept here, the page's files come from here, else from the network.
// Without a network, the page is of the build to which this worker belongs. Browsers start a worker only after it has
// been installed, so that build is kept whole.

import { BUILD, HASHES, ON_REQUEST } from "phasor:built";

/** The global object, whose types TypeScript cannot have together with those of a page. @type {any} */
const worker = globalThis;

/** The folder of the site. Other sites may have the same host, and with it the same caches. @type {string} */
const SITE = worker.registration.scope;

/** How long a reader waits for the beginning of a page before the kept one is shown, in milliseconds. */
const PATIENCE = 4000;

/** The number of files that are fetched at the same time. */
const LANES = 4;

/** What stands for the build of a page that has no number. */
const NONE = "none";

/** The addresses of notes about the builds of open pages. A browser may end this worker between two requests. */
const NOTES = `${SITE}page?`;

/** The files and folders at the root of the site. We leave all other requests to the browser. */
const OURS = new Set(Object.keys(HASHES).map((path) => path.split("/")[0]));

/** The builds of pages by their identifiers, as far as this worker has needed them. @type {Map<string, string>} */
const builds = new Map();

/** The hashes of all files that may be kept. @type {Record<string, string>} */
const ALL = { ...HASHES, ...ON_REQUEST };

/** @param {string} build */
const cacheOf = (build) => `phasor ${SITE} ${build}`;

/** @param {string} path @param {string} build */
const stored = (path, build) => caches.match(SITE + path, { cacheName: cacheOf(build) });

/** Returns the name of a file in the list. @param {string} url */
function pathOf(url) {
  const { origin, pathname } = new URL(url);
  const path = (origin + pathname).slice(SITE.length) || "index.html";
  // Some hosts remove the ending.
  return `${path}.html` in HASHES ? `${path}.html` : path;
}

/** Notes the build of a page or a web worker. @param {string} id @param {string} build */
async function note(id, build) {
  builds.set(id, build);
  const cache = await caches.open(cacheOf(build));
  await cache.put(NOTES + id, new Response(build));
}

/** Returns the build of a page or a web worker, if it is one of ours. @param {string} id */
async function buildOf(id) {
  const noted = builds.get(id) ?? (await (await caches.match(NOTES + id))?.text());
  if (noted) {
    builds.set(id, noted);
    return noted;
  }
  // Our pages have no note if they were opened before there was a worker, or if the reader has come back to them.
  const client = await worker.clients.get(id);
  return client?.type === "window" && pathOf(client.url) in HASHES ? BUILD : undefined;
}

/** Takes over the pages that were opened before this worker. */
async function claim() {
  for (const { id } of await worker.clients.matchAll({ includeUncontrolled: true })) {
    const build = await buildOf(id);
    await (build && note(id, build));
  }
  await worker.clients.claim();
}

/** Deletes the notes about closed pages, and the builds that no open page is of. */
async function tidy() {
  if (worker.registration.installing) {
    return;
  }
  for (const name of (await caches.keys()).filter((name) => name.startsWith(cacheOf("")))) {
    const cache = await caches.open(name);
    const notes = (await cache.keys()).filter(({ url }) => url.startsWith(NOTES));
    const isOpen = await Promise.all(notes.map(({ url }) => worker.clients.get(url.slice(NOTES.length))));
    await Promise.all(notes.map((url, place) => isOpen[place] || cache.delete(url)));
    if (name !== cacheOf(BUILD) && !isOpen.some(Boolean)) {
      await caches.delete(name);
    }
  }
}

/** @param {ArrayBuffer} bytes */
async function hash(bytes) {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return btoa(String.fromCharCode(...new Uint8Array(digest))).slice(0, 12);
}

/** Keeps the response if it is this file of this build, and returns whether it is. @param {Cache} cache @param {string} path @param {Response | undefined} response */
async function put(cache, path, response) {
  const bytes = await response?.arrayBuffer();
  const isRight = bytes && (await hash(bytes)) === ALL[path];
  // A response that was redirected could not answer for a page.
  await (isRight && cache.put(SITE + path, new Response(bytes, response)));
  return isRight;
}

/** Keeps a file of this build, which an earlier build may have had as well. @param {Cache} cache @param {string} path */
async function keep(cache, path) {
  const url = SITE + path;
  const sources = [() => cache.match(url), () => caches.match(url), () => fetch(url, { cache: "no-cache", priority: "low" })];
  for (const find of sources) {
    if (await put(cache, path, await find())) {
      return;
    }
  }
  throw new Error(`${path} is of another build.`);
}

async function keepAll() {
  if (/** @type {any} */ (navigator).connection?.saveData) {
    throw new Error("The reader wants to save data.");
  }
  const cache = await caches.open(cacheOf(BUILD));
  const paths = Object.keys(ALL).values();
  const lane = async () => {
    for (const path of paths) {
      // What few readers need is kept for those who have needed it in an earlier build.
      if (path in HASHES || (await caches.match(SITE + path))) {
        await keep(cache, path);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  // All open pages keep the files of their builds, so the new worker need not wait until they are closed.
  await worker.skipWaiting();
}

/** Returns the number of the build in a page as soon as it has arrived. @param {Response} response */
async function numberIn(response) {
  const [reader, decoder] = [response.body?.getReader(), new TextDecoder()];
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    const [, number] = /<meta name="phasor-build" content="(\w+)">/.exec(text) ?? [];
    if (number) {
      reader?.cancel();
      return number;
    }
  }
  return NONE;
}

/** Returns a page from the network with its build, or nothing if the network does not answer soon. @param {Request} request */
async function fresh(request) {
  const answer = fetch(request, { cache: "no-cache" }).then(async (response) => {
    // A host that fails has no newer page to offer.
    return response.status < 500 ? { response, build: await numberIn(response.clone()) } : undefined;
  });
  return Promise.race([answer.catch(() => undefined), new Promise((done) => setTimeout(done, PATIENCE))]);
}

/** @param {any} event @param {string} path */
async function page(event, path) {
  const found = (await fresh(event.request)) ?? { response: await stored(path, BUILD), build: BUILD };
  event.waitUntil(note(event.resultingClientId, found.build).then(tidy));
  return found.response ?? fetch(event.request);
}

/** Returns a file for a page or a web worker. @param {any} event @param {string} path */
async function file(event, path) {
  const { request, clientId, resultingClientId } = event;
  const build = await buildOf(clientId);
  if (!build) {
    return fetch(request);
  }
  if (resultingClientId) {
    await note(resultingClientId, build);
  }
  const found = await stored(path, build);
  const response = found ?? (await fetch(request, { cache: "no-cache" }));
  if (!found && build === BUILD && path in ON_REQUEST) {
    const copy = response.clone();
    event.waitUntil(caches.open(cacheOf(BUILD)).then((cache) => put(cache, path, copy)));
  }
  return response;
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(claim().then(tidy)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, url } = event.request;
  const path = pathOf(url);
  if (method !== "GET" || !url.startsWith(SITE) || !OURS.has(path.split("/")[0])) {
    return;
  }
  const answer = mode !== "navigate" ? file : path in HASHES ? page : undefined;
  if (answer) {
    // A store that the browser can no longer read must not take away what the network has.
    event.respondWith(answer(event, path).catch(() => fetch(event.request)));
  }
});
