import { defaultPermissionPrefix, typeOfPermission } from "../../provider/api/catalogue.ts";
import { itemsOf } from "../../provider/kernel/json.ts";
import { typeKey, typeKeyIn } from "../../provider/resources/association/resource-type.ts";
import { catalogueType, type Resource, resourceOfArn } from "../share-snapshot.ts";
import { recordsOf, nonEmptyText } from "../untyped-values.ts";
import type { LiveLookup } from "./live-lookup.ts";
import type { PlannedResource } from "./planned-resource.ts";
import type { ResourceState } from "./resource-state.ts";
import { type AccountIds, accountIdsOf, ownerOf } from "./shares/owner-account.ts";

/** Facts about ids that inputs only name, from a stack's association records and outputs, and from the service. */
export interface KnownIds {
  /** Whether an account is outside the resource directory of an owner, by owner and by the id of the account. */
  readonly external: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
  /** Ids of the directory's members, when the caller has listed them. */
  readonly members: ReadonlySet<string> | undefined;
  /** Resource types as the service names them, by ARN and by the normalized type. */
  readonly types: ReadonlyMap<string, string>;
  readonly accounts: AccountIds;
  /** Names of shares that the program only reads, or that the service lists, by id. */
  readonly shareNames: ReadonlyMap<string, string>;
  /** Names of default permissions by resource type. */
  readonly defaults: ReadonlyMap<string, string>;
}

/** Collects the known ids from the states of all resources before and after the update; what the service lists comes first. */
export function knownIdsOf(resources: readonly PlannedResource[], live: LiveLookup | undefined, members?: ReadonlySet<string>): KnownIds {
  const states = resources.flatMap(({ before, after }) => [before, after].flatMap((state) => state ?? []));
  const liveNames = [...(live?.shares ?? [])].map(([id, { share }]) => [id, share.name] as const);
  const records = states.flatMap(({ outputs }) => recordsOf(outputs["associations"]));
  const accounts = new Map([...accountIdsOf(states), ...(live?.accounts ?? [])]);
  return {
    members,
    external: externalByOwner([...states.flatMap((state) => recordedTargets(state, accounts)), ...liveTargets(live)]),
    types: new Map(records.flatMap((record) => typesOf(record))),
    accounts,
    shareNames: new Map([...resources.flatMap((resource) => readNameOf(resource)), ...liveNames]),
    defaults: new Map([...states.flatMap((state) => defaultsOf(state)), ...(live?.defaults ?? [])]),
  };
}

/** A target of a share, as the owner of the share sees it. */
interface OwnedTarget {
  readonly owner: string;
  readonly id: string;
  readonly external: boolean;
}

function recordedTargets(state: ResourceState, accounts: AccountIds): OwnedTarget[] {
  const owner = ownerOf(state, accounts);
  if (owner === undefined) return [];
  return recordsOf(state.outputs["associations"]).flatMap(({ kind, entityId: id, external }) =>
    kind === "Target" && typeof id === "string" && typeof external === "boolean" ? [{ owner, id, external }] : [],
  );
}

function liveTargets(live: LiveLookup | undefined): OwnedTarget[] {
  return [...(live?.shares.values() ?? [])].flatMap(({ account: owner, targets }) =>
    targets.flatMap(({ entity: { id, external } }) =>
      owner === undefined || typeof external !== "boolean" ? [] : [{ owner, id, external }],
    ),
  );
}

function externalByOwner(targets: readonly OwnedTarget[]): KnownIds["external"] {
  const owners = Map.groupBy(targets, ({ owner }) => owner);
  return new Map([...owners].map(([owner, own]) => [owner, new Map(own.map(({ id, external }) => [id, external]))]));
}

function readNameOf({ kind, operation, before, after }: PlannedResource): (readonly [id: string, name: string])[] {
  // A preview as one JSON document does not show the outputs after the update.
  const [id, name] = [after?.id, nonEmptyText(after?.outputs["name"]) ?? nonEmptyText(before?.outputs["name"])];
  return kind === "ResourceShare" && operation === "read" && id !== undefined && name !== undefined ? [[id, name]] : [];
}

function defaultsOf({ inputs, outputs }: ResourceState): (readonly [type: string, permission: string])[] {
  const [name, type] = [nonEmptyText(outputs["permissionName"]), nonEmptyText(outputs["resourceType"])];
  const listed = [inputs, outputs].flatMap((values) => [values["permissionName"], ...itemsOf(values["permissionNames"])]);
  return [
    ...(outputs["defaultPermission"] === true && name !== undefined && type !== undefined ? [[type, name] as const] : []),
    ...listed.flatMap((item) => {
      if (typeof item !== "string" || !item.startsWith(defaultPermissionPrefix)) return [];
      const ofType = typeOfPermission(item);
      return ofType === undefined ? [] : [[ofType, item] as const];
    }),
  ];
}

function typesOf({ kind, arn, entityType }: Readonly<Record<string, unknown>>): (readonly [key: string, type: string])[] {
  if (kind !== "Resource" || typeof entityType !== "string") return [];
  const keys = [typeKey(entityType), ...(typeof arn === "string" ? [arn, typeKeyIn(arn)] : [])];
  return keys.map((key) => [key, entityType]);
}

/** The resource that an ARN names, with the service's name of its type where that is known. */
export function resourceNamed(arn: string, { types }: Pick<KnownIds, "types">): Resource {
  return resourceOfArn(arn, types.get(arn) ?? types.get(typeKeyIn(arn)));
}

/** The service's name of a resource type, which a program may spell otherwise. */
export function typeNamed(type: string, { types }: Pick<KnownIds, "types">): string {
  return types.get(typeKey(type)) ?? catalogueType(type);
}
