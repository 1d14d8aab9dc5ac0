import { sameJson } from "../../../provider/kernel/json.ts";
import type { StackEntry } from "../engine/checkpoint.ts";
import type { Engine } from "../engine/engine.ts";
import type { Harness } from "../engine/provider-process.ts";

/** The number of actions on devices, by operation. */
export type ActionCounts = ReadonlyMap<string, number>;

/** The actions that the service has performed since its start. */
export function actionCountsOf({ simulator }: Harness): ActionCounts {
  return counted(simulator.device.done.map(({ operation }) => operation));
}

/** Actions of a killed process that its engine has not recorded; the next run repeats them. */
export function unwritten(done: readonly string[], before: readonly StackEntry[], after: readonly StackEntry[]): ActionCounts {
  const isKnown = ({ outputs }: StackEntry) => before.some((entry) => sameJson(entry.outputs, outputs));
  const isNew = (entry: StackEntry) => entry.kind === "DeviceAction" && !entry.isPendingDeletion && !isKnown(entry);
  const written = after.filter(isNew).map(operationOf);
  const all = counted(done.filter((operation) => actions.includes(operation)));
  return new Map([...all].map(([operation, count]) => [operation, count - written.filter((name) => name === operation).length] as const));
}

/** Actions with a wrong count; one less is correct where the state records an ambiguous failure. */
export function wrongActionCounts(harness: Harness, engine: Engine, expected: ActionCounts, twice: ActionCounts): string[] {
  const now = actionCountsOf(harness);
  const doubts = counted(engine.entries.filter(({ outputs }) => outputs["failure"] !== undefined).map(operationOf));
  return [...new Set([...expected.keys(), ...now.keys()])].flatMap((operation) => {
    const count = now.get(operation) ?? 0;
    const most = (expected.get(operation) ?? 0) + (twice.get(operation) ?? 0);
    const least = most - (doubts.get(operation) ?? 0);
    if (count > most) return [`duplicated: ${operation} was done ${count} times instead of ${most}`];
    return count < least ? [`lost: ${operation} was done ${count} times instead of ${least}`] : [];
  });
}

const actions: readonly string[] = ["ExecuteScene", "ExecuteSmartHomeScene", "PushDeviceNotification", "CreatePlayingList"];

function operationOf({ inputs }: StackEntry): string {
  const name = String(inputs["action"]);
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function counted(names: readonly string[]): Map<string, number> {
  return new Map([...new Set(names)].map((name) => [name, names.filter((other) => other === name).length] as const));
}
