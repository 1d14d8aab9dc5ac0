import { defineConfig } from "vitest/config";

/** The tests of the built site, which `npm run site -- --test` runs after the build. */
export default defineConfig({ test: { root: import.meta.dirname, include: ["*.test.mjs"], testTimeout: 240_000, hookTimeout: 60_000 } });
