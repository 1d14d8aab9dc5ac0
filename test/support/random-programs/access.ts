import type { Simulator } from "../../../simulator/index.ts";
import { isRecord, parseJson } from "../../../provider/kernel/json.ts";
import { accessKey, type AccessParts } from "../../../access/access-key.ts";
import { propertyOf } from "../../../access/properties.ts";
import { resourceTypeOf } from "../../../provider/kernel/type-tokens.ts";
import { kindsWithEntities, kindsWithPermissions } from "../../../provider/resources/kinds.ts";
import { liveShares } from "./drift.ts";
import { programNumberOf, type Workspace } from "./workspace.ts";

/** A resource in the stack's state. */
interface InState {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

/** The accesses of a program, by key, with the shares that grant each. */
export type Account = ReadonlyMap<string, { readonly shares: ReadonlySet<string>; readonly pending: boolean }>;

/** The effective access that the simulator reports, by the program's number; `isRead` selects the shares that a preview can know of. */
export function accountsOf(simulator: Simulator, isRead: (shareId: string) => boolean = () => true): ReadonlyMap<number, Account> {
  const accounts = new Map<number, Map<string, { shares: Set<string>; pending: boolean }>>();
  for (const grant of simulator.grants().filter(({ shareId }) => isRead(shareId))) {
    const number = programNumberOf(grant.resource.id) ?? -1;
    const account = accounts.get(number) ?? new Map<string, { shares: Set<string>; pending: boolean }>();
    const known = account.get(keyOf(grant));
    const shares = (known?.shares ?? new Set<string>()).add(grant.shareId);
    account.set(keyOf(grant), { shares, pending: grant.pending && (known?.pending ?? true) });
    accounts.set(number, account);
  }
  return accounts;
}

/** A preview does not always know the name of a default permission; the service keeps the text of a property as it was given. */
export function keyOf({ target, resource, permission }: AccessParts): string {
  return accessKey({
    target: { ...target, property: canonicalProperty(target.property) },
    resource: { ...resource, property: canonicalProperty(resource.property) },
    permission: permission.replace(/^AliyunRSDefaultPermission.*/, "default"),
  });
}

function canonicalProperty(text: string | undefined): string | undefined {
  return text === undefined ? undefined : propertyOf(parseJson(text));
}

/** The ids of the shares to which the resources of a state add access. */
export function sharesInState(state: readonly InState[]): ReadonlySet<string> {
  const grantingKinds = [...kindsWithEntities, ...kindsWithPermissions];
  const granting = state.filter(({ type }) => grantingKinds.includes(resourceTypeOf(type)?.kind ?? ""));
  return new Set(granting.flatMap(({ id, outputs = {} }) => [id, outputs["shareId"]]).filter((id) => typeof id === "string"));
}

/**
 * What is in a program's shares and no resource of the state has put there: whole shares, entities, properties, permissions.
 * A preview cannot know of these, and `--live` looks them up.
 */
export function unmanagedIn(simulator: Simulator, place: Workspace, state: readonly InState[]): string[] {
  return liveShares({ simulator, place }).flatMap((share) => {
    const own = state.filter(({ id, outputs = {} }) => id === share.id || outputs["shareId"] === share.id);
    const isMine = own.some(({ type, id }) => type.endsWith(":ResourceShare") && id === share.id);
    const entities = own.flatMap(({ outputs = {} }) => itemsOf(outputs["associations"]).map(({ entityId }) => entityId));
    const withProperty = own.flatMap(({ outputs = {} }) =>
      listOf(outputs["resourceProperties"]).map((item) => isRecord(item) && item["arn"]),
    );
    const permissions = own.flatMap(({ outputs = {} }) => [outputs["permissionName"], ...listOf(outputs["permissionNames"])]);
    const types = new Set([...share.live.values()].flatMap(({ side, type }) => (side === "Resource" ? [type] : [])));
    return [
      ...(isMine ? [] : [`share ${share.name}`]),
      ...[...share.live.values()].flatMap(({ id }) => (entities.includes(id) ? [] : [`${id} in ${share.name}`])),
      ...[...share.live.values()].flatMap(({ id, arn, property, side }) =>
        side === "Target" || property === undefined || withProperty.includes(arn) ? [] : [`the property of ${id} in ${share.name}`],
      ),
      ...[...share.permissions].flatMap(([type, { name }]) => {
        const isKnown = permissions.includes(name) || (name.startsWith("AliyunRSDefaultPermission") && types.has(type));
        return isKnown ? [] : [`${name} on ${share.name}`];
      }),
    ];
  });
}

/** What resources of the state have put into a share, and what is there no longer: only a read of the service finds it. */
export function missingOf(simulator: Simulator, state: readonly InState[]): string[] {
  return state.flatMap(({ id = "", outputs = {} }) => {
    const shareId = String(outputs["shareId"] ?? id);
    const share = simulator.world.shares.get(shareId);
    const held = new Set([...(share?.live.values() ?? [])].map(({ id: entityId }) => entityId));
    const listed = itemsOf(outputs["associations"]).filter(({ entityId }) => typeof entityId !== "string" || !held.has(entityId));
    return listed.map(({ entityId }) => `${String(entityId)} is not in ${shareId}`);
  });
}

function itemsOf(value: unknown): readonly { readonly entityId?: unknown }[] {
  return listOf(value).filter((item) => typeof item === "object" && item !== null);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
