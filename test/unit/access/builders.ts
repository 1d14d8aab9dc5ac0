import { type Access, accessOf } from "../../../access/access.ts";
import type { Change, ChangeKind } from "../../../access/diff/changes.ts";
import type { LiveLookup } from "../../../access/diff/live-lookup.ts";
import { type Resource, type ShareSnapshot, type Target, targetOf } from "../../../access/share-snapshot.ts";

/** What differs from one VSwitch that the folder `fd-1` can use through the share `network`. */
export interface SnapshotValues extends Partial<Pick<ShareSnapshot, "share" | "account" | "region" | "isUnfinished">> {
  /** Ids of VSwitches, or other resources. */
  readonly resources?: readonly (string | Resource)[];
  /** Ids of targets in the directory, or other targets. */
  readonly targets?: readonly (string | Target)[];
  /** Ids of resources and targets that are being associated. */
  readonly pending?: readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
}

export function snapshotOf({
  resources = ["vsw-1"],
  targets = ["fd-1"],
  pending = [],
  permissions = {},
  ...rest
}: SnapshotValues = {}): ShareSnapshot {
  const associated = <Entity extends { readonly id: string }>(entity: Entity) => ({ entity, pending: pending.includes(entity.id) });
  return {
    share: { name: "network", id: "rs-1" },
    account: "1",
    resources: resources.map((one) => associated(typeof one === "string" ? { type: "VSwitch", id: one } : one)),
    targets: targets.map((one) => associated(typeof one === "string" ? targetOf(one, false) : one)),
    permissions: new Map(Object.entries(permissions)),
    ...rest,
  };
}

export const accessesOf = (...shares: readonly SnapshotValues[]): readonly Access[] => accessOf(shares.map(snapshotOf));

export const changesOf = (change: ChangeKind, values: SnapshotValues = {}, more: Partial<Change> = {}): Change[] =>
  accessesOf(values).map((access) => ({ ...access, change, gap: false, ...more }));

/** What a lookup of the service finds. */
export const liveOf = (shares: readonly SnapshotValues[], more: Partial<LiveLookup> = {}): { readonly live: LiveLookup } => {
  const found = shares.map(snapshotOf).map((snapshot) => [snapshot.share.id ?? "", snapshot] as const);
  return { live: { shares: new Map(found), accounts: new Map(), defaults: new Map(), remarks: [], ...more } };
};

export { noChanges as emptyDiff } from "../../../access/diff/access-diff.ts";
