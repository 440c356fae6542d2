import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  // In development, Vite would move the script away from its WebAssembly.
  optimizeDeps: { exclude: ["phasor-figure"] },
});
