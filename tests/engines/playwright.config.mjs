import config from "../../playwright.config.mjs";

export default { ...config, testDir: ".", globalSetup: "../browser/host.mjs", projects: undefined };
