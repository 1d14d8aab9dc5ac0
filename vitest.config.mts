import { defineConfig } from "vitest/config";

// No test may reach a real service with what the shell of whoever runs it holds.
for (const name of Object.keys(process.env)) if (/^(ALIBABA_CLOUD_|RESOURCESHARE_(?!CACHE_DIR$))/.test(name)) delete process.env[name];

const ENGINE = "test/engine/**/*.test.ts";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: [ENGINE],
          pool: "threads",
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          // Each test starts the real CLI, which starts processes of its own: more than two at a time only slow each other down.
          name: "engine",
          include: [ENGINE],
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
