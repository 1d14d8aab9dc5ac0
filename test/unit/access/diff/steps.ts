import { diffAccess, type DiffSources } from "../../../../access/diff/access-diff.ts";
import { readPreview } from "../../../../access/diff/preview.ts";

const typeOf = (kind: string) => `pulumi-nodejs:dynamic/resourceshare:${kind}`;
export const urnOf = (kind: string, name: string) => `urn:pulumi:dev::shop::${typeOf(kind)}::${name}`;
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
export const record = (kind: string, entityType: string, entityId: string, status = "Associated") => ({
  kind,
  entityType,
  entityId,
  status,
  external: false,
});

export interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly id?: string;
  readonly inputs: object;
  readonly outputs?: object;
}

/** One step of a preview on one resource: before and after, or both as one when it does not change. */
export function step(
  op: string,
  before: Entry | undefined,
  after: Entry | undefined = op === "same" ? before : undefined,
  dependsOn?: readonly string[],
) {
  const state = (entry: Entry | undefined) =>
    entry && {
      type: typeOf(entry.kind),
      urn: urnOf(entry.kind, entry.name),
      id: entry.id ?? "",
      inputs: entry.inputs,
      outputs: entry.outputs,
    };
  const { kind, name } = after ?? before ?? { kind: "", name: "" };
  const newState = state(after && op !== "same" ? { ...after, outputs: {} } : after);
  const sources = dependsOn && { propertyDependencies: { shareId: dependsOn } };
  return { op, urn: urnOf(kind, name), oldState: state(before), newState: newState && { ...newState, ...sources } };
}
export const pendingReplacement = (one: ReturnType<typeof step>) => ({ ...one, oldState: { ...one.oldState, pendingReplacement: true } });

export const read = (steps: readonly object[], sources?: DiffSources) => diffAccess(readPreview(JSON.stringify({ steps })), sources);
export const linesOf = (steps: readonly object[], sources?: DiffSources) =>
  read(steps, sources).changes.map(
    ({ change, target, resource, permission, gap }) => `${change} ${target.id} ${resource.id} ${permission}${gap ? " gap" : ""}`,
  );
export const lines = (...steps: readonly object[]) => linesOf(steps);

export const share = (name: string, ids: readonly string[], targets: readonly string[], records: readonly object[] = []): Entry => ({
  kind: "ResourceShare",
  name,
  id: `rs-${name}`,
  inputs: { name, targets, resources: ids.map((id) => ({ type: "VSwitch", id })) },
  outputs: {
    name,
    associations: [
      ...ids.map((id) => record("Resource", "VSwitch", id)),
      ...targets.map((id) => record("Target", "Account", id)),
      ...records,
    ],
  },
});
export const association = (name: string, shareId: string, ids: readonly string[], targets: readonly string[]): Entry => ({
  ...share(name, ids, targets),
  kind: "ShareAssociation",
  id: `${shareId}/${name}`,
  inputs: { shareId, targets, resources: ids.map((id) => ({ type: "VSwitch", id })) },
  outputs: {
    shareId,
    associations: [...ids.map((id) => record("Resource", "VSwitch", id)), ...targets.map((id) => record("Target", "Account", id))],
  },
});
export const permission = (shareId: string, name: string): Entry => ({
  kind: "SharePermission",
  name: "p",
  id: `${shareId}/p`,
  inputs: { shareId, permissionName: name },
  outputs: { shareId, permissionName: name, resourceType: "VSwitch" },
});
