import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/unit/{provider,access}/**/*.test.ts"],
    // What passes in the machine's own time takes long for each mutant, and covers nothing that the rest does not.
    exclude: ["test/unit/provider/resources/http.test.ts"],
    testTimeout: 60_000,
  },
});
