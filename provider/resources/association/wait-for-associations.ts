import type { Association, AssociationFailure, AssociationStatus, InvitationFailure } from "../../api/entities.ts";
import { ApiError, messageOf, rejections, UnsettledError, WaitError } from "../../kernel/errors.ts";
import { currentFrom } from "../../lifecycle/freshness.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { restText } from "../../lifecycle/progress.ts";
import type { Phase, PollResult } from "../../lifecycle/polling/wait.ts";
import { sharePollersOf } from "../share-pollers.ts";
import { asHeld, type Entity, nameOf, newestAssociationIndex } from "./entities.ts";
import { removalFailed, failuresOf, isAssociated, isInvited, outputOf } from "./association-output.ts";

/** A wait for entities: what each status of their records means. A status without an entry does not compile. */
interface AssociationTable {
  /** The state that the wait is for, such as "associated". */
  readonly name: string;
  /** An entry may be a function of the record, for a status that alone does not decide. */
  readonly states: { readonly [S in AssociationStatus]: Phase | ((record: Association) => Phase) };
  /** The phase when there is no record. */
  readonly absent: Phase;
}

/** Returns the phase of an entity's record, or of its absence. */
export function phaseOf(table: AssociationTable, record: Association | undefined): Phase {
  if (record === undefined) return table.absent;
  const phase = table.states[record.AssociationStatus];
  return typeof phase === "function" ? phase(record) : phase;
}

/** The wait for an entity that is being associated. */
export const associated: AssociationTable = {
  name: "associated",
  states: {
    Associating: (record) => (isInvited(outputOf(record)) ? "target" : "pending"),
    Associated: "target",
    Failed: "failed",
    Disassociating: "failed",
    Disassociated: "failed",
  },
  absent: "pending",
};

/** The wait for an entity that is being disassociated. */
export const disassociated: AssociationTable = {
  name: "disassociated",
  states: {
    Associating: "pending",
    Associated: (record) => (removalFailed(record) ? "failed" : "pending"),
    Failed: (record) => (removalFailed(record) ? "failed" : "target"),
    Disassociating: "pending",
    Disassociated: "target",
  },
  absent: "target",
};

/** The facts about entities in progress that are known before the first poll. */
interface Known {
  /** The records in the service's responses: older records belong to an earlier association of the entity. */
  readonly answers: readonly Association[];
  /** When the last call was made, in the clock's milliseconds; absent when an earlier operation has made it. */
  readonly begunAt: number | undefined;
}

/** Waits until every entity is in a final state of the table, and returns their records. */
export async function waitForAssociations(
  context: Context,
  shareId: string,
  entities: readonly Entity[],
  table: AssociationTable,
  { answers: since, begunAt }: Known,
): Promise<Association[]> {
  const { associations } = sharePollersOf(context.client, context.clock);
  // Without a call of this operation, the last write to the share may have begun it.
  const at = begunAt ?? context.client.writes.lastTo(shareId);
  const seen: Record<Entity["kind"], readonly EntityPhase[]> = { Resource: [], Target: [] };
  const from = currentFrom(context, shareId);
  const recordsOfCall = recordsSince(since);
  const waits = (["Resource", "Target"] as const).map(async (kind) => {
    const mine = entities.filter((entity) => entity.kind === kind);
    if (mine.length === 0) return [];
    const took = (records: readonly Association[]) => durations(mine.map(recordsOfCall(records)), table);
    return associations[kind].until<Association[]>({
      key: shareId,
      subject: shareId,
      deadline: context.deadline,
      begun: at === undefined ? undefined : { transition: table.name, at, took },
      evaluate: (records, askedAt) => {
        const isCurrent = askedAt >= from;
        seen[kind] = phasesOf(mine, recordsOfCall(records), table, { isCurrent, isBegun: begunAt !== undefined });
        context.reportProgress(progressText(context, entities.length, table, [...seen.Resource, ...seen.Target]));
        return resultOf(seen[kind], ({ length }) => `${shareId}: ${length} of ${entities.length} not ${table.name}:`);
      },
    });
  });
  const outcomes = await Promise.allSettled(waits);
  const errors = rejections(outcomes);
  if (errors.length > 0) throw joined(errors);
  const records = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
  for (const record of records) warnOfPartialFailure(context, record);
  return records;
}

/** Returns how far entities are, as a row shows it: an open invitation is settled, but not associated. */
export function progressText(
  context: Pick<Context, "clock" | "deadline">,
  total: number,
  { name }: AssociationTable,
  seen: readonly EntityPhase[] = [],
): string {
  const settled = seen.filter(({ phase }) => phase === "target");
  const invited = settled.filter(({ record }) => record !== undefined && isInvited(outputOf(record))).length;
  const end = settled.length === total ? "" : `, ${restText(context)}`;
  return `${settled.length - invited}/${total} ${name}${invited > 0 ? `, ${invited} invited` : ""}${end}`;
}

interface EntityPhase {
  readonly entity: Entity;
  readonly record: Association | undefined;
  readonly phase: Phase;
}

/** What is known about a list of records. */
interface ListAge {
  /** Whether the list must show what the call has begun (assumption S-visibility). */
  readonly isCurrent: boolean;
  /** Whether this operation has made the call. */
  readonly isBegun: boolean;
}

/** Returns the phase of each entity in a list. */
function phasesOf(
  entities: readonly Entity[],
  recordOf: (entity: Entity) => Association | undefined,
  table: AssociationTable,
  { isCurrent, isBegun }: ListAge,
): EntityPhase[] {
  return entities.map((entity) => {
    const record = recordOf(entity);
    const phase = phaseOf(table, record);
    if (record === undefined) return { entity, record, phase: isCurrent && phase === "pending" ? "failed" : phase };
    // A list may be older than the call: its final state may be of an earlier association, or of an earlier removal that failed.
    const isOlder = hasOtherProperty(entity, record) || (phase === "failed" && record.AssociationStatus !== "Failed");
    return { entity, record, phase: isOlder && isBegun && !isCurrent ? "pending" : phase };
  });
}

/** Whether an entity is associated with another property than it gets. */
function hasOtherProperty(entity: Entity, record: Association): boolean {
  return isAssociated(record) && entity.property !== undefined && asHeld(entity, record).property !== entity.property;
}

/**
 * Returns the records when every entity has the target state. Throws when one has failed and none is pending.
 * @param subjectOf returns the subject of the error
 */
function resultOf(phases: readonly EntityPhase[], subjectOf: (failed: readonly EntityPhase[]) => string): PollResult<Association[]> {
  const failed = phases.filter(({ phase }) => phase === "failed");
  const pending = phases.filter(({ phase }) => phase === "pending");
  const reasons = failed.map(({ entity, record }) => reasonOf(entity, record));
  if (pending.length > 0) return { seen: [seenOf(pending), ...reasons].join("; ") };
  if (failed.length === 0) return { value: phases.flatMap(({ record }) => record ?? []) };
  throw new WaitError(subjectOf(failed), [...reasons, ...adviceFor(failed)]);
}

/** Returns what to do: a failure has a cause, and what was removed meanwhile is not in the state any more after a refresh. */
function adviceFor(failed: readonly EntityPhase[]): string[] {
  const hasCause = ({ record }: EntityPhase) =>
    record !== undefined && (record.AssociationStatus === "Failed" || failuresOf(record).length > 0);
  return [
    ...(failed.some(hasCause) ? ["remove the cause, or the entity from the program, and run `pulumi up` again, which tries again"] : []),
    ...(failed.every(hasCause) ? [] : ["run `pulumi refresh`, then `pulumi up`"]),
  ];
}

/**
 * Joins errors to one error. Equal errors count as one, and a single error is returned as it is.
 * Several UnsettledErrors become one UnsettledError.
 */
export function joined(errors: readonly unknown[]): unknown {
  const different = [...new Map(errors.map((error) => [failureKey(error), error])).values()];
  if (different.length > 1 && different.every((error) => error instanceof UnsettledError)) {
    return new UnsettledError({
      subject: [...new Set(different.map(({ subject }) => subject))].join(", "),
      lastSeen: different.map(({ lastSeen }) => lastSeen).join("; "),
      polls: Math.max(...different.map(({ polls }) => polls)),
      elapsedMs: Math.max(...different.map(({ elapsedMs }) => elapsedMs)),
    });
  }
  return different.length === 1 ? different[0] : new WaitError("the share's associations:", different.map(messageOf));
}

/** Returns the key of an error without its request id, which differs in each response. */
function failureKey(error: unknown): string {
  return error instanceof ApiError ? `${error.operation} ${error.code} ${error.serviceMessage}` : messageOf(error);
}

/** Returns the names of up to three entities, and the number of the others. */
export function entityNames(entities: readonly Entity[]): string {
  const names = entities.slice(0, 3).map(nameOf).join(", ");
  return entities.length > 3 ? `${names} and ${entities.length - 3} more` : names;
}

/** Returns the newest record of each entity, unless it is older than the record in the service's response. */
function recordsSince(answers: readonly Association[]) {
  const answerTo = newestAssociationIndex(answers);
  return (records: readonly Association[]) => {
    const newestOf = newestAssociationIndex(records);
    return (entity: Entity): Association | undefined => {
      const [newest, begun] = [newestOf(entity), answerTo(entity)?.CreateTime];
      return newest?.CreateTime !== undefined && begun !== undefined && newest.CreateTime < begun ? undefined : newest;
    };
  };
}

/**
 * Returns how long associations took, in milliseconds; `undefined` when the records do not show it.
 * Times of whole seconds are too coarse. Open invitations are ignored.
 */
export function durations(records: readonly (Association | undefined)[], table: AssociationTable): number[] | undefined {
  if (table !== associated) return undefined;
  const ended = records.filter((record) => record?.AssociationStatus === "Associated");
  const times = ended.map((record) => [Date.parse(record?.CreateTime ?? ""), Date.parse(record?.UpdateTime ?? "")] as const);
  const exact = times.filter(([from, to]) => to > from && (from % 1000 !== 0 || to % 1000 !== 0));
  return exact.length === 0 && ended.length > 0 ? undefined : exact.map(([from, to]) => to - from);
}

function seenOf(pending: readonly EntityPhase[]): string {
  const states = [...new Set(pending.map(({ record }) => record?.AssociationStatus ?? "not listed"))];
  return `${entityNames(pending.map(({ entity }) => entity))} ${states.join(" or ")}`;
}

function warnOfPartialFailure(context: Context, record: Association): void {
  const details = failuresOf(record);
  if (record.AssociationStatus !== "Associated" || details.length === 0) return;
  const subject = `${record.AssociationType.toLowerCase()} ${record.EntityId}`;
  context.warn(`${subject} is associated with ${record.ResourceShareId}, but not everywhere: ${details.map(detailOf).join("; ")}`);
}

/** Returns the reason why an entity has failed to become associated or disassociated. */
export function reasonOf(entity: Entity, record: Association | undefined): string {
  if (record === undefined) return `${nameOf(entity)} is not listed any more: it, or the whole share, was removed meanwhile`;
  const details = failuresOf(record).map(detailOf);
  const message = record.AssociationStatusMessage ?? "";
  const why = details.some((text) => text.includes(message)) ? details.join("; ") : [message, ...details].join("; ");
  if (why) return `${nameOf(entity)} is ${record.AssociationStatus}: ${why}`;
  if (record.AssociationStatus === "Failed") return `${nameOf(entity)} is Failed, and the service returns no reason`;
  return `${nameOf(entity)} is ${record.AssociationStatus}: it, or the whole share, was removed meanwhile`;
}

function detailOf(item: AssociationFailure): string {
  return associationFailureText(item, item.EntityType, item.EntityId);
}

/** Returns the text of a failure from the service's current field names, or from the older ones. */
export function associationFailureText(
  item: InvitationFailure | AssociationFailure,
  type: string | undefined,
  id: string | undefined,
): string {
  const reason = item.FailureReason ?? item.Status ?? "no reason given";
  const description = item.FailureDescription ?? item.StatusMessage;
  const entity = [type, id ?? item.ResourceArn].filter((text) => text !== undefined).join(" ");
  return `${reason}${description ? ` (${description})` : ""}${entity ? ` for ${entity}` : ""}`;
}
