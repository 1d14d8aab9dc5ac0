import { isRecord } from "../../../provider/kernel/json.ts";
import { readState } from "../../access/stack-state.ts";
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
}

interface LastUpdate {
  /** `update`, `refresh` or `destroy`. */
  readonly kind: string;
  readonly result: string;
  readonly time: string;
}

/** Reads the status of a stack from its backend. */
export async function statusOf(opener: StackOpener, stack: FleetStack): Promise<StackStatus> {
  const { name, account, region } = stack;
  using open = await openStack(opener, stack, false);
  if (open === undefined) return { name, account, region, last: undefined, unfinished: ["was never updated"] };
  const [newest] = await open.stack.history(1, 1, false);
  const last = newest && { kind: newest.kind, result: newest.result, time: newest.startTime.toISOString() };
  const exported: { readonly deployment: unknown } = await open.stack.exportStack();
  return { name, account, region, last, unfinished: [...unfinishedUpdate(last), ...unfinishedResources(exported.deployment)] };
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

function unfinishedResources(deployment: unknown): string[] {
  const { interrupted } = readState(JSON.stringify({ deployment }));
  const resources = isRecord(deployment) && Array.isArray(deployment["resources"]) ? (deployment["resources"] as readonly unknown[]) : [];
  const unsettled = resources.filter((one) => isRecord(one) && Array.isArray(one["initErrors"]) && one["initErrors"].length > 0);
  return [
    ...(interrupted.length > 0 ? [`${interrupted.length} interrupted operations`] : []),
    ...(unsettled.length > 0 ? [`${unsettled.length} resources have not settled`] : []),
  ];
}
