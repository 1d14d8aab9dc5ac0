import { expect, test } from "vitest";
import { describeEdit } from "./describe-edit.ts";
import { editRepeatedly } from "./sequence.ts";

const seed = Number(process.env["ACCURACY_SEED"] ?? 1);
const edits = Number(process.env["ACCURACY_EDITS"] ?? 120);
const only = process.env["ACCURACY_PROGRAM"];
const perSequence = 12;
/** The programs to edit; one of them repeats the edits of a run. */
const numbers = only === undefined ? Array.from({ length: Math.ceil(edits / 2) }, (_, number) => number) : [Number(only)];
const bindings = ["dynamic", "plugin"] as const;

test(
  `predicts the access that an update changes, its steps and its outputs, from every starting point (seed ${seed})`,
  { timeout: 7_200_000 },
  async () => {
    const counts = { edits: 0, withoutLive: 0, refused: 0, afterFailure: 0, unresumed: 0, accesses: 0, unknown: 0, steps: 0, outputs: 0 };
    const differences: string[] = [];
    const writeCounts = () => process.stdout.write(`${JSON.stringify({ seed, ...counts, differences: differences.length })}\n`);
    for (const number of numbers) {
      if (counts.edits >= edits) break;
      const binding = bindings[(number >> 1) % 2] ?? "dynamic";
      await editRepeatedly({ binding, seed, number, edits: perSequence }, async (edit, comparison) => {
        counts.edits += 1;
        counts.withoutLive += comparison.hasUnmanaged ? 0 : 1;
        counts.refused += comparison.refusals.length > 0 ? 1 : 0;
        counts.afterFailure += edit.events.some((event) => event.includes("at write")) ? 1 : 0;
        counts.unresumed += comparison.isUnresumed ? 1 : 0;
        counts.accesses += comparison.accesses;
        counts.unknown += comparison.unknown;
        counts.steps += comparison.steps;
        counts.outputs += comparison.outputs;
        const found = [...comparison.differences, ...comparison.refusals.map((line) => `refused: ${line}`)];
        if (found.length > 0) differences.push(await describeEdit(number, edit, found));
        // A long run that is stopped has shown what it had found.
        if (found.length > 0) process.stdout.write(`${differences.at(-1)}\n`);
        if (counts.edits % 100 === 0) writeCounts();
      });
    }
    writeCounts();
    expect(differences.join("\n\n")).toBe("");
  },
);
