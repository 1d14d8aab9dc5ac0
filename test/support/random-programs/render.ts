import type { Kind } from "../harness.ts";
import {
  type AcceptorModel,
  allOf,
  type AssociationModel,
  belongsTo,
  type Lists,
  type Model,
  type ShareRef,
  type Program,
  type ShareModel,
  targetsOf,
} from "./model.ts";
import { arnOf, otherNameOf, type Owner, type Workspace } from "./workspace.ts";

/** One resource as the program that reads this makes it; `{ $id: name }` stands for another one's id, and `{ $name: name }` for its output `name`. */
export interface ProgramEntry {
  readonly kind: Kind;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The one Pulumi program that has all random programs, as the text of a module that has `rs`: it creates the resources in `program.json`. */
export const programText = `
const entries = require("./program.json");
const made = {};
const valueOf = (value) => {
  if (Array.isArray(value)) return value.map(valueOf);
  if (value === null || typeof value !== "object") return value;
  if ("$id" in value) return made[value.$id].id;
  if ("$name" in value) return made[value.$name].name;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, valueOf(inner)]));
};
for (const { kind, name, args, options } of entries) {
  const { dependsOn = [], deletedWith, ...rest } = options;
  const links = { dependsOn: dependsOn.map((other) => made[other]), deletedWith: made[deletedWith] };
  made[name] = new rs[kind](name, valueOf(args), { ...rest, ...links });
}
`;

/** The resources of a program, each after those that it needs. */
export function entriesOf(program: Program, place: Workspace): ProgramEntry[] {
  const sharing = `i${place.number}-sharing`;
  const adopt = program.adoptsDirectory === true ? "directory-sharing" : undefined;
  const first: ProgramEntry[] = program.directory
    ? [{ kind: "DirectorySharing", name: sharing, args: defined({ ...placement(place, "main", undefined), adopt }), options: {} }]
    : [];
  const needed = program.directory ? [sharing] : [];
  const read: ProgramEntry[] =
    program.reads === true && place.foreign !== undefined
      ? [{ kind: "ResourceShare", name: readName(place), args: placement(place, "main", undefined), options: { id: place.foreign } }]
      : [];
  return [...first, ...read, ...allOf(program).map((model) => entryOf(program, place, model, needed))];
}

function entryOf(program: Program, place: Workspace, model: Model, needed: readonly string[]): ProgramEntry {
  const { kind, name, aliases } = model;
  const { args, options } = renderModel(program, place, model);
  const former = aliases.length > 0 ? { aliases: aliases.map((alias) => ({ name: alias })) } : {};
  return {
    kind,
    name,
    args: defined(args),
    options: defined({ ...former, ...options, ignoreChanges: model.ignored, dependsOn: [...needed, ...(options.dependsOn ?? [])] }),
  };
}

interface RenderedResource {
  readonly args: Record<string, unknown>;
  readonly options: Record<string, unknown> & { readonly dependsOn?: readonly string[] };
}

function renderModel(program: Program, place: Workspace, model: Model): RenderedResource {
  if (model.kind === "ResourceShare") return share(place, model);
  const owningShare = "slot" in model.of ? shareAt(program, model.of.slot) : undefined;
  const owner = owningShare?.owner ?? "main";
  const where = placement(place, owner, owningShare?.region);
  const shareId = idOf(program, place, model.of);
  if (model.kind === "SharePermission") {
    const adopt = "id" in model.of && model.adopts === model.permission ? `${model.of.id}/${model.permission}` : undefined;
    return { args: { shareId, permissionName: model.permission, adopt, ...where }, options: {} };
  }
  if (model.kind === "ShareTags") {
    const named = model.namesShare && owningShare !== undefined ? { share: { $name: owningShare.name } } : {};
    const adopt = "id" in model.of && model.adopts === true ? `${model.of.id}/adopted` : undefined;
    return { args: { shareId, tags: { ...model.tags, ...named }, adopt, ...where }, options: {} };
  }
  if (model.kind === "ShareAssociation") {
    const adopt = "id" in model.of && model.adopts === true ? `${model.of.id}/adopted` : undefined;
    return association(place, model, owner, owningShare, { shareId, adopt, ...where });
  }
  const receivers = receiversOf(place, model);
  const isOwn = owningShare?.targets.some((target) => receivers.includes(target)) === true;
  const inviting = program.associations.find(
    ({ of, targets }) =>
      owningShare !== undefined && belongsTo(of, owningShare.slot) && targets.some((target) => receivers.includes(target)),
  );
  const sender = model.knowsSender ? place.owners[owner].id : undefined;
  const name = model.by === "consumer" ? place.consumer.account : place.owners.second.account;
  const account = model.hasOtherName === true && name !== undefined ? otherNameOf(name) : name;
  const adopt = model.adopts === true ? shareId : undefined;
  const args = { shareId, adopt, leaveOnDelete: model.leaves, senderAccountId: sender, account, region: owningShare?.region };
  return { args, options: { dependsOn: isOwn || inviting === undefined ? [] : [inviting.name] } };
}

/** The targets through which the accepting account sees the share. */
export function receiversOf(place: Workspace, { by }: Pick<AcceptorModel, "by">): readonly string[] {
  return by === "consumer" ? [place.consumer.id] : [place.owners.second.id, place.directory];
}

/** The URNs of what is replaced though nothing of it changes. */
export function forcedUrns(program: Program, urnOf: (kind: string, name: string) => string): string[] {
  const forced = allOf(program).filter(({ slot }) => program.forced.includes(slot));
  return forced.map(({ kind, name }) => urnOf(kind, name));
}

function share(place: Workspace, model: ShareModel): RenderedResource {
  const { label, open, exclusive, group, tags, owner, region, replaced, retained, adopt } = model;
  return {
    args: {
      ...{ name: label, allowExternalTargets: open, exclusive, resourceGroupId: group, tags, adopt },
      ...lists(place, model, owner, region),
      ...placement(place, owner, region),
    },
    options: {
      replaceOnChanges: replaced === "never" ? undefined : ["name"],
      deleteBeforeReplace: replaced === "gap" ? true : undefined,
      retainOnDelete: retained ? true : undefined,
    },
  };
}

function association(
  place: Workspace,
  model: AssociationModel,
  owner: Owner,
  owningShare: ShareModel | undefined,
  rest: Record<string, unknown>,
): RenderedResource {
  return {
    args: { ...rest, ...lists(place, model, owner, owningShare?.region) },
    options: { retainOnDelete: model.retained ? true : undefined, deletedWith: model.deletedWithShare ? owningShare?.name : undefined },
  };
}

function lists(place: Workspace, model: Lists, owner: Owner, region = "cn-hangzhou"): Record<string, unknown> {
  const byId = model.resources.filter(({ byArn }) => !byArn).map(({ type, id }) => ({ type, id }));
  const byArn = model.resources.filter((thing) => thing.byArn).map(({ type, id }) => arnOf(place, owner, region, type, id));
  const targets = targetsOf(model).map((id) => (id === model.window ? { id, property: { timeRange: { timeRangeType: "day" } } } : id));
  const properties = model.resources.flatMap(({ type, id, sharesPrincipals }) =>
    sharesPrincipals === undefined
      ? []
      : [{ arn: arnOf(place, owner, region, type, id), property: { sharePrincipals: sharesPrincipals, shareTagOptions: true } }],
  );
  return {
    ...{ resources: filled(byId), resourceArns: filled(byArn), resourceProperties: filled(properties) },
    ...{ targets: filled(targets), permissionNames: filled(model.permissions) },
  };
}

function shareAt(program: Program, slot: string): ShareModel | undefined {
  return program.shares.find((candidate) => candidate.slot === slot);
}

/** The name of the share that the program reads. */
function readName(place: Workspace): string {
  return `i${place.number}-theirs`;
}

function idOf(program: Program, place: Workspace, shareRef: ShareRef): unknown {
  if ("id" in shareRef) return program.reads === true && shareRef.id === place.foreign ? { $id: readName(place) } : shareRef.id;
  return { $id: shareAt(program, shareRef.slot)?.name };
}

function placement(place: Workspace, owner: Owner, region: string | undefined): Record<string, unknown> {
  return { account: place.owners[owner].account, region };
}

function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

function defined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
