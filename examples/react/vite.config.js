import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  plugins: [react()],
  // In development, Vite would move the script away from its WebAssembly.
  optimizeDeps: { exclude: ["phasor-figure"] },
});
