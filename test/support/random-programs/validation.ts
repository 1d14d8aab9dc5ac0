import { missingAcceptances } from "./adoption.ts";
import { allOf, belongsTo, type Lists, type ShareRef, partsOf, type Program, type ShareModel, targetsOf } from "./model.ts";
import { resourceIdOf, type Workspace, typeOfPermission } from "./workspace.ts";
import { receiversOf } from "./render.ts";

/** Why a program is invalid under the contract; empty when it is valid. */
export function faultsOf(program: Program, place: Workspace): string[] {
  const names = allOf(program).map(({ kind, name }) => `${kind} ${name}`);
  const shares = program.shares;
  return [
    ...doubles(names, "name"),
    ...doubles(
      shares.map(({ label }) => label),
      "label",
    ),
    ...shares.flatMap((share) => faultsOfShare(program, share, place)),
    ...ofForeign(program, place),
    ...doubles(
      program.acceptors.filter(({ of }) => "id" in of).map(({ by }) => by),
      "acceptor of an offered share",
    ),
    ...program.associations
      .filter((lists) => lists.resources.length + targetsOf(lists).length === 0)
      .map(({ name }) => `${name} associates nothing`),
    ...allOf(program).flatMap((model) => ("of" in model && !exists(program, model.of) ? [`${model.name} is of no share`] : [])),
    ...program.tags
      .filter(({ tags, namesShare, of }) => Object.keys(tags).length === 0 && !(namesShare && "slot" in of))
      .map(({ name }) => `${name} has no tags`),
  ];
}

/** Changes that one update cannot make, because of the service or of the engine's order. */
export function hurdles(before: Program, after: Program, place: Workspace): string[] {
  const ofShares = after.shares.flatMap((share) => {
    const was = before.shares.find(({ slot }) => slot === share.slot);
    // A service takes a resource from one share of an account only, and a new share comes before the old one goes.
    const isSecond = was === undefined || after.forced.includes(share.slot) || isRemade(was, share);
    const services = [was, share].flatMap((side) => (side === undefined ? [] : targetsOf(side).filter(isService)));
    // A preview does not know the id of an adopted share, and shows what depends on it as replaced.
    const isAdopting = share.adopt !== undefined && was !== undefined && isRemade(was, share);
    const children = allOf(after).filter((model) => "of" in model && belongsTo(model.of, share.slot));
    if (isAdopting && children.length > 0) return [`${share.name} adopts its share again under another name, and has children`];
    return isSecond && services.length > 0 ? [`${share.name} would share with a service beside the share that it replaces`] : [];
  });
  return [...ofShares, ...missingAcceptances(before, after, place, isRemade)];
}

function isRemade(was: ShareModel, is: ShareModel): boolean {
  const isRenamed = was.name !== is.name && !is.aliases.includes(was.name);
  return isRenamed || was.owner !== is.owner || was.region !== is.region || (is.replaced !== "never" && was.label !== is.label);
}

function faultsOfShare(program: Program, share: ShareModel, place: Workspace): string[] {
  const parts = partsOf(program, share);
  const acceptors = program.acceptors.filter(({ of }) => belongsTo(of, share.slot));
  const targets = parts.flatMap(targetsOf);
  const outside = targets.filter((target) => isOutside(target, place));
  const own = place.owners[share.owner].id;
  const ignoresTargets = parts.some(({ ignored = [] }) => ignored.includes("targets"));
  return [
    ...doubles([...keysOf(parts), ...targets], `entity of ${share.name}`),
    ...permissionFaults(program, parts, (of) => "slot" in of && of.slot === share.slot, share.name),
    ...doubles(
      [
        ...Object.keys(share.tags),
        ...program.tags
          .filter(({ of }) => "slot" in of && of.slot === share.slot)
          .flatMap(({ tags, namesShare }) => [...Object.keys(tags), ...(namesShare ? ["share"] : [])]),
      ],
      `tag of ${share.name}`,
    ),
    ...(share.exclusive && parts.length > 1 ? [`${share.name} is exclusive beside an association`] : []),
    ...(outside.length > 0 && !share.open ? [`${share.name} is closed to ${outside.join(", ")}`] : []),
    ...(share.replaced !== "never" && targetsOf(share).some(isService) ? [`${share.name} would share with a service twice`] : []),
    // An account that leaves or rejects is not invited again then.
    ...(ignoresTargets && acceptors.length > 0 ? [`${share.name} ignores its targets, and is accepted`] : []),
    ...(targets.includes(own) ? [`${share.name} targets its owner`] : []),
    ...(share.adopt !== undefined && (share.owner !== "main" || share.region !== undefined || share.replaced !== "never")
      ? [`${share.name} adopts what is elsewhere`]
      : []),
    ...doubles(
      acceptors.map(({ by }) => by),
      `acceptor of ${share.name}`,
    ),
    ...acceptors
      .filter((acceptor) => !receiversOf(place, acceptor).some((target) => targets.includes(target)))
      .map(({ name }) => `${name} is not invited`),
    ...(share.owner === "second" && acceptors.some(({ by }) => by === "second") ? [`${share.name} is accepted by its owner`] : []),
  ];
}

/** The share of another caller: it stays closed. */
function ofForeign(program: Program, place: Workspace): string[] {
  const parts = program.associations.filter(({ of }) => "id" in of);
  const own = resourceIdOf(place, "VSwitch", 0);
  const isAdopted = program.shares.some(({ adopt }) => adopt !== undefined);
  const targets = parts.flatMap(targetsOf);
  return [
    ...doubles([...keysOf(parts), ...targets], "entity of a foreign share"),
    ...parts.flatMap(({ name, adopts, resources }) =>
      adopts === true && !resources.some(({ id }) => id === own) ? [`${name} adopts no resource`] : [],
    ),
    ...permissionFaults(program, parts, (of) => "id" in of, "a foreign share"),
    ...targets.filter((target) => isOutside(target, place)).map((target) => `a foreign share is closed to ${target}`),
    ...(targets.includes(place.owners.main.id) ? ["a foreign share targets its owner"] : []),
    ...doubles(
      program.tags.filter(({ of }) => "id" in of).flatMap(({ tags }) => Object.keys(tags)),
      "tag of a foreign share",
    ),
    ...ofAdoptedTags(program),
    ...(isAdopted && program.reads === true ? ["what is adopted is not read"] : []),
    ...(isAdopted && allOf(program).some((model) => "of" in model && "id" in model.of && model.of.id === place.foreign)
      ? ["what is adopted is not foreign"]
      : []),
  ];
}

function ofAdoptedTags({ tags }: Program): string[] {
  return tags.filter((model) => model.adopts === true && model.tags["owner"] === undefined).map(({ name }) => `${name} adopts no tag`);
}

function permissionFaults(program: Program, parts: readonly Lists[], isMine: (of: ShareRef) => boolean, name: string): string[] {
  const own = program.permissions.filter(({ of }) => isMine(of)).map(({ permission }) => permission);
  return doubles([...parts.flatMap(({ permissions }) => permissions), ...own].map(typeOfPermission), `permission of ${name}`);
}

function exists(program: Program, of: ShareRef): boolean {
  return "id" in of || program.shares.some(({ slot }) => slot === of.slot);
}

function keysOf(parts: readonly Lists[]): string[] {
  return parts.flatMap(({ resources }) => resources.map(({ id }) => id));
}

export function isService(target: string): boolean {
  return target.endsWith(".aliyuncs.com");
}

export function isOutside(target: string, { consumer, partner }: Workspace): boolean {
  return isService(target) || target === consumer.id || target === partner;
}

function doubles(items: readonly string[], what: string): string[] {
  return items.filter((item, index) => items.indexOf(item) !== index).map((item) => `${what} twice: ${item}`);
}
