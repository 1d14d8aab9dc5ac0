import { defineConfig } from "vitest/config";

/** The tests that run against mutants, below `test/`; the folders that mirror what is mutated when none is named. */
const tests = process.env["MUTATED_TESTS"] ?? "client/**,lifecycle/**,resources/**";

export default defineConfig({
  test: {
    include: tests.split(",").map((path) => `test/${path}.test.ts`),
    // What passes in the machine's own time takes long for each mutant, and covers nothing that the rest does not.
    exclude: ["test/resources/http.test.ts"],
    pool: "threads",
    // Mutants are switched on and off within one module: nothing has to be loaded anew for each of them.
    isolate: false,
    testTimeout: 8_000,
  },
});
