// What a page does when it has nothing else to do.

/** Loads the script that keeps the site for readers without a network. Called when the page's first figure is live. */
export function keepOffline() {
  if ("serviceWorker" in navigator) {
    // A page that cannot load the script needs the network, as any page.
    (window.requestIdleCallback ?? setTimeout)(() => import("./offline.js").catch(() => {}));
  }
}
