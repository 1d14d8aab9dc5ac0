import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// No test may reach a real service with the environment variables of the shell that runs it.
for (const name of Object.keys(process.env)) if (/^(ALIBABA_CLOUD_|RESOURCESHARE_(?!CACHE_DIR$))/.test(name)) delete process.env[name];

const ENGINE = ["test/engine/**/*.test.ts", "test/languages/**/*.test.ts"];

/** Tests of the engine wait now and then, for a lease or a deadline: one more than there are cores keeps all of them busy. */
const maxWorkers = availableParallelism() + 1;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: ENGINE,
          pool: "threads",
          maxWorkers,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          // Each test starts the real CLI, which starts processes of its own. By its name this project comes first; the short tests fill the rest.
          name: "engine",
          include: ENGINE,
          pool: "forks",
          maxWorkers,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
