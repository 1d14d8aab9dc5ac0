import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// No test may reach a real service with the environment variables of the shell that runs it.
for (const name of Object.keys(process.env)) if (/^(ALIBABA_CLOUD_|RESOURCESHARE_(?!CACHE_DIR$))/.test(name)) delete process.env[name];

const ENGINE = ["test/engine/**/*.test.ts"];

/** The files that take longest, of the projects `engine` and `fast`. */
const LONGEST = [
  "test/engine/preview-accuracy/",
  "test/engine/kill/plugin.",
  "test/engine/kill/resource-share.",
  "test/engine/documents.",
  "test/engine/kill/",
  "test/engine/interrupt.",
  "test/engine/backends/",
  "test/engine/upgrade/",
  "test/explore/faults/cases.",
  "test/unit/rules/scaffold.",
  "test/unit/scripts/release/prepare.",
  "test/unit/types/older.",
];

/** Starts the longest files of each project first, so that none of them runs alone at the end. Without it, the order is that of their sizes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((part) => moduleId.includes(part));
      return rank < 0 ? LONGEST.length : rank;
    };
    const sorted = await BaseSequencer.prototype.sort.call(this, files);
    return sorted.toSorted((a, b) => a.project.name.localeCompare(b.project.name) || rankOf(a) - rankOf(b));
  }
}

/** Tests of the engine wait now and then, for a lease or a deadline: one more than there are cores keeps all of them busy. */
const maxWorkers = availableParallelism() + 1;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
