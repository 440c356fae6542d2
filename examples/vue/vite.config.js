import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

// Otherwise Vue looks for a component of this name.
const isCustomElement = (tag) => tag === "phasor-figure";

export default defineConfig({
  base: "./",
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
  // In development, Vite would move the script away from its WebAssembly.
  optimizeDeps: { exclude: ["phasor-figure"] },
});
