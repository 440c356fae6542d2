import config, { CHROMIUM, FIREFOX } from "../../playwright.config.mjs";

export default {
  ...config,
  testDir: ".",
  globalSetup: "./build.mjs",
  // The hosts differ in how they build their pages, so Firefox opens those of one.
  projects: [CHROMIUM, { ...FIREFOX, grep: /in html|html:/ }],
};
