// What a page does when it has nothing else to do.

/** Loads the script that keeps the site for readers without a network. Called when the page's first figure is live. */
export function keepOffline() {
  if ("serviceWorker" in navigator) {
    const load = () => import("./offline.js").catch(() => {
      // A page that cannot load the script needs the network, as any page.
    });
    const soon = window.requestIdleCallback ?? ((act) => setTimeout(act));
    // A slow device may never be idle while a figure moves.
    soon(load, { timeout: 5000 });
  }
}
