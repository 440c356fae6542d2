import js from "@eslint/js";
import globals from "globals";

/** The other folders of `tools` from which each may import. @type {Record<string, string[]>} */
const TOOLS = { setup: [], program: ["setup"], site: ["setup", "program"], check: ["setup", "program", "site"], release: ["setup", "program", "site"] };

/** Fails where a folder of `tools` imports from one that it may not use. */
const FOLDERS = Object.entries(TOOLS).map(([folder, used]) => ({
  files: [`tools/${folder}/**`],
  rules: {
    "no-restricted-imports": ["error", { patterns: Object.keys(TOOLS).filter((other) => other !== folder && !used.includes(other)).map((other) => ({ group: [`../${other}/*`], message: `tools/${folder} does not use tools/${other}; see CONTRIBUTING.md` })) }],
  },
}));

export default [
  { ignores: ["dist/", "examples/*/", "crates/python/python/phasor/embed/", "target/", "node_modules/", "test-results/", "playwright-report/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.node } },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
    },
  },
  // Code in these files also runs in the page.
  { files: ["assets/**", "crates/python/python/phasor/*.js", "tests/browser/**", "tests/engines/**", "tests/hosts/**", "tests/monkey/**", "benches/**", "tools/site/icons.mjs"], languageOptions: { globals: { ...globals.browser } } },
  ...FOLDERS,
];
