import { z } from "zod";
import { InputError } from "../../../provider/kernel/errors.ts";
import { isAbsent, isRecord, parseJson } from "../../../provider/kernel/json.ts";
import { withoutSecretEnvelopes, typePrefix } from "../stack-state.ts";
import { eventOf, failureIn } from "./engine-events.ts";
import { inputNames, joined, outputNames, type PlannedResource, type Step, type Values } from "./planned-resource.ts";
import { noPolicies, type Policies, PolicyReader } from "./policies/policy-findings.ts";
import { unknownText } from "./values.ts";

/** The resources of this package in a preview. */
export interface Preview {
  readonly resources: readonly PlannedResource[];
  /** How many resources of the stack do not change and are not in the preview. */
  readonly missing: number;
  /** Whether the preview shows which resource a value comes from; the stream of events does not. */
  readonly hasDependencies: boolean;
  /** Whether there are secret values, which no preview shows. */
  readonly hasSecrets: boolean;
  /** The findings of policies; only the stream of events contains them. */
  readonly policies: Policies;
}

/** A step of any resource. */
interface Shown {
  readonly op: string;
  readonly urn: string;
}

const Numbers = z.record(z.string(), z.number());
const State = z
  .looseObject({
    type: z.string(),
    id: z.string().optional(),
    inputs: z.record(z.string(), z.unknown()).optional(),
    outputs: z.record(z.string(), z.unknown()).optional(),
    propertyDependencies: z.record(z.string(), z.array(z.string()).nullish()).optional(),
    dependencies: z.array(z.string()).nullish(),
    pendingReplacement: z.boolean().optional(),
    external: z.boolean().optional(),
    retainOnDelete: z.boolean().optional(),
    deletedWith: z.string().optional(),
  })
  .nullish();
const DocumentStep = z.object({ op: z.string(), urn: z.string(), oldState: State, newState: State });
const Document = z.object({
  steps: z.array(z.unknown()).nullish(),
  changeSummary: Numbers.nullish(),
  diagnostics: z.array(z.looseObject({ message: z.string().optional(), severity: z.string().optional() })).nullish(),
});
const Metadata = z.object({ op: z.string(), urn: z.string(), type: z.string(), old: State, new: State });
const Event = z.looseObject({
  resourcePreEvent: z.object({ metadata: Metadata }).optional(),
  resOutputsEvent: z.object({ metadata: Metadata }).optional(),
  summaryEvent: z.looseObject({ resourceChanges: Numbers.nullish(), result: z.string().optional() }).optional(),
  diagnosticEvent: z.looseObject({ message: z.string().optional(), severity: z.string().optional() }).optional(),
});

/** The operations that this version knows; another one means a newer format. */
const operations = new Set(
  "same create update delete replace create-replacement delete-replaced read read-replacement refresh discard discard-replaced remove-pending-replace import import-replacement".split(
    " ",
  ),
);

/**
 * Reads what `pulumi preview --json` prints, as one document or as a stream of events.
 *
 * @throws InputError when the text is neither, or of a newer format, or when the preview failed.
 */
export function readPreview(text: string): Preview {
  const value = parseJson(text);
  return isRecord(value) && eventOf(value) === undefined ? ofDocument(value) : ofEvents(text);
}

function ofDocument(value: Record<string, unknown>): Preview {
  if (!("steps" in value) && !("changeSummary" in value)) {
    throw refusal(isRecord(value["deployment"]) ? "this is an exported state, not a preview: give it as --state" : "this is no preview");
  }
  const { steps, changeSummary, diagnostics } = parsed(Document, value);
  const errors = (diagnostics ?? []).flatMap(({ severity, message }) => (severity === "error" ? [message ?? ""] : []));
  const failure = failureIn(errors);
  if (failure !== undefined) throw refusal(`the preview failed: ${failure}`);
  const seen = { secret: false };
  const all: Shown[] = [];
  // Parsed step by step, so that memory does not hold a large preview twice.
  const own = (steps ?? []).flatMap((item) => {
    const step = parsed(DocumentStep, item);
    all.push({ op: step.op, urn: step.urn });
    return stepOf(step, seen);
  });
  return {
    ...previewOf(own, all, changeSummary ?? {}),
    hasDependencies: true,
    hasSecrets: seen.secret,
    policies: { ...noPolicies, isRefused: errors.length > 0 },
  };
}

function ofEvents(text: string): Preview {
  const seen = { secret: false };
  const policies = new PolicyReader();
  const all: Shown[] = [];
  const steps = new Map<string, Step>();
  const errors: string[] = [];
  let summary: z.infer<typeof Event>["summaryEvent"];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const value = eventOf(parseJson(line));
    if (value === undefined) throw refusal("this is no preview");
    // Most lines of a stream are progress messages of the engine: skipping them saves the parsing.
    if (!Object.keys(value).some((kind) => kind in Event.shape || kind.startsWith("policy"))) continue;
    const event = parsed(Event, value);
    if (event.diagnosticEvent?.severity === "error") errors.push(event.diagnosticEvent.message ?? "");
    summary = event.summaryEvent ?? summary;
    policies.take(value);
    const metadata = event.resOutputsEvent?.metadata ?? event.resourcePreEvent?.metadata;
    if (metadata === undefined) continue;
    const { op, urn } = metadata;
    all.push({ op, urn });
    for (const step of stepOf({ op, urn, oldState: metadata.old, newState: metadata.new }, seen)) steps.set(`${op} ${urn}`, step);
  }
  const failure = failureIn(errors);
  if (failure !== undefined) throw refusal(`the preview failed: ${failure}`);
  if (summary === undefined)
    throw refusal(text.trim() === "" ? "there is nothing to read" : "the preview is not complete: its last event is missing");
  const found = policies.result(summary.result === "failed");
  if (found.isRefused && !found.findings.some(({ level }) => level === "mandatory")) throw refusal("the preview failed");
  return {
    ...previewOf([...steps.values()], all, summary.resourceChanges ?? {}),
    hasDependencies: false,
    hasSecrets: seen.secret,
    policies: found,
  };
}

function previewOf(own: readonly Step[], all: readonly Shown[], counts: Readonly<Record<string, number>>) {
  const unknown = all.find(({ op }) => !operations.has(op))?.op;
  if (unknown !== undefined) throw refusal(`a step does "${unknown}", which this version does not know: the preview's format is newer`);
  const shown = new Set(all.filter(({ op }) => op === "same").map(({ urn }) => urn)).size;
  // The count includes the stack resource, which every preview shows.
  return { resources: joined(own), missing: Math.max(0, (counts["same"] ?? 0) - shown) };
}

function stepOf({ op, urn, oldState, newState }: z.infer<typeof DocumentStep>, seen: { secret: boolean }): Step[] {
  const type = (newState ?? oldState)?.type ?? "";
  if (!type.startsWith(typePrefix)) return [];
  const before = sideOf(oldState, seen);
  // An unchanged resource needs one object in memory, not two.
  const after = op === "same" && before ? before : sideOf(newState, seen);
  return [{ op, urn, kind: type.slice(typePrefix.length), before, after }];
}

function sideOf(state: z.infer<typeof State>, seen: { secret: boolean }): Step["before"] {
  if (!state) return undefined;
  const { id, propertyDependencies = {}, dependencies } = state;
  return {
    id: id === undefined || id === "" ? undefined : id,
    inputs: picked(state.inputs, inputNames, seen),
    outputs: picked(state.outputs, outputNames, seen),
    links: propertyDependencies["shareId"] ?? dependencies ?? [],
    isGoingFirst: state.pendingReplacement === true,
    isRetained: state.retainOnDelete === true,
    goesWith: state.deletedWith === "" ? undefined : state.deletedWith,
  };
}

function picked<Name extends string>(
  record: Readonly<Record<string, unknown>> = {},
  names: readonly Name[],
  seen: { secret: boolean },
): Values<Name> {
  const values: Partial<Record<Name, unknown>> = {};
  for (const name of names)
    if (Object.hasOwn(record, name) && !isAbsent(record[name])) values[name] = withoutSecretEnvelopes(record[name], seen, unknownText);
  return values;
}

function parsed<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const { success, data, error } = shape.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw refusal(`${issue?.path.join(".") ?? "it"} is not what this version can read: the preview's format is newer`);
}

function refusal(reason: string): InputError {
  return InputError.of("preview", `${reason} (give what \`pulumi preview --json --show-sames\` prints)`);
}
