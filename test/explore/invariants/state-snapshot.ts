import { compareText, isRecord } from "../../../provider/kernel/json.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import type { World } from "../../../simulator/world/world.ts";
import { nameOf } from "../engine/checkpoint.ts";
import type { Engine } from "../engine/engine.ts";
import type { Harness } from "../engine/provider-process.ts";

/** The compared states: that of the service and that of the engine's checkpoint, both without ids and times. */
export interface StateSnapshot {
  readonly world: readonly string[];
  readonly state: readonly string[];
}

/** Removes outputs that depend on the progress of other accounts and resources. */
function withoutProgress(outputs: Values): Values {
  const { status: _status, sharedResources: _resources, associations, ...rest } = outputs;
  if (!Array.isArray(associations)) return rest;
  const all: readonly unknown[] = associations;
  return { ...rest, associations: all.map((item) => (isRecord(item) && item["external"] === true ? { ...item, status: "…" } : item)) };
}

/** Sorts the lists of outputs: a state keeps them in the order in which it has first seen their elements. */
function inAnyOrder(outputs: Values): Values {
  const sorted = ["associations", "sharedResources"].flatMap((name) => {
    const list: unknown = outputs[name];
    if (!Array.isArray(list)) return [];
    const items: readonly unknown[] = list.map(timeless);
    return [[name, items.toSorted((a, b) => compareText(JSON.stringify(a), JSON.stringify(b)))]];
  });
  return { ...outputs, ...Object.fromEntries(sorted) };
}

/** Removes the time and the result of a device action. */
function withoutActionResult({ ranAt: _ranAt, result: _result, failure: _failure, ...rest }: Values): Values {
  return rest;
}

/** A snapshot in which equal objects are equal texts, whatever their ids and times; at rest it includes every output. */
export function snapshotOf(harness: Harness, engine: Engine, { isAtRest = false } = {}): StateSnapshot {
  const { world } = harness.simulator;
  const anonymous = namesOf(world);
  return {
    world: [...sharesIn(world), ...directoriesIn(world)].map(anonymous).toSorted(),
    state: engine.entries
      .map(({ urn, kind, id, inputs, outputs, isUnfinished, isPendingDeletion }) => {
        const isAction = kind === "DeviceAction";
        const seen = isAction ? withoutActionResult(outputs) : inAnyOrder(isAtRest ? outputs : withoutProgress(outputs));
        return anonymous(
          JSON.stringify({
            ...{ kind, name: nameOf({ urn }), id: isAction ? "" : id, isUnfinished, isPendingDeletion, inputs: timeless(inputs) },
            outputs: timeless(seen),
          }),
        );
      })
      .toSorted(),
  };
}

/** The shares that exist. */
export function liveShares(world: World) {
  return [...world.shares.values()].filter(({ status }) => status === "Active" || status === "Pending");
}

function sharesIn(world: World): string[] {
  return liveShares(world).map((share) =>
    JSON.stringify({
      share: share.name,
      ...{ owner: share.owner, region: share.region, status: share.status, open: share.allowExternalTargets, group: share.groupId },
      tags: [...share.tags].toSorted(),
      permissions: [...share.permissions].toSorted(),
      holds: [...share.live.values()]
        .map(({ side, type, id, status, property, external }) => [side, type, id, status, property, external])
        .toSorted(),
      invitations: [...world.invitations.values()]
        .filter((invitation) => invitation.share === share && share.live.size > 0 && isCurrent(world, invitation.id))
        .map(({ receiver, status }) => [receiver, status])
        .toSorted(),
    }),
  );
}

/** Whether an invitation is its target's newest one; ended ones remain for days. */
function isCurrent(world: World, id: string): boolean {
  const invitation = world.invitations.get(id);
  return invitation !== undefined && [...invitation.share.live.values()].some((association) => association.invitation === invitation);
}

function directoriesIn(world: World): string[] {
  return [...world.directories.values()].map(({ id, sharingEnabled }) => JSON.stringify({ directory: id, sharingEnabled }));
}

/** Names that replace ids: a share's own name, an invitation's receiver. */
function namesOf(world: World): (text: string) => string {
  const names = [
    ...[...world.shares.values()].map(({ id, name }) => [id, `<share ${name}>`] as const),
    ...[...world.invitations.values()].map(({ id, receiver }) => [id, `<invitation of ${receiver}>`] as const),
  ];
  return (text) => names.reduce((plain, [id, name]) => plain.replaceAll(id, name), text);
}

function timeless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(timeless);
  if (!isRecord(value)) return value;
  const names = Object.keys(value)
    .filter((name) => !/^(create|update)Time$/.test(name))
    .toSorted();
  return Object.fromEntries(names.map((name) => [name, timeless(value[name])]));
}
