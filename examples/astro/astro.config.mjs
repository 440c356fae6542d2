import mdx from "@astrojs/mdx";
import { defineConfig } from "astro/config";

export default defineConfig({
  integrations: [mdx()],
  // While developing, Vite would move the script away from its WebAssembly.
  vite: { optimizeDeps: { exclude: ["phasor-figure"] } },
});
