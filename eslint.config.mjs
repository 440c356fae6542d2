import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["dist/", "examples/*/", "target/", "node_modules/", "test-results/", "playwright-report/"] },
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
  { files: ["assets/**", "tests/browser/**", "tests/engines/**", "tests/hosts/**", "tests/monkey/**", "benches/**", "tools/site/icons.mjs"], languageOptions: { globals: { ...globals.browser } } },
];
