// Notices whatever a page must never do: log an error, throw, crash, or send a request to anyone but its host.

/** @typedef {import("@playwright/test").BrowserContext} BrowserContext */
/** @typedef {import("@playwright/test").Page} Page */

/** The only request to somebody else, which a reader sends with the button "Fetch" of the room of models. */
const HUB = /^https:\/\/huggingface\.co\/[\w.-]+\/[\w.-]+\/resolve\/main\/config\.json$/;

/** What browsers report although nothing is wrong. */
const HARMLESS = [
  // On a slow machine the fonts that a page asks for early are used late.
  "preloaded using link preload but not used within",
  // The browser skips a callback of an observer in a frame that has taken too long, and calls it in the next one.
  "ResizeObserver loop completed with undelivered notifications",
];

/**
 * Reports the troubles of all pages of a context.
 * @param {BrowserContext} context
 * @param {string} base The address of the host.
 * @param {() => string} answer Returns the file that the hub sends.
 * @param {(trouble: string) => void} report
 */
export async function watch(context, base, answer, report) {
  const isOwn = (/** @type {string} */ url) => url.startsWith(base) || /^(data|blob|about):/.test(url);
  const complain = (/** @type {string} */ trouble) => HARMLESS.some((words) => trouble.includes(words)) || report(trouble);
  await context.route(
    (url) => !isOwn(url.href),
    (route) => {
      const url = route.request().url();
      if (HUB.test(url)) {
        return route.fulfill({ body: answer(), contentType: "application/json", headers: { "access-control-allow-origin": "*" } });
      }
      report(`a request to ${url}`);
      return route.abort();
    },
  );
  context.on("console", (message) => ["error", "warning"].includes(message.type()) && complain(`the console says "${message.text()}"`));
  context.on("weberror", (error) => complain(`an error nobody caught: ${error.error().stack ?? error.error()}`));
  context.on("requestfailed", (request) => {
    // Leaving a page aborts its loading. A file that is missing fails with another error.
    if (isOwn(request.url()) && request.failure()?.errorText !== "net::ERR_ABORTED") {
      report(`${request.url()} failed: ${request.failure()?.errorText}`);
    }
  });
  context.on("response", (response) => response.status() >= 400 && report(`${response.url()} answers ${response.status()}`));
}
