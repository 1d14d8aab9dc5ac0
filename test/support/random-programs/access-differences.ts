import type { z } from "zod";
import type { Report } from "../../../access/diff/report.ts";
import { type Account, keyOf } from "./access.ts";
import { interruptedIn, withoutProperties } from "./interruptions.ts";
import { programNumberOf } from "./workspace.ts";

type Change = z.infer<typeof Report>["changes"][number];

/** The access of one program before, after and during an update, and the stack's shares. */
export interface Reality {
  readonly before: Account;
  readonly after: Account;
  readonly during: readonly Account[];
  readonly shares: ReadonlySet<string>;
}

/** The number of the program that a change belongs to; its shares decide where its parts are unknown. */
export function programNumberOfChange({ resource, shares }: Change): number | undefined {
  const names = [resource.id, ...shares.flatMap(({ name, urn }) => [name, urn ?? ""])];
  return names.map(programNumberOf).find((number) => number !== undefined);
}

/** Every difference between the predicted and the actual changes, one line each. */
export function differencesOf(changes: readonly Change[], reality: Reality): string[] {
  return [...accessProblemsOf(changes, reality), ...gapsOf(changes, reality), ...waitsOf(changes, reality)];
}

function accessProblemsOf(changes: readonly Change[], { before, after, shares }: Reality): string[] {
  const predicted = new Map(changes.map((change) => [keyOf(change), change.change]));
  const isOurs = (key: string) => [before.get(key), after.get(key)].some((one) => [...(one?.shares ?? [])].some((id) => shares.has(id)));
  const keys = [...new Set([...predicted.keys(), ...before.keys(), ...after.keys()])].toSorted();
  return keys.flatMap((key) => {
    const [expected, was, is] = [predicted.get(key), before.has(key), after.has(key)];
    const came = was && is ? "kept" : is ? "gained" : was ? "lost" : undefined;
    // Access through other shares only, before and after, is no part of the update.
    // What cannot be known is reported as unknown, which is true of whatever happens.
    if (expected === came || expected === "unknown" || (expected === undefined && came === "kept" && !isOurs(key))) return [];
    return [`${key}: ${expected ?? "nothing"} was predicted, ${came ?? "nothing"} happened`];
  });
}

/** Accesses that were interrupted against the prediction. One that was predicted need not happen: resources are changed side by side. */
function gapsOf(changes: readonly Change[], { before, after, during }: Reality): string[] {
  const predicted = changes.filter(({ change, gap }) => gap || change === "unknown");
  const keys = new Set(predicted.map((change) => withoutProperties(keyOf(change))));
  return [...interruptedIn(before, after, during)].flatMap((key) =>
    keys.has(key) ? [] : [`${key}: it was interrupted, and that was not predicted`],
  );
}

/** Gained accesses that are pending against the prediction; only the service knows whether a new target is external. */
function waitsOf(changes: readonly Change[], { after }: Reality): string[] {
  return changes.flatMap((change) => {
    const waits = change.change === "gained" && !change.pending && after.get(keyOf(change))?.pending === true;
    return waits ? [`${keyOf(change)}: waits for an answer, and that was not predicted`] : [];
  });
}
