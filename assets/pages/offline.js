// Keeps the site for readers without a network, by the service worker at the root of the site.

/** Returns whether the host forbids this page a worker. */
async function isForbidden() {
  const { headers } = await fetch("", { method: "HEAD" });
  const policy = headers.get("content-security-policy") ?? "";
  const [rule] = /worker-src[^;,]*/.exec(policy) ?? /child-src[^;,]*/.exec(policy) ?? [];
  return rule !== undefined && !/'self'|\*/.test(rule);
}

const { connection } = /** @type {any} */ (navigator);
// A frame is part of somebody else's page, and a page in development has no number.
if (self === top && !connection?.saveData && document.querySelector("meta[name=phasor-build]")) {
  try {
    // A browser would report what a policy refuses as an error of the page.
    if (navigator.serviceWorker.controller || !(await isForbidden())) {
      await navigator.serviceWorker.register("offline.js");
    }
  } catch {
    // Browsers refuse service workers for many reasons. The page then needs the network, as any page.
  }
}

export {};
