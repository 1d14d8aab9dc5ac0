import { z } from "zod";
import { isInvited } from "../../provider/resources/association/association-output.ts";
import { type Held, type Resource, resourceOfArn, type ShareContent, type ShareName, type Target, targetKind } from "./access.ts";
import { permissionsByType } from "./permissions.ts";
import type { AccessReading, Side } from "./access-from-service.ts";
import { readState, type StateResource } from "./stack-state.ts";

const text = z.string().optional().catch(undefined);
const Outputs = z.object({
  name: text,
  shareId: text,
  shareName: text,
  owner: text,
  account: text,
  accountId: text,
  permissionName: text,
  permissionNames: z.array(z.string()).catch([]).default([]),
  resourceType: text,
  senderAccountId: text,
  receiverAccountId: text,
  invitationId: text,
  status: text,
  associations: z
    .array(
      z.object({
        kind: z.enum(["Resource", "Target"]),
        entityType: text,
        entityId: z.string(),
        arn: text,
        status: z.string(),
        external: z.boolean().optional().catch(undefined),
      }),
    )
    .catch([])
    .default([]),
  sharedResources: z
    .array(z.object({ type: text, id: z.string(), arn: text }))
    .catch([])
    .default([]),
});
type Outputs = z.infer<typeof Outputs>;

interface Known {
  readonly resource: StateResource;
  readonly outputs: Outputs;
}

/** Reads access from a stack's exported state: the associations that the stack made, and the invitations that it accepted. */
export function accessOfState(exported: string, sides: readonly Side[] = ["given", "received"]): AccessReading {
  const { resources, interrupted, hasSecrets } = readState(exported);
  const known = resources.map((resource) => ({ resource, outputs: Outputs.parse(resource.outputs) }));
  const groups = Map.groupBy(known, shareIdOf);
  groups.delete(undefined);
  const contents = [...groups].flatMap(([id = "", members]) =>
    sides.some((side) => isOnSide(members, side)) ? [contentOf(id, members)] : [],
  );
  const foreign = [...groups].filter(([, members]) => members.some(isAssociation) && !members.some(isShare));
  return {
    contents,
    remarks: [
      ...foreign.map(([id = ""]) => `share ${id} is managed elsewhere: this state knows only what it has put into it`),
      ...interrupted.map(
        ({ urn }) =>
          `${urn} was being changed when the last update was interrupted: run \`pulumi up\`, or \`pulumi refresh\`, for the truth`,
      ),
      ...(hasSecrets ? ["values that are secret were left out: use `pulumi stack export --show-secrets` to have them"] : []),
    ],
  };
}

function contentOf(id: string, members: readonly Known[]): ShareContent {
  const records = members
    .flatMap(({ outputs }) => outputs.associations)
    .filter(({ status }) => status === "Associated" || status === "Associating");
  const accepted = members.filter((member) => isAcceptor(member) && member.outputs.status === "Accepted");
  const targets = [
    ...records.flatMap((record): Held<Target>[] =>
      record.kind === "Target"
        ? [{ thing: targetOf(record.entityId, record.external ?? false), pending: isInvited(record) || record.status === "Associating" }]
        : [],
    ),
    ...accepted.map(({ outputs }) => ({ thing: targetOf(receiverOf(outputs), outputs.invitationId !== undefined), pending: false })),
  ];
  const resources = [
    ...records.flatMap((record): Held<Resource>[] =>
      record.kind === "Resource"
        ? [{ thing: resourceOf(record.entityType, record.entityId, record.arn), pending: record.status === "Associating" }]
        : [],
    ),
    ...accepted.flatMap(({ outputs }) =>
      outputs.sharedResources.map(({ type, id, arn }) => ({ thing: resourceOf(type, id, arn), pending: false })),
    ),
  ];
  const held = { resources: unique(resources, ({ type, id }) => `${type} ${id}`), targets: unique(targets, ({ id }) => id) };
  const attached = members.flatMap(({ outputs }) =>
    outputs.resourceType !== undefined && outputs.permissionName !== undefined
      ? [[outputs.resourceType, outputs.permissionName] as const]
      : [],
  );
  const types = held.resources.map(({ thing }) => thing.type);
  const listed = members.flatMap(({ outputs }) => outputs.permissionNames);
  return {
    share: nameOf(id, members),
    account: ownerOf(members),
    ...held,
    permissions: permissionsByType(listed, types, new Map(attached)),
  };
}

/** Removes duplicates; an entry is pending only when all its duplicates are. */
function unique<Thing>(held: readonly Held<Thing>[], keyOf: (thing: Thing) => string): Held<Thing>[] {
  const groups = [...Map.groupBy(held, ({ thing }) => keyOf(thing)).values()];
  return groups.flatMap((same) => same.slice(0, 1).map(({ thing }) => ({ thing, pending: same.every(({ pending }) => pending) })));
}

function shareIdOf({ resource, outputs }: Known): string | undefined {
  return resource.kind === "ResourceShare" ? resource.id : outputs.shareId;
}

function isShare({ resource }: Known): boolean {
  return resource.kind === "ResourceShare";
}

function isAssociation({ resource }: Known): boolean {
  return resource.kind === "ShareAssociation";
}

function isAcceptor({ resource }: Known): boolean {
  return resource.kind === "InvitationAcceptor";
}

function isOnSide(members: readonly Known[], side: Side): boolean {
  return members.some((member) => (side === "received" ? isAcceptor(member) : isShare(member) || isAssociation(member)));
}

function nameOf(id: string, members: readonly Known[]): ShareName {
  const main = members.find(isShare) ?? members.find(isAssociation) ?? members[0];
  return { name: members.find(isShare)?.outputs.name ?? main?.outputs.shareName ?? id, id, urn: main?.resource.urn };
}

function ownerOf(members: readonly Known[]): string | undefined {
  const share = members.find(isShare)?.outputs;
  const association = members.find(isAssociation)?.outputs;
  const sender = members.find(isAcceptor)?.outputs.senderAccountId;
  return share?.owner ?? share?.accountId ?? association?.accountId ?? sender ?? share?.account ?? association?.account;
}

function receiverOf({ receiverAccountId, accountId, account }: Outputs): string {
  return receiverAccountId ?? accountId ?? account ?? "this account";
}

function targetOf(id: string, external: boolean): Target {
  const kind = targetKind(id);
  return { id, kind, external };
}

function resourceOf(type: string | undefined, id: string, arn: string | undefined): Resource {
  if (type !== undefined) return { type, id, arn };
  return arn === undefined ? { type: "unknown", id } : resourceOfArn(arn);
}
