import { diffAccess, type DiffSources } from "../../../../access/diff/access-diff.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { readState } from "../../../../access/stack-state.ts";

const typeOf = (kind: string) => `pulumi-nodejs:dynamic/resourceshare:${kind}`;
export const urnOf = (kind: string, name: string) => `urn:pulumi:dev::shop::${typeOf(kind)}::${name}`;
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly id?: string;
  readonly inputs: object;
  readonly outputs?: object;
}

const stateOf = ({ kind, name, id = "", ...rest }: Entry) => ({ type: typeOf(kind), urn: urnOf(kind, name), id, ...rest });

/** One step of a preview on one resource. */
function step(op: string, before: Entry | undefined, after: Entry | undefined) {
  const { kind, name } = after ?? before ?? { kind: "", name: "" };
  const newState = after && stateOf(op === "same" ? after : { ...after, outputs: {} });
  return { op, urn: urnOf(kind, name), oldState: before && stateOf(before), newState };
}
export const same = (entry: Entry) => step("same", entry, entry);
export const update = (before: Entry, after: Entry) => step("update", before, after);
export const remove = (before: Entry) => step("delete", before, undefined);
export const replace = (before: Entry, after = before) => step("replace", before, after);
/** A creation, with the URNs of the resources from which it takes its share's id. */
export function create(after: Entry, shareIdSources?: readonly string[]) {
  const { newState, ...rest } = step("create", undefined, after);
  return { ...rest, newState: { ...newState, ...(shareIdSources && { propertyDependencies: { shareId: shareIdSources } }) } };
}

type Changed = ReturnType<typeof step>;
export const deletedFirst = (one: Changed) => ({ ...one, oldState: { ...one.oldState, pendingReplacement: true } });
export const retained = (one: Omit<Changed, "oldState"> & { oldState: object | undefined }) => ({
  ...one,
  oldState: { ...one.oldState, retainOnDelete: true },
});

/** A preview as the stream of the engine's events. */
export const streamOf = (steps: readonly object[], summary: object = {}) =>
  [
    ...(steps as Changed[]).map(({ op, urn, oldState, newState }) => {
      const { type } = (newState ?? oldState) as { readonly type: string };
      return { resourcePreEvent: { metadata: { op, urn, type, old: oldState, new: newState } } };
    }),
    { summaryEvent: summary },
  ]
    .map((event) => JSON.stringify(event))
    .join("\n");
export const previewOf = (...steps: readonly object[]) => readPreview(JSON.stringify({ steps }));
export const read = (steps: readonly object[], sources?: DiffSources) => diffAccess(previewOf(...steps), sources);
export const linesOf = (steps: readonly object[], sources?: DiffSources) =>
  read(steps, sources).changes.map(
    ({ change, target, resource, permission, gap, pending }) =>
      `${change} ${target.id} ${resource.id} ${permission}${gap ? " gap" : ""}${pending ? " pending" : ""}`,
  );
export const inState = (...entries: readonly (Entry & { readonly delete?: true; readonly retainOnDelete?: true })[]) => ({
  state: readState(JSON.stringify({ deployment: { resources: entries.map(stateOf) } })).resources,
});

export const record = (kind: string, entityType: string, entityId: string) => ({
  ...{ kind, entityType, entityId, status: "Associated" },
  external: entityId.startsWith("2"),
});
/** VSwitches by their ids, and others as `Image:m-1`. */
const typed = (id: string) => (id.includes(":") ? id.split(":") : ["VSwitch", id]) as [type: string, id: string];
const lists = (ids: readonly string[], targets: readonly string[]) => ({
  inputs: { targets, resources: ids.map((one) => ({ type: typed(one)[0], id: typed(one)[1] })) },
  associations: [...ids.map((one) => record("Resource", ...typed(one))), ...targets.map((id) => record("Target", "Account", id))],
});

/** A share of a resource with an account, or what else is listed. */
export function share(name: string, ids: readonly string[] = ["v1"], targets: readonly string[] = ["11"], values: object = {}): Entry {
  const { inputs, associations } = lists(ids, targets);
  const own = { name, ...values };
  return { kind: "ResourceShare", name, id: `rs-${name}`, inputs: { ...inputs, ...own }, outputs: { associations, ...own } };
}
/** The share `a` of a resource with an ARN. */
export function byArn(region: string, account = "1"): Entry {
  const arn = `acs:kms:${region}:${account}:instance/kst-1`;
  const associations = [{ ...record("Resource", "KMSInstance", "kst-1"), arn }, record("Target", "Account", "11")];
  return { ...share("a"), inputs: { name: "a", targets: ["11"], resourceArns: [arn] }, outputs: { name: "a", associations } };
}
export function association(name: string, shareId: string, ids: readonly string[], targets: readonly string[]): Entry {
  const { inputs, associations } = lists(ids, targets);
  const id = `${shareId}/${name}`;
  return { kind: "ShareAssociation", name, id, inputs: { shareId, ...inputs }, outputs: { shareId, associations } };
}
export const permission = (shareId: string, permissionName: string): Entry => ({
  ...{ kind: "SharePermission", name: "p", id: `${shareId}/p` },
  inputs: { shareId, permissionName },
  outputs: { shareId, permissionName, resourceType: "VSwitch" },
});
/** An acceptor of the share `a`; with an account, one that has accepted an invitation. */
export const acceptor = (name: string, inputs: object, receiverAccountId?: string): Entry => ({
  ...{ kind: "InvitationAcceptor", name, id: "rs-a" },
  inputs: { shareId: "rs-a", ...inputs },
  outputs:
    receiverAccountId === undefined ? {} : { shareId: "rs-a", ...inputs, receiverAccountId, invitationId: "i-1", status: "Accepted" },
});
