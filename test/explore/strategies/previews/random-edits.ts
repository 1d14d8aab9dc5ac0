import * as fc from "fast-check";
import { bindings } from "../../../support/bindings/bound-provider.ts";
import { describeChange } from "../../../support/random-programs/describe-change.ts";
import { workspaceOf } from "../../../support/random-programs/workspace.ts";
import { editRepeatedly } from "./sequence.ts";

/** How much was compared. */
interface Counts {
  edits: number;
  refused: number;
  afterFailure: number;
  accesses: number;
  /** Accesses that the preview reports as unknown. */
  unknown: number;
  steps: number;
  outputs: number;
}

export const noCounts: Counts = { edits: 0, refused: 0, afterFailure: 0, accesses: 0, unknown: 0, steps: 0, outputs: 0 };

/** A random program that is edited twelve times; each preview says what the update does. */
export function anyEdits(counts: Counts) {
  const anySeed = fc.record({ seed: fc.nat(1_000_000), number: fc.nat(15), binding: fc.constantFrom(...bindings) });
  return fc.asyncProperty(fc.noShrink(anySeed), async ({ seed, number, binding }) => {
    await editRepeatedly({ binding, seed, number, edits: 12 }, async ({ before, after, events }, comparison) => {
      counts.edits += 1;
      counts.refused += comparison.refusals.length > 0 ? 1 : 0;
      counts.afterFailure += events.some((event) => event.includes("at write")) ? 1 : 0;
      for (const name of ["accesses", "unknown", "steps", "outputs"] as const) counts[name] += comparison[name];
      const found = [...comparison.differences, ...comparison.refusals.map((line) => `refused: ${line}`)];
      if (found.length > 0) throw new Error([...found, ...events, describeChange(before, after, workspaceOf(number))].join("\n  "));
    });
  });
}
