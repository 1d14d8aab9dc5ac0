import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { instrumented } from "./instrument.ts";
import { readPart, writeMutants } from "./part.ts";

const { files, tests } = readPart();
const { sources, mutants } = await instrumented(files);
writeMutants(mutants);

/** Runs the mutants when all tests have run without one. */
class MutantsLast extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith("/mutants.ts"));
    return specifications.toSorted((a, b) => isLast(a) - isLast(b));
  }
}

export default defineConfig({
  plugins: [{ name: "mutants", enforce: "pre", load: (id) => sources.get(id) }],
  test: {
    include: [...tests.map((path) => `test/${path}.test.ts`), "test/mutation/mutants.ts"],
    // What passes in the machine's own time takes long for each mutant, and covers nothing that the rest does not.
    exclude: ["test/unit/provider/resources/http.test.ts"],
    setupFiles: ["test/mutation/record.ts"],
    sequence: { sequencer: MutantsLast },
    pool: "threads",
    maxWorkers: 1,
    // All tests stay loaded: each runs once for each mutant that it reaches.
    isolate: false,
    // A cached module would have the mutants of another run.
    fsModuleCache: false,
    testTimeout: 60_000,
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
