import { z } from "zod";
import { UNKNOWN_TEXT } from "../../../provider/host/engine-values.ts";
import { isRecord, parseJson, sameJson } from "../../../provider/kernel/json.ts";

const Outputs = z.looseObject({
  metadata: z.looseObject({
    op: z.string(),
    urn: z.string(),
    new: z.looseObject({ outputs: z.record(z.string(), z.unknown()).optional() }).nullish(),
  }),
});
const Event = z.looseObject({
  resOutputsEvent: Outputs.optional(),
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

/** The outputs of the resources after their steps, by operation and URN. */
export function outputsOf(log: string): ReadonlyMap<string, unknown> {
  const lines = log.split("\n").filter((line) => line.includes('"resOutputsEvent"'));
  return new Map(
    lines.flatMap((line) => {
      const metadata = Event.parse(parseJson(line)).resOutputsEvent?.metadata;
      return metadata?.new?.outputs === undefined ? [] : [[`${metadata.op} ${metadata.urn}`, metadata.new.outputs]];
    }),
  );
}

/** The outputs that a preview has shown as known, and that are different after the update. */
export function outputDifferences(announced: ReadonlyMap<string, unknown>, taken: ReadonlyMap<string, unknown>): string[] {
  return [...announced].flatMap(([step, outputs]) => {
    const after = taken.get(step);
    return after === undefined ? [] : unequalPaths(step, outputs, after);
  });
}

function unequalPaths(path: string, announced: unknown, after: unknown): string[] {
  if (announced === UNKNOWN_TEXT || sameJson(announced, after)) return [];
  if (Array.isArray(announced) && Array.isArray(after) && announced.length === after.length)
    return announced.flatMap((item, index) => unequalPaths(`${path}[${index}]`, item, after[index]));
  if (isRecord(announced) && isRecord(after))
    return [...new Set([...Object.keys(announced), ...Object.keys(after)])].flatMap((name) =>
      name in announced ? unequalPaths(`${path}.${name}`, announced[name], after[name]) : [],
    );
  return [`announced as known, and different: ${path}: ${JSON.stringify(announced)}, then ${JSON.stringify(after)}`];
}
