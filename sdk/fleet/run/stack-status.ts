import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isRecord } from "../../../provider/kernel/json.ts";
import { partsOfShares } from "../../../provider/resources/kinds.ts";
import { readState, type StackState } from "../../../access/stack-state.ts";
import type { FleetStack } from "../fleet.ts";
import { clearingCommand, commandOn } from "./failure-text.ts";
import { openStack, type OpenStack, type StackOpener } from "./stack-workspace.ts";

/** The last operation of a stack that the backend has recorded, and what it left unfinished. */
export interface StackStatus {
  readonly name: string;
  readonly account: string;
  readonly region: string;
  /** `undefined` when the stack does not exist, or the backend has recorded no operation. */
  readonly last: RecordedOperation | undefined;
  /** What is not done, in words; empty when the stack is as its last update left it. */
  readonly unfinished: readonly string[];
  /** Whether its state has shares, or additions to shares; `undefined` when it cannot be read. */
  readonly hasShares: boolean | undefined;
}

/** An operation in the history of a stack. */
interface RecordedOperation {
  /** As the engine names it: `update`, `refresh`, `destroy` or another one. */
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
  using open = await openStack(opener, stack, false);
  if (open === undefined) return { name, account, region, last: undefined, unfinished: [neverUpdated], hasShares: false };
  const history = await historyOf(open);
  const exported = await exportedFrom(open);
  const hasShares = exported.state.resources.some(({ kind }) => ownerKinds.has(kind));
  const lock = (await isLocked(open))
    ? [`is locked: an operation runs, or was killed (then run ${commandOn(opener, stack, "cancel --yes")})`]
    : [];
  const clearing = clearingCommand(opener, stack);
  return { name, account, region, last: history.last, unfinished: [...lock, ...unfinishedIn(history, exported, clearing)], hasShares };
}

/** Whether a stack has a lock in a backend of files; other backends do not show theirs. */
async function isLocked({ stack: { name, workspace } }: OpenStack): Promise<boolean> {
  const [, root] = /^file:\/\/([^?]*)/.exec((await workspace.whoAmI()).url ?? "") ?? [];
  if (root === undefined) return false;
  const { name: project } = await workspace.projectSettings();
  const folder = join(root.replace(/^~/, homedir()), ".pulumi/locks/organization", project, name);
  return existsSync(folder) && readdirSync(folder).some((file) => file.endsWith(".json"));
}

/**
 * Whether the last operation of a kind on a stack has succeeded. A stack without resources is destroyed, and one with some is not, whatever
 * its last operation was: the history does not have an update whose engine was killed.
 */
export async function hasSucceeded(opener: StackOpener, stack: FleetStack, kind: "update" | "destroy"): Promise<boolean> {
  using open = await openStack(opener, stack, false);
  if (kind === "destroy") return open === undefined || (await exportedFrom(open)).resources.length === 0;
  if (open === undefined) return false;
  const { lastUpdate } = await historyOf(open);
  return lastUpdate?.kind === "update" && lastUpdate.result === "succeeded" && leftIn(await exportedFrom(open)).length === 0;
}

interface Exported {
  readonly state: StackState;
  /** All resources, as the state has them. */
  readonly resources: readonly unknown[];
}

async function exportedFrom({ stack }: OpenStack): Promise<Exported> {
  const exported: { readonly deployment: unknown } = await stack.exportStack();
  const { deployment } = exported;
  const resources: readonly unknown[] = isRecord(deployment) && Array.isArray(deployment["resources"]) ? deployment["resources"] : [];
  return { state: readState(JSON.stringify({ deployment })), resources };
}

interface History {
  readonly last: RecordedOperation | undefined;
  /** The last update or destroy: what comes after it, such as a refresh, does not show whether it has succeeded. */
  readonly lastUpdate: RecordedOperation | undefined;
}

async function historyOf({ stack }: OpenStack): Promise<History> {
  // Not 1: `FleetPulumi` itself answers the request for one entry, which the Automation API makes after an operation.
  const pageSize = 20;
  let last: RecordedOperation | undefined;
  for (let page = 1; ; page += 1) {
    const summaries = await stack.history(pageSize, page, false);
    const operations = summaries.map(({ kind, result, startTime }) => ({ kind, result, time: startTime.toISOString() }));
    last ??= operations[0];
    const lastUpdate = operations.find(({ kind }) => kind === "update" || kind === "destroy");
    if (lastUpdate !== undefined || operations.length < pageSize) return { last, lastUpdate };
  }
}

function unfinishedIn({ last, lastUpdate }: History, exported: Exported, clearing: string): string[] {
  const failed = [...new Set([lastUpdate, last])].filter((one) => one !== undefined).filter(({ result }) => result !== "succeeded");
  // The history has an update from its end on.
  const wasKilled = last === undefined && exported.resources.length > 0;
  return [
    ...(lastUpdate === undefined ? [wasKilled ? "its first update was killed, or still runs" : neverUpdated] : []),
    ...(lastUpdate?.kind === "destroy" && exported.resources.length === 0 ? ["is destroyed"] : []),
    ...failed.map(({ kind, result }) => `its last ${kind} ${result === "failed" ? "failed" : `is ${result}`}`),
    ...leftIn(exported, clearing),
  ];
}

/** What operations have left unfinished in the state of a stack. */
function leftIn({ state: { interrupted }, resources }: Exported, clearing = ""): string[] {
  const unsettled = resources.filter((one) => isRecord(one) && Array.isArray(one["initErrors"]) && one["initErrors"].length > 0);
  return [
    ...(interrupted.length > 0
      ? [`interrupted operations: ${interrupted.length} (once an update has succeeded, clear them: ${clearing})`]
      : []),
    ...(unsettled.length > 0 ? [`resources that have not settled: ${unsettled.length}`] : []),
  ];
}
