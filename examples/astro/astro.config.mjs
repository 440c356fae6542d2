import mdx from "@astrojs/mdx";
import { defineConfig } from "astro/config";

export default defineConfig({
  integrations: [mdx()],
  // In development, Vite would move the script away from its WebAssembly.
  vite: { optimizeDeps: { exclude: ["phasor-figure"] } },
});
