import { acceptingKinds, kindsWithEntities } from "../provider/resources/kinds.ts";
import { z } from "zod";
import type { Side } from "./access-from-service.ts";
import { permissionsByType } from "./permissions-by-type.ts";
import { type AccessReading, resourceOf, type ShareName, type ShareSnapshot, targetOf, withoutDuplicates } from "./share-snapshot.ts";
import { readState, type StateResource } from "./stack-state.ts";
import { associatedIn } from "./state-associations.ts";

const text = z.string().optional().catch(undefined);
const Outputs = z.object({
  name: text,
  shareId: text,
  shareName: text,
  owner: text,
  account: text,
  accountId: text,
  regionId: text,
  permissionName: text,
  permissionNames: z.array(z.string()).catch([]).default([]),
  resourceType: text,
  senderAccountId: text,
  receiverAccountId: text,
  invitationId: text,
  status: text,
  associations: z.unknown().optional(),
  targets: z.unknown().optional(),
  resourceProperties: z.unknown().optional(),
  sharedResources: z
    .array(z.object({ type: text, id: z.string(), arn: text }))
    .catch([])
    .default([]),
});
type Outputs = z.infer<typeof Outputs>;

/** A resource of the state, with the outputs that access is read from. */
interface Contributor {
  readonly resource: StateResource;
  readonly outputs: Outputs;
}

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
  // An object that was deleted before its replacement exists is in the state, and grants nothing.
  const existing = resources.filter(({ isPendingReplacement }) => isPendingReplacement !== true);
  const contributors = existing.map((resource) => ({ resource, outputs: Outputs.parse(resource.outputs) }));
  const shares = Map.groupBy(contributors, shareIdOf);
  shares.delete(undefined);
  const isInPart = (some: readonly Contributor[]) => some.some(isAssociation) && !some.some(isShare);
  return {
    snapshots: [...shares].flatMap(([id = "", some]) => (sides.some((side) => isOnSide(some, side)) ? [snapshotOf(id, some)] : [])),
    remarks: [
      ...[...shares].flatMap(([id = "", some]) =>
        isInPart(some) ? [`share ${id} is managed elsewhere: this state holds only what the stack has added to it`] : [],
      ),
      ...interrupted.map(
        ({ urn }) =>
          `${urn} was being changed when the last update was interrupted: run \`pulumi up\`, or \`pulumi refresh\`, to correct the state`,
      ),
      ...(hasSecrets ? ["values that are secret were left out: use `pulumi stack export --show-secrets` to include them"] : []),
    ],
  };
}

function snapshotOf(id: string, contributors: readonly Contributor[]): ShareSnapshot {
  const own = contributors.map(({ outputs }) => associatedIn(outputs));
  const accepted = contributors.filter((one) => isAcceptor(one) && one.outputs.status === "Accepted").map(({ outputs }) => outputs);
  const targets = [
    ...own.flatMap((associated) => associated.targets),
    ...accepted.map((outputs) => ({ entity: targetOf(receiverOf(outputs), outputs.invitationId !== undefined), pending: false })),
  ];
  const resources = withoutDuplicates(
    [
      ...own.flatMap((associated) => associated.resources),
      ...accepted.flatMap(({ sharedResources }) =>
        sharedResources.map(({ type, id: resourceId, arn }) => ({ entity: resourceOf(type, resourceId, arn), pending: false })),
      ),
    ],
    ({ type, id: resourceId }) => `${type} ${resourceId}`,
  );
  const attached = contributors.flatMap(({ outputs: { resourceType, permissionName } }) =>
    resourceType !== undefined && permissionName !== undefined ? [[resourceType, permissionName] as const] : [],
  );
  const listed = contributors.flatMap(({ outputs }) => outputs.permissionNames);
  const types = resources.map(({ entity }) => entity.type);
  return {
    share: nameOf(id, contributors),
    account: ownerOf(contributors),
    region: contributors.find(({ outputs }) => outputs.regionId !== undefined)?.outputs.regionId,
    resources,
    targets: withoutDuplicates(targets, (target) => target.id),
    permissions: permissionsByType(listed, types, new Map(attached)),
  };
}

function shareIdOf({ resource, outputs }: Contributor): string | undefined {
  return resource.kind === "ResourceShare" ? resource.id : outputs.shareId;
}

function isShare({ resource }: Contributor): boolean {
  return resource.kind === "ResourceShare";
}

function isAssociation({ resource }: Contributor): boolean {
  return resource.kind !== "ResourceShare" && kindsWithEntities.includes(resource.kind);
}

function isAcceptor({ resource }: Contributor): boolean {
  return acceptingKinds.includes(resource.kind);
}

function isOnSide(contributors: readonly Contributor[], side: Side): boolean {
  return contributors.some((one) => (side === "received" ? isAcceptor(one) : isShare(one) || isAssociation(one)));
}

function nameOf(id: string, contributors: readonly Contributor[]): ShareName {
  const main = contributors.find(isShare) ?? contributors.find(isAssociation) ?? contributors[0];
  return { name: contributors.find(isShare)?.outputs.name ?? main?.outputs.shareName ?? id, id, urn: main?.resource.urn };
}

function ownerOf(contributors: readonly Contributor[]): string | undefined {
  const share = contributors.find(isShare)?.outputs;
  const association = contributors.find(isAssociation)?.outputs;
  const sender = contributors.find(isAcceptor)?.outputs.senderAccountId;
  return share?.owner ?? share?.accountId ?? association?.accountId ?? sender ?? share?.account ?? association?.account;
}

function receiverOf({ receiverAccountId, accountId, account }: Outputs): string {
  return receiverAccountId ?? accountId ?? account ?? "this account";
}
