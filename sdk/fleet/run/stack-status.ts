import { isRecord } from "../../../provider/kernel/json.ts";
import { readState, type StackState } from "../../access/stack-state.ts";
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

/** The kinds of resources that only the owner of a share has. */
const ownerKinds: ReadonlySet<string> = new Set(["ResourceShare", "ShareAssociation"]);

/** Reads the status of a stack from its backend. */
export async function statusOf(opener: StackOpener, stack: FleetStack): Promise<StackStatus> {
  const { name, account, region } = stack;
  using open = await openStack(opener, stack, false);
  if (open === undefined) return { name, account, region, last: undefined, unfinished: ["was never updated"], hasShares: false };
  const [newest] = await open.stack.history(1, 1, false);
  const last = newest && { kind: newest.kind, result: newest.result, time: newest.startTime.toISOString() };
  const exported: { readonly deployment: unknown } = await open.stack.exportStack();
  const state = readState(JSON.stringify({ deployment: exported.deployment }));
  const unfinished = [...unfinishedUpdate(last), ...unfinishedResources(exported.deployment, state)];
  return { name, account, region, last, unfinished, hasShares: state.resources.some(({ kind }) => ownerKinds.has(kind)) };
}

/** Whether the last operation of a kind on a stack has succeeded; a stack that does not exist is destroyed. */
export async function hasSucceeded(opener: StackOpener, stack: FleetStack, kind: "update" | "destroy"): Promise<boolean> {
  const { last, unfinished } = await statusOf(opener, stack);
  if (last === undefined) return kind === "destroy";
  // A refresh and a resource import come after an update.
  return unfinished.length === 0 && (kind === "destroy") === (last.kind === "destroy");
}

function unfinishedUpdate(last: LastUpdate | undefined): string[] {
  if (last === undefined) return ["was never updated"];
  return last.result === "succeeded" ? [] : [`its last ${last.kind} ${last.result === "failed" ? "failed" : `is ${last.result}`}`];
}

function unfinishedResources(deployment: unknown, { interrupted }: StackState): string[] {
  const resources = isRecord(deployment) && Array.isArray(deployment["resources"]) ? (deployment["resources"] as readonly unknown[]) : [];
  const unsettled = resources.filter((one) => isRecord(one) && Array.isArray(one["initErrors"]) && one["initErrors"].length > 0);
  return [
    ...(interrupted.length > 0 ? [`${interrupted.length} interrupted operations`] : []),
    ...(unsettled.length > 0 ? [`${unsettled.length} resources have not settled`] : []),
  ];
}
