import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// No test may reach a real service with the environment variables of the shell that runs it.
for (const name of Object.keys(process.env)) if (/^(ALIBABA_CLOUD_|RESOURCESHARE_(?!CACHE_DIR$))/.test(name)) delete process.env[name];

const LONG = "test/**/*.long.test.ts";

/** Tests of the engine wait now and then, for a lease or a deadline: one more than there are cores keeps all of them busy. */
const maxWorkers = availableParallelism() + 1;

/** For tests that start the real CLI, which starts processes of its own. */
const withEngine = { pool: "forks", maxWorkers, testTimeout: 180_000, hookTimeout: 180_000 } as const;
const inProcess = { pool: "threads", maxWorkers, testTimeout: 20_000 } as const;

// vitest starts projects in the order of their names, so that the short tests of `unit` fill the end.
export default defineConfig({
  test: {
    globalSetup: "test/support/run-folder.ts",
    projects: [
      { test: { name: "engine", include: ["test/engine/**/*.test.ts"], exclude: [LONG], ...withEngine } },
      { test: { name: "explore", include: ["test/explore/**/*.test.ts"], exclude: [LONG], ...inProcess } },
      { test: { name: "long", include: [LONG], ...withEngine } },
      { test: { name: "unit", include: ["test/{unit,support,bench}/**/*.test.ts"], exclude: [LONG], ...inProcess } },
    ],
  },
});
