import type { z } from "zod";
import type { Report } from "../../../sdk/access/diff/report.ts";
import { type Account, keyOf } from "./access.ts";
import { programNumberOf } from "./workspace.ts";

type Change = z.infer<typeof Report>["changes"][number];

/** What happened to the accesses of one island, and which shares are the stack's. */
export interface Reality {
  readonly before: Account;
  readonly after: Account;
  readonly shares: ReadonlySet<string>;
}

/** The island that a change belongs to; what of it is not known leaves its shares to tell. */
export function islandOfChange({ resource, shares }: Change): number | undefined {
  const names = [resource.id, ...shares.flatMap(({ name, urn }) => [name, urn ?? ""])];
  return names.map(programNumberOf).find((number) => number !== undefined);
}

/** Every difference between what was foretold and what came, one line each. */
export function differencesOf(changes: readonly Change[], reality: Reality): string[] {
  return [...verdictsOf(changes, reality), ...waitsOf(changes, reality)];
}

function verdictsOf(changes: readonly Change[], { before, after, shares }: Reality): string[] {
  const foretold = new Map(changes.map((change) => [keyOf(change), change.change]));
  const isOurs = (key: string) => [before.get(key), after.get(key)].some((one) => [...(one?.shares ?? [])].some((id) => shares.has(id)));
  const keys = [...new Set([...foretold.keys(), ...before.keys(), ...after.keys()])].toSorted();
  return keys.flatMap((key) => {
    const [said, was, is] = [foretold.get(key), before.has(key), after.has(key)];
    const came = was && is ? "kept" : is ? "gained" : was ? "lost" : undefined;
    // What only others give all the time is none of the update's business.
    if (said === came || (said === undefined && came === "kept" && !isOurs(key))) return [];
    return [`${key}: ${said ?? "nothing"} was foretold, ${came ?? "nothing"} came`];
  });
}

/** Gained accesses that wait for an answer though it was foretold that they do not; whether a new target is outside, only the service knows. */
function waitsOf(changes: readonly Change[], { after }: Reality): string[] {
  return changes.flatMap((change) => {
    const waits = change.change === "gained" && !change.pending && after.get(keyOf(change))?.pending === true;
    return waits ? [`${keyOf(change)}: waits for an answer, and that was not foretold`] : [];
  });
}
