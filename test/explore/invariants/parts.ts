import { isRecord } from "../../../provider/kernel/json.ts";
import type { StackEntry } from "../engine/checkpoint.ts";
import type { Stack } from "../strategies/stack.ts";
import { declaredIn, holders, listedBy, parts, type Program } from "../programs/parts.ts";

/** A broken promise about one part of the share. */
export interface Violation {
  readonly invariant: string;
  readonly text: string;
}

/** After a run that was not killed: a part is in the share exactly if a state has it. */
export function orphansAndLosses(stack: Stack, program: Program): Violation[] {
  const held = partsInShare(stack);
  return parts.flatMap((part): Violation[] => {
    const owners = stack.engine.entries.filter((entry) => partsInState(entry).has(part.id));
    const isUncertain = stack.engine.entries.some(isUnverified);
    if (held.has(part.id) && owners.length === 0 && !isUncertain)
      return [{ invariant: "what a share has is in a state", text: `${part.id} is in the share, and in no state` }];
    if (!held.has(part.id) && owners.length > 0 && !owners.some((owner) => isUnverified(owner) || isUndeclared(owner, program)))
      return [{ invariant: "what a state has is in the share", text: `${namesOf(owners)} has ${part.id}, and the share has not` }];
    return [];
  });
}

/** After a run without a fault: a part is in the share, and in one state, exactly if the program lists it. */
export function differencesFrom(stack: Stack, program: Program): Violation[] {
  const held = partsInShare(stack);
  return parts.flatMap((part): Violation[] => {
    const wanted = holders.find(({ name }) => listedBy(program, name).includes(part))?.name;
    const owners = namesOf(stack.engine.entries.filter((entry) => partsInState(entry).has(part.id)));
    const text = `${part.id} is listed in ${wanted ?? "nothing"}, ${owners || "nothing"} has it, and the share has it ${held.has(part.id) ? "" : "not"}`;
    const isRight = held.has(part.id) === (wanted !== undefined) && owners === (wanted ?? "");
    return isRight ? [] : [{ invariant: "an update ends as the program says", text }];
  });
}

/** The ids of the parts that the share has now. */
function partsInShare({ harness, engine }: Stack): ReadonlySet<string> {
  const id = engine.entries.find(({ kind }) => kind === "ResourceShare")?.id ?? "";
  const share = harness.simulator.world.shares.get(id);
  if (share === undefined) return new Set();
  return new Set([
    ...[...share.live.values()].map(({ id: entity }) => entity),
    ...share.tags.keys(),
    ...[...share.permissions.values()].map(({ name }) => name),
  ]);
}

function partsInState({ outputs }: StackEntry): ReadonlySet<string> {
  const { associations, tags, permissionNames, permissionName } = outputs;
  const entities = listOf(associations).flatMap((item) => (isRecord(item) ? [item["entityId"]] : []));
  const ids = [...entities, ...Object.keys(isRecord(tags) ? tags : {}), ...listOf(permissionNames), permissionName];
  return new Set(ids.filter((id) => typeof id === "string"));
}

/** Whether a deletion has failed: the engine cannot store what it has left. */
export function isPartlyDeleted({ engine }: Stack, program: Program): boolean {
  return engine.entries.some((entry) => isUndeclared(entry, program));
}

function isUndeclared({ urn }: StackEntry, program: Program): boolean {
  return !declaredIn(program).some(({ name }) => urn.endsWith(`::${name}`));
}

/** Whether a failure has left open what the resource has. */
function isUnverified({ outputs }: StackEntry): boolean {
  return ["unverified", "unverifiedKeys", "unverifiedPermissionNames"].some((name) => outputs[name] !== undefined);
}

function namesOf(entries: readonly StackEntry[]): string {
  return entries.map(({ urn }) => urn.split("::").at(-1)).join(" and ");
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
