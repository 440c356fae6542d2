// How tests and benchmarks start the browsers of the system.

import { findChromium, findFirefox } from "./setup.mjs";

/** What keeps Chromium from asking the world while it is tested. */
const QUIET = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * What Chromium leaves out. Playwright's own list is repeated, because ours replaces it. The rest is the address bar's pages,
 * which take a third of the time of each test.
 */
const WITHOUT = [
  ..."AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose DialMediaRouteProvider GlobalMediaControls HttpsUpgrades".split(" "),
  ..."LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning BlockOriginHeaderModificationOnRedirect".split(" "),
  ..."AvoidCorsURLLoaderRestartOnRedirect Translate AutoDeElevate OptimizationHints NetworkTimeServiceQuerying".split(" "),
  ..."AimEnabled WebUIOmniboxPopup WebUIOmniboxAimPopup WebUIOmniboxFullPopup OmniboxWebUIPopup".split(" "),
];

/**
 * Returns Playwright's options for Chromium.
 * @param {string[]} flags
 */
export function chromiumOptions(...flags) {
  return { executablePath: findChromium(), args: [...QUIET, `--disable-features=${WITHOUT}`, ...flags] };
}

/** Chromium's flags for WebGPU on the processor. */
export const SOFTWARE_GPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-unsafe-swiftshader"];

/** Returns Playwright's options for Firefox, which it drives over WebDriver BiDi. */
export function firefoxOptions() {
  return {
    channel: "moz-firefox",
    executablePath: findFirefox(),
    // Firefox asks for an icon even if the security policy of the page forbids it, and then reports an error.
    firefoxUserPrefs: { "browser.chrome.site_icons": false },
  };
}
