import { isRecord } from "../../../provider/kernel/json.ts";
import { partsOfShares } from "../../../provider/resources/kinds.ts";
import { readState, type StackState } from "../../../access/stack-state.ts";
import type { FleetStack } from "../fleet.ts";
import { openStack, type StackOpener } from "./stack-workspace.ts";

/** The last operation of a stack that the backend has recorded, and what it left unfinished. */
export interface StackStatus {
  readonly name: string;
  readonly account: string;
  readonly region: string;
  /** `undefined` when the stack does not exist, or was never updated. */
  readonly last: LastUpdate | undefined;
  /** What is not done, in words; empty when the stack is as its last update left it. */
  readonly unfinished: readonly string[];
  /** Whether its state has shares, or additions to shares; `undefined` when it cannot be read. */
  readonly hasShares: boolean | undefined;
}

interface LastUpdate {
  /** `update`, `refresh` or `destroy`. */
  readonly kind: string;
  readonly result: string;
  readonly time: string;
}

const neverUpdated = "was never updated";

/** The kinds of resources that only the owner of a share has. */
const ownerKinds: ReadonlySet<string> = new Set(["ResourceShare", ...partsOfShares]);

/** Reads the status of a stack from its backend. */
export async function statusOf(opener: StackOpener, stack: FleetStack): Promise<StackStatus> {
  const { name, account, region } = stack;
  const record = await recordOf(opener, stack);
  if (record === undefined) return { name, account, region, last: undefined, unfinished: [neverUpdated], hasShares: false };
  const hasShares = record.state.resources.some(({ kind }) => ownerKinds.has(kind));
  return { name, account, region, last: record.last, unfinished: unfinishedIn(record), hasShares };
}

/**
 * Whether the last operation of a kind on a stack has succeeded. A stack without resources is destroyed, and one with some is not, whatever
 * its last operation was: the history does not have an update whose engine was killed.
 */
export async function hasSucceeded(opener: StackOpener, stack: FleetStack, kind: "update" | "destroy"): Promise<boolean> {
  const record = await recordOf(opener, stack);
  if (kind === "destroy") return record === undefined || record.resources.length === 0;
  // A refresh and a resource import come after an update.
  return record !== undefined && unfinishedIn(record).length === 0 && record.last?.kind !== "destroy";
}

interface StackRecord {
  readonly last: LastUpdate | undefined;
  readonly state: StackState;
  /** All resources, as the state has them. */
  readonly resources: readonly unknown[];
}

async function recordOf(opener: StackOpener, stack: FleetStack): Promise<StackRecord | undefined> {
  using open = await openStack(opener, stack, false);
  if (open === undefined) return undefined;
  const [newest] = await open.stack.history(1, 1, false);
  const last = newest && { kind: newest.kind, result: newest.result, time: newest.startTime.toISOString() };
  const exported: { readonly deployment: unknown } = await open.stack.exportStack();
  const { deployment } = exported;
  const resources: readonly unknown[] = isRecord(deployment) && Array.isArray(deployment["resources"]) ? deployment["resources"] : [];
  return { last, state: readState(JSON.stringify({ deployment })), resources };
}

function unfinishedIn({ last, state: { interrupted }, resources }: StackRecord): string[] {
  const unsettled = resources.filter((one) => isRecord(one) && Array.isArray(one["initErrors"]) && one["initErrors"].length > 0);
  return [
    // The history has an update from its end on.
    ...(last === undefined ? [resources.length > 0 ? "its first update was killed, or still runs" : neverUpdated] : []),
    ...(last === undefined || last.result === "succeeded"
      ? []
      : [`its last ${last.kind} ${last.result === "failed" ? "failed" : `is ${last.result}`}`]),
    ...(interrupted.length > 0 ? [`${interrupted.length} interrupted operations`] : []),
    ...(unsettled.length > 0 ? [`${unsettled.length} resources have not settled`] : []),
  ];
}
