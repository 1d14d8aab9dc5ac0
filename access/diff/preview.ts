import { z } from "zod";
import { InputError } from "../../provider/kernel/errors.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import { pathText } from "../../provider/kernel/paths.ts";
import { resourceTypeOf } from "../../provider/kernel/type-tokens.ts";
import { type EngineEvent, eventOf, eventsIn, failureIn, isPreview } from "./engine-events.ts";
import { noPolicies, type Policies, PolicyReader } from "./policies/policy-findings.ts";
import { EngineState } from "../stack-state.ts";
import { type ResourceState, resourceStateOf } from "./resource-state.ts";

/** One step of a preview: an operation of the engine on one resource of this package. */
export interface Step {
  /** The engine's name of the operation, as `create-replacement`. */
  readonly op: string;
  readonly urn: string;
  /** The URN in the state; another one than `urn` after a move to another binding, name or parent. */
  readonly oldUrn?: string | undefined;
  /** The last part of the type, as `ResourceShare`. */
  readonly kind: string;
  readonly before: ResourceState | undefined;
  readonly after: ResourceState | undefined;
}

/** The steps on resources of this package in a preview, and the findings of policies. */
export interface Preview {
  /** The project and the stack, as `shop/dev`; `undefined` when the preview has no resource. */
  readonly stack?: string | undefined;
  readonly steps: readonly Step[];
  /** The URNs that the update deletes, also those of other packages: the option `deletedWith` may name them. */
  readonly deleted: readonly string[];
  /** How many resources of the stack do not change and are not in the preview. */
  readonly omitted: number;
  /** Whether the preview shows which resource a value comes from; the stream of events does not. */
  readonly hasDependencies: boolean;
  /** Whether there are secret values, which no preview shows. */
  readonly hasSecrets: boolean;
  /** The findings of policies; only the stream of events contains them. */
  readonly policies: Policies;
}

const Numbers = z.record(z.string(), z.number());
const DocumentStep = z.object({ op: z.string(), urn: z.string(), oldState: EngineState.nullish(), newState: EngineState.nullish() });
const Document = z.object({
  steps: z.array(z.unknown()).nullish(),
  changeSummary: Numbers.nullish(),
  diagnostics: z.array(z.looseObject({ message: z.string().optional(), severity: z.string().optional() })).nullish(),
});
const Metadata = z.object({ op: z.string(), urn: z.string(), type: z.string(), old: EngineState.nullish(), new: EngineState.nullish() });
const Event = z.looseObject({
  resourcePreEvent: z.object({ metadata: Metadata }).optional(),
  resOutputsEvent: z.object({ metadata: Metadata }).optional(),
  summaryEvent: z.looseObject({ resourceChanges: Numbers.nullish(), result: z.string().optional() }).optional(),
  diagnosticEvent: z.looseObject({ message: z.string().optional(), severity: z.string().optional() }).optional(),
  cancelEvent: z.unknown().optional(),
});

type AnyStep = Pick<Step, "op" | "urn">;

/** The engine's operations that this version knows; another one means a newer format. */
const operations = new Set([
  "same",
  "create",
  "update",
  "delete",
  "replace",
  "create-replacement",
  "delete-replaced",
  "read",
  "read-replacement",
  "refresh",
  "discard",
  "discard-replaced",
  "remove-pending-replace",
  "import",
  "import-replacement",
]);

/**
 * Step 1 of {@link diffAccess}: reads what `pulumi preview --json` prints, as one JSON document or as a stream of events. The engine has
 * evaluated the policies in the same preview; their findings are read here, by `policies/policy-findings.ts`.
 *
 * @example
 * readPreview('{"steps":[{"op":"create","urn":"a","newState":{"type":"…:ResourceShare","inputs":{…}}}]}').steps
 * // [{ op: "create", urn: "a", kind: "ResourceShare", before: undefined, after: { inputs: {…}, … } }]
 * @throws InputError when the text is neither, or of a newer format, or when the preview failed.
 */
export function readPreview(text: string): Preview {
  const value = parseJson(text);
  return isRecord(value) && eventOf(value) === undefined
    ? readDocument(value)
    : readEvents(eventsIn(text, () => refusal("this is no preview")));
}

function readDocument(value: Record<string, unknown>): Preview {
  if (!isPreview(value)) throw refusal(isRecord(value["deployment"]) ? "this is an exported state, not a preview" : "this is no preview");
  const { steps, changeSummary, diagnostics } = parsed(Document, value);
  const errors = (diagnostics ?? []).flatMap(({ severity, message }) => (severity === "error" ? [message ?? ""] : []));
  const failure = failureIn(errors);
  if (failure !== undefined) throw failed(`: ${failure}`);
  const seen = { secret: false };
  const all: AnyStep[] = [];
  // Parsed step by step, so that memory does not hold a large preview twice.
  const own = (steps ?? []).flatMap((item) => {
    const step = parsed(DocumentStep, item);
    all.push({ op: step.op, urn: step.urn });
    return stepOf(step, seen);
  });
  const read = stepSummary(own, all, changeSummary ?? {});
  // A refresh step has only the state before it. If the document shows unchanged resources too, an object with a refresh and no other step
  // is gone; `withoutRefreshes` leaves out the refreshes of objects with another step.
  const isGone = ({ op }: Step) => op === "refresh" && read.omitted === 0;
  return {
    ...read,
    steps: read.steps.map((step) => (isGone(step) ? { ...step, after: undefined } : step)),
    hasDependencies: true,
    hasSecrets: seen.secret,
    policies: { ...noPolicies, refused: errors.length > 0 },
  };
}

/**
 * Reads the steps of a preview or of an update from the engine's events.
 *
 * @throws InputError when the events are not complete, or of a newer format, or when the operation failed.
 */
export function readEvents(events: Iterable<EngineEvent>): Preview {
  const seen = { secret: false };
  const policies = new PolicyReader();
  const all: AnyStep[] = [];
  const steps = new Map<string, Step>();
  const errors: string[] = [];
  const printed: string[] = [];
  let isCancelled = false;
  let summary: z.infer<typeof Event>["summaryEvent"];
  let isEmpty = true;
  for (const value of events) {
    isEmpty = false;
    // Most events are progress messages of the engine: skipping them saves the parsing.
    if (!Object.keys(value).some((kind) => kind in Event.shape || kind.startsWith("policy"))) continue;
    const event = parsed(Event, value);
    if (event.diagnosticEvent?.severity === "error") errors.push(event.diagnosticEvent.message ?? "");
    if (event.diagnosticEvent?.severity === "info#err") printed.push(event.diagnosticEvent.message?.trim() ?? "");
    isCancelled ||= event.cancelEvent !== undefined;
    summary = event.summaryEvent ?? summary;
    policies.take(value);
    const metadata = event.resOutputsEvent?.metadata ?? event.resourcePreEvent?.metadata;
    if (metadata === undefined) continue;
    const { op, urn } = metadata;
    all.push({ op, urn });
    // The id belongs to the key: after two failed replacements, two old objects of one URN are deleted.
    const key = JSON.stringify([op, urn, metadata.old?.id]);
    for (const step of stepOf({ op, urn, oldState: metadata.old, newState: metadata.new }, seen)) steps.set(key, step);
  }
  const failure = failureIn(errors);
  if (failure !== undefined) throw failed(`: ${failure}`);
  // When a program or a policy pack cannot run, its printed lines are the only reason.
  if (summary === undefined && isCancelled && printed.length > 0) throw failed(`: ${printed.join(" ")}`);
  if (summary === undefined) throw refusal(isEmpty ? "there is nothing to read" : "the preview is not complete: its last event is missing");
  const found = policies.result(summary.result === "failed");
  if (found.refused && !found.findings.some(({ level }) => level === "mandatory")) throw failed();
  return {
    ...stepSummary([...steps.values()], all, summary.resourceChanges ?? {}),
    hasDependencies: false,
    hasSecrets: seen.secret,
    policies: found,
  };
}

/**
 * @param own The steps on resources of this package.
 * @param all The steps on all resources.
 * @param counts The engine's counts of resources by operation.
 */
function stepSummary(
  own: readonly Step[],
  all: readonly AnyStep[],
  counts: Readonly<Record<string, number>>,
): Pick<Preview, "stack" | "steps" | "deleted" | "omitted"> {
  const unknown = all.find(({ op }) => !operations.has(op))?.op;
  if (unknown !== undefined) throw refusal(`a step does "${unknown}", which this version does not know: the preview's format is newer`);
  const shown = new Set(all.filter(({ op }) => op === "same").map(({ urn }) => urn)).size;
  // The count includes the stack resource, which every preview shows.
  const omitted = Math.max(0, (counts["same"] ?? 0) - shown);
  const deleted = all.filter(({ op }) => op === "delete").map(({ urn }) => urn);
  return { stack: stackOf(all), steps: own, deleted, omitted };
}

function stackOf([first]: readonly AnyStep[]): string | undefined {
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(first?.urn ?? "") ?? [];
  return stack === undefined ? undefined : `${project}/${stack}`;
}

function stepOf({ op, urn, oldState, newState }: z.infer<typeof DocumentStep>, seen: { secret: boolean }): Step[] {
  const kind = resourceTypeOf((newState ?? oldState)?.type ?? "")?.kind;
  if (kind === undefined) return [];
  const before = oldState ? withRead(resourceStateOf(oldState, seen), readingBefore.has(op)) : undefined;
  const after = newState ? withRead(resourceStateOf(newState, seen), readingAfter.has(op)) : undefined;
  return [{ op, urn, oldUrn: oldState?.urn, kind, before, after }];
}

/** The operations on what the program only reads before or after the update: a stream of events shows that by the operation alone. */
const readingBefore = new Set(["read", "discard", "discard-replaced"]);
const readingAfter = new Set(["read", "read-replacement"]);

function withRead(state: ResourceState, isRead: boolean): ResourceState {
  return isRead ? { ...state, isRead } : state;
}

function parsed<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const { success, data, error } = shape.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw refusal(`${pathText(issue?.path ?? []) || "it"} is not what this version can read: the preview's format is newer`);
}

function failed(reason = ""): InputError {
  return InputError.of("preview", `the preview failed${reason}; correct what it reports, and run it again`);
}

function refusal(reason: string): InputError {
  return InputError.of("format", `${reason} (give what \`pulumi preview --json --show-sames\` prints)`);
}
