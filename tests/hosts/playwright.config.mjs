import config from "../../playwright.config.mjs";

export default { ...config, testDir: ".", globalSetup: "./build.mjs", timeout: 120_000 };
