import { z } from "zod";
import { parseJson } from "../../../provider/kernel/json.ts";

const Event = z.looseObject({
  diagnosticEvent: z.looseObject({ urn: z.string().optional(), message: z.string(), severity: z.string() }).optional(),
  resourcePreEvent: z
    .looseObject({
      metadata: z.looseObject({
        op: z.string(),
        urn: z.string(),
        keys: z.array(z.string()).nullish(),
        diffs: z.array(z.string()).nullish(),
        detailedDiff: z.record(z.string(), z.looseObject({ diffKind: z.string() })).nullish(),
      }),
    })
    .optional(),
});

/** The engine's steps in its event log, sorted, one line each: the operation, the resource and the changed properties. */
export function stepsOf(log: string): string[] {
  const lines = log.split("\n").filter((line) => line.includes('"resourcePreEvent"'));
  const steps = lines.flatMap((line) => {
    const metadata = Event.parse(parseJson(line)).resourcePreEvent?.metadata;
    if (metadata === undefined) return [];
    const { op, urn, keys, diffs, detailedDiff } = metadata;
    const details = Object.entries(detailedDiff ?? {}).map(([path, { diffKind }]) => `${path} ${diffKind}`);
    const parts = [keys, diffs, details].map((list) => [...(list ?? [])].toSorted().join(", "));
    return [`${urn.split("::").slice(2).join("::")}: ${op} [replaces ${parts[0]}] [differs in ${parts[1]}] [${parts[2]}]`];
  });
  return steps.toSorted();
}

/** The differences between two lists of steps. */
export function stepDifferences(announced: readonly string[], taken: readonly string[]): string[] {
  return [
    ...announced.filter((step) => !taken.includes(step)).map((step) => `announced, and not taken: ${step}`),
    ...taken.filter((step) => !announced.includes(step)).map((step) => `taken, and not announced: ${step}`),
  ];
}

/** The failures, each with its resource. */
export function failuresOf(log: string): string[] {
  const lines = log.split("\n").filter((line) => line.includes('"diagnosticEvent"'));
  return lines.flatMap((line) => {
    const { severity, urn = "", message = "" } = Event.parse(parseJson(line)).diagnosticEvent ?? {};
    return severity === "error" ? [`${urn.split("::").at(-1)}: ${message.trim()}`] : [];
  });
}
