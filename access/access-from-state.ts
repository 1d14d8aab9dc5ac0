import { acceptingKinds, kindsWithEntities } from "../provider/resources/kinds.ts";
import type { Side } from "./access-from-service.ts";
import { permissionsByType } from "./permissions-by-type.ts";
import { type AccessReading, resourceOf, type ShareName, type ShareSnapshot, withoutDuplicates } from "./share-snapshot.ts";
import { readState, type StateResource } from "./stack-state.ts";
import { associatedIn } from "./state-associations.ts";
import { nonEmptyText, nonEmptyTexts, recordsOf } from "./untyped-values.ts";

/**
 * Reads access from a stack's exported state: the associations that the stack made, and the invitations that it accepted.
 *
 * @param exported What `pulumi stack export` prints.
 * @throws InputError when it is something else.
 * @example
 * accessOf(accessOfState(readFileSync("state.json", "utf8")).snapshots)
 */
export function accessOfState(exported: string, sides: readonly Side[] = ["given", "received"]): AccessReading {
  const { resources, interrupted, hasSecrets } = readState(exported);
  const { snapshots, partial } = accessOfResources(resources, sides);
  return {
    snapshots,
    remarks: [
      ...(resources.length + interrupted.length === 0
        ? ["the state has no resource of this package: run `pulumi up`, or name another stack"]
        : []),
      ...partial.map((id) => `share ${id} is managed elsewhere: this state holds only what the stack has added to it`),
      ...interrupted.map(
        ({ urn }) =>
          `${urn} was being changed when the last update was interrupted: run \`pulumi up\`, or \`pulumi refresh\`, to correct the state`,
      ),
      ...(hasSecrets ? ["values that are secret were left out: use `pulumi stack export --show-secrets` to include them"] : []),
    ],
  };
}

/** The shares in states, and the ids of those that are only in part in them: without the share itself. */
export function accessOfResources(
  resources: readonly StateResource[],
  sides: readonly Side[] = ["given", "received"],
): { readonly snapshots: readonly ShareSnapshot[]; readonly partial: readonly string[] } {
  // An object that was deleted before its replacement exists is in the state, and grants nothing.
  const existing = resources.filter(({ pendingReplacement }) => !pendingReplacement);
  const shares = Map.groupBy(existing, shareIdOf);
  shares.delete(undefined);
  const isInPart = (some: readonly StateResource[]) => some.some(isAssociation) && !some.some(isShare);
  return {
    snapshots: [...shares].flatMap(([id = "", some]) => (sides.some((side) => isOnSide(some, side)) ? [snapshotOf(id, some)] : [])),
    partial: [...shares].flatMap(([id = "", some]) => (isInPart(some) ? [id] : [])),
  };
}

function snapshotOf(id: string, contributors: readonly StateResource[]): ShareSnapshot {
  const own = contributors.map(({ outputs }) => associatedIn(outputs));
  const accepted = contributors.filter((one) => isAcceptor(one) && one.outputs["status"] === "Accepted");
  const targets = [
    ...own.flatMap((associated) => associated.targets),
    ...accepted.map((one) => ({
      entity: { id: receiverOf(one), kind: "Account" as const, external: textIn(one, "invitationId") !== undefined },
      pending: false,
    })),
  ];
  const resources = withoutDuplicates(
    [
      ...own.flatMap((associated) => associated.resources),
      ...accepted.flatMap(({ outputs }) =>
        recordsOf(outputs["sharedResources"]).map(({ type, id: resourceId, arn }) => ({
          entity: resourceOf(nonEmptyText(type), nonEmptyText(resourceId) ?? "", nonEmptyText(arn)),
          pending: false,
        })),
      ),
    ],
    ({ type, id: resourceId }) => `${type} ${resourceId}`,
  );
  const attached = contributors.flatMap((one) => {
    const [type, name] = [textIn(one, "resourceType"), textIn(one, "permissionName")];
    return type !== undefined && name !== undefined ? [[type, name] as const] : [];
  });
  const listed = contributors.flatMap(({ outputs }) => nonEmptyTexts(outputs["permissionNames"]));
  const types = resources.map(({ entity }) => entity.type);
  return {
    share: nameOf(id, contributors),
    account: ownerOf(contributors),
    region: contributors.flatMap((one) => textIn(one, "regionId") ?? [])[0],
    resources,
    targets: withoutDuplicates(targets, (target) => target.id),
    permissions: permissionsByType(listed, types, new Map(attached)),
  };
}

/** Returns the first output of these names that has a text. */
function textIn(resource: StateResource | undefined, ...names: readonly string[]): string | undefined {
  return names.flatMap((name) => nonEmptyText(resource?.outputs[name]) ?? [])[0];
}

function shareIdOf(resource: StateResource): string | undefined {
  return isShare(resource) ? resource.id : textIn(resource, "shareId");
}

function isShare({ kind }: StateResource): boolean {
  return kind === "ResourceShare";
}

function isAssociation(resource: StateResource): boolean {
  return !isShare(resource) && kindsWithEntities.includes(resource.kind);
}

function isAcceptor({ kind }: StateResource): boolean {
  return acceptingKinds.includes(kind);
}

function isOnSide(contributors: readonly StateResource[], side: Side): boolean {
  return contributors.some((one) => (side === "received" ? isAcceptor(one) : isShare(one) || isAssociation(one)));
}

function nameOf(id: string, contributors: readonly StateResource[]): ShareName {
  const main = contributors.find(isShare) ?? contributors.find(isAssociation) ?? contributors[0];
  return { name: textIn(contributors.find(isShare), "name") ?? textIn(main, "shareName") ?? id, id, urn: main?.urn };
}

function ownerOf(contributors: readonly StateResource[]): string | undefined {
  const [share, association, acceptor] = [isShare, isAssociation, isAcceptor].map((isOf) => contributors.find(isOf));
  return (
    textIn(share, "owner", "accountId") ??
    textIn(association, "accountId") ??
    textIn(acceptor, "senderAccountId") ??
    textIn(share, "account") ??
    textIn(association, "account")
  );
}

function receiverOf(acceptor: StateResource): string {
  return textIn(acceptor, "receiverAccountId", "accountId", "account") ?? "this account";
}
