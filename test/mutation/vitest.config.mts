import { defineConfig } from "vitest/config";

/** The tests that look for mutants, below `test/`; the folders that mirror what is mutated when nothing is said. */
const tests = process.env["MUTATED_TESTS"] ?? "client/**,lifecycle/**,resources/**";

export default defineConfig({
  test: {
    include: tests.split(",").map((path) => `test/${path}.test.ts`),
    // What passes in the machine's own time takes long for each mutant, and looks at nothing that the rest does not.
    exclude: ["test/resources/http.test.ts"],
    pool: "threads",
    // Mutants are switched on and off within one module: nothing has to be loaded anew for each of them.
    isolate: false,
    testTimeout: 8_000,
  },
});
