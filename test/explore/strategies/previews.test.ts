import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyEdits, noCounts } from "./previews/random-edits.ts";

it(
  "predicts the access that an update changes, its steps and its outputs, from every state that a stack can begin with",
  { timeout: 300_000 },
  async () => {
    const counts = { ...noCounts };
    await fc.assert(anyEdits(counts), { seed: 1, numRuns: 10 });
    expect(counts.edits).toBeGreaterThan(60);
    expect(counts.afterFailure).toBeGreaterThan(5);
  },
);
