import { sameJson } from "../../../provider/kernel/json.ts";
import type { RandomChoices } from "./random.ts";
import { endAdoption } from "./adoption.ts";
import { type Edit, type EditContext, newName } from "./edit-context.ts";
import {
  allOf,
  belongsTo,
  emptyProgram,
  partsOf,
  recordKept,
  removeChildrenOfMissingShares,
  withKept,
  type Program,
  type ShareRef,
} from "./model.ts";
import { adoptions, optionEdits } from "./option-edits.ts";
import { described, newLists, pickPermission } from "./random-lists.ts";
import { receiversOf } from "./render.ts";
import { faultsOf, hurdles } from "./validation.ts";

/** Another valid program: the given one with one to three edits, or the same where no edit is possible. */
export function editProgram(before: Program, context: EditContext): Program {
  const { place, random } = context;
  const choices = [...edits, ...(context.hasOptions ? optionEdits : []), ...(context.canAdopt ? adoptions : [])];
  for (let tries = 0; tries < 200; tries += 1) {
    const after = { ...structuredClone(before), forced: [] };
    const count = after.shares.length === 0 ? 6 : random.pick([1, 1, 1, 2, 3]);
    for (let index = 0; index < count; index += 1) random.pick(after.shares.length === 0 ? [addShare] : choices)(after, context);
    endAdoption(before, after);
    if (!context.hasOptions) for (const model of allOf(after)) model.ignored = undefined;
    recordKept(before, after);
    removeChildrenOfMissingShares(after);
    after.directory ||= context.isOff;
    after.forced = after.forced.filter((slot) => allOf(before).some((model) => model.slot === slot));
    const isChange = JSON.stringify(after) !== JSON.stringify({ ...before, forced: [] });
    const isValid = [after, withKept(after)].every((program) => faultsOf(program, place).length === 0);
    if (isChange && isValid && hurdles(withKept(before), withKept(after), place).length === 0 && canFollow(before, after, context))
      return after;
  }
  return before;
}

/** A first program. */
export function firstProgram(context: EditContext): Program {
  return editProgram({ ...structuredClone(emptyProgram), directory: context.random.chance(0.5) }, context);
}

const addShare: Edit = (program, { place, random, hasForeign }) => {
  if (program.shares.length > 3) return;
  const named = newName(program, place, "share");
  const open = random.chance(0.5);
  const isFree = program.shares.every(({ adopt: other }) => other === undefined);
  const adopt = hasForeign && isFree && random.chance(0.3) ? place.foreign : undefined;
  program.shares.push({
    kind: "ResourceShare",
    ...named,
    label: named.name,
    open,
    exclusive: random.chance(0.2),
    group: random.chance(0.2) ? "rg-shared01" : undefined,
    tags: random.chance(0.3) ? { team: random.pick(["net", "apps"]) } : {},
    owner: adopt === undefined && random.chance(0.2) ? "second" : "main",
    region: adopt === undefined && random.chance(0.15) ? "cn-shanghai" : undefined,
    replaced: adopt === undefined ? random.pick(["never", "never", "swap", "gap"] as const) : "never",
    retained: random.chance(0.1),
    adopt,
    ...newLists(place, random, open),
  });
};

const addAssociation: Edit = (program, context) => {
  const { place, random } = context;
  const of = pickShareRef(program, context);
  if (of === undefined || program.associations.length > 4) return;
  const open = program.shares.some((share) => belongsTo(of, share.slot) && share.open);
  program.associations.push({
    kind: "ShareAssociation",
    ...newName(program, place, "more"),
    of,
    ...newLists(place, random, open),
    retained: random.chance(0.1),
    deletedWithShare: random.chance(0.2),
  });
};

const addPermission: Edit = (program, context) => {
  const { place, random } = context;
  const of = pickShareRef(program, context);
  if (of !== undefined)
    program.permissions.push({ kind: "SharePermission", ...newName(program, place, "may"), of, permission: pickPermission(random) });
};

const addTags: Edit = (program, context) => {
  const { place, random } = context;
  const of = pickShareRef(program, context);
  if (of !== undefined)
    program.tags.push({
      kind: "ShareTags",
      ...newName(program, place, "tags"),
      of,
      tags: { [random.pick(["cost", "stage"])]: random.pick(["1", "2"]) },
      namesShare: random.chance(0.5),
    });
};

const addAcceptor: Edit = (program, { place, random }) => {
  const by = random.pick(["consumer", "consumer", "second"] as const);
  const share = random.pickOptional(program.shares.filter(({ open, owner }) => (by === "consumer" ? open : owner === "main")));
  if (share === undefined) return;
  const parts = partsOf(program, share);
  const receivers = receiversOf(place, { by });
  if (!parts.some(({ targets }) => targets.some((target) => receivers.includes(target))))
    random.pick(parts).targets.push(random.pick(receivers));
  const named = newName(program, place, "accept");
  const acceptor = { of: { slot: share.slot }, by, leaves: random.chance(0.6), knowsSender: random.chance(0.5) };
  program.acceptors.push({ kind: "InvitationAcceptor", ...named, ...acceptor });
};

/** Forces the replacement of an unchanged resource. */
const force: Edit = (program, { random }) => {
  const model = random.pickOptional(allOf(program));
  if (model !== undefined && !("adopt" in model && model.adopt !== undefined)) program.forced.push(model.slot);
};

/** Changes the lists of a part of a program. */
const changeLists: Edit = (program, { place, random }) => {
  const lists = pickLists(program, random);
  if (lists === undefined) return;
  const fresh = newLists(place, random, random.chance(0.5));
  const change = random.integerBelow(6);
  if (change === 0) lists.resources.push(...fresh.resources.filter(({ id }) => !lists.resources.some((thing) => thing.id === id)));
  if (change === 1) lists.resources = random.subset(lists.resources, 0, lists.resources.length);
  if (change === 2) lists.targets.push(...fresh.targets.filter((target) => !lists.targets.includes(target)));
  if (change === 3) lists.targets = random.subset(lists.targets, 0, lists.targets.length);
  if (change === 4) lists.permissions = fresh.permissions;
  if (change === 5) lists.resources = lists.resources.map((thing) => described(thing, random));
};

const changeService: Edit = (program, { place, random }) => {
  const lists = pickLists(program, random);
  if (lists === undefined) return;
  const service = random.pick(place.services);
  const isListed = lists.targets.includes(service);
  lists.targets = lists.targets.filter((target) => target !== service);
  const state = random.integerBelow(3);
  lists.window = state === 1 ? service : undefined;
  if (state === 2 && !isListed) lists.targets.push(service);
};

/** Moves an entity from one list to another, of the same share or of another one. */
const moveEntity: Edit = (program, { random }) => {
  const [from, to] = [pickLists(program, random), pickLists(program, random)];
  if (from === undefined || to === undefined || from === to) return;
  const [thing, target, permission] = [
    random.pickOptional(from.resources),
    random.pickOptional(from.targets),
    random.pickOptional(from.permissions),
  ];
  const what = random.integerBelow(3);
  if (what === 0 && thing !== undefined) {
    from.resources = from.resources.filter((other) => other !== thing);
    to.resources.push(thing);
  }
  if (what === 1 && target !== undefined) {
    from.targets = from.targets.filter((other) => other !== target);
    to.targets.push(target);
  }
  if (what === 2 && permission !== undefined) {
    from.permissions = from.permissions.filter((other) => other !== permission);
    to.permissions.push(permission);
  }
};

/** Moves an association, a permission or tags to another share. */
const moveToOtherShare: Edit = (program, context) => {
  const { random } = context;
  const of = pickShareRef(program, context);
  const list = random.pick([program.associations, program.permissions, program.tags]);
  const index = random.integerBelow(list.length);
  const model = list[index];
  if (model !== undefined && of !== undefined) model.of = of;
};

const changePermission: Edit = (program, { random }) => {
  const model = random.pickOptional(program.permissions);
  if (model !== undefined) model.permission = pickPermission(random);
};

/** Swaps two permissions. */
const swapPermissions: Edit = (program, { random }) => {
  const [one, other] = [random.pickOptional(program.permissions), random.pickOptional(program.permissions)];
  if (one !== undefined && other !== undefined) [one.permission, other.permission] = [other.permission, one.permission];
};

const changeTags: Edit = (program, { random }) => {
  const model = random.pickOptional([...program.shares, ...program.tags]);
  if (model !== undefined)
    model.tags = Object.fromEntries(random.subset(["team", "cost", "stage"], 0, 2).map((key) => [key, random.pick(["a", "b"])]));
};

const changeShare: Edit = (program, { random, place }) => {
  const share = random.pickOptional(program.shares);
  if (share === undefined) return;
  const change = random.integerBelow(8);
  if (change === 0) share.open = !share.open;
  if (change === 1) share.exclusive = !share.exclusive;
  if (change === 2) share.group = random.pick(["rg-default", "rg-shared01"]);
  if (change === 3) share.owner = share.owner === "main" ? "second" : "main";
  if (change === 4) share.region = share.region === undefined ? "cn-shanghai" : undefined;
  if (change === 5) share.replaced = random.pick(["never", "swap", "gap"]);
  if (change === 6) share.retained = !share.retained;
  if (change === 7) share.label = `i${place.number}-label-${(program.count += 1)}`;
};

const changeAssociationOrAcceptor: Edit = (program, { random }) => {
  const association = random.pickOptional(program.associations);
  const acceptor = random.pickOptional(program.acceptors);
  const change = random.integerBelow(5);
  if (change === 0 && association) association.retained = !association.retained;
  if (change === 1 && association) association.deletedWithShare = !association.deletedWithShare;
  if (change === 2 && acceptor) acceptor.leaves = !acceptor.leaves;
  if (change === 3 && acceptor) acceptor.knowsSender = !acceptor.knowsSender;
  if (change === 4) program.directory = !program.directory;
};

/** Replaces an acceptor: its account gets another name. */
const renameAccount: Edit = (program, { random }) => {
  const acceptor = random.pickOptional(program.acceptors);
  if (acceptor !== undefined) acceptor.hasOtherName = acceptor.hasOtherName !== true;
};

/** Renames a resource: with an alias it stays the same object, without one it is replaced. */
const rename: Edit = (program, { place, random }) => {
  const model = random.pickOptional(allOf(program));
  if (model === undefined) return;
  model.aliases = random.chance(0.5) ? [...model.aliases, model.name] : [];
  model.name = `i${place.number}-${model.slot}-${(program.count += 1)}`;
};

const removeShare: Edit = (program, { random }) => {
  const share = random.pickOptional(program.shares);
  program.shares = program.shares.filter((other) => other !== share);
};

const removeChild: Edit = (program, { random }) => {
  const list = random.pick([program.associations, program.permissions, program.tags, program.acceptors]);
  list.splice(random.integerBelow(list.length), 1);
};

const edits: readonly Edit[] = [
  ...[addShare, addAssociation, addAssociation, addPermission, addTags, addAcceptor],
  ...[changeLists, changeLists, changeLists, changeService, changeService, moveEntity, moveEntity, moveToOtherShare],
  ...[changePermission, swapPermissions, changeTags, changeShare, changeShare, changeShare, changeAssociationOrAcceptor],
  ...[rename, renameAccount, force, removeShare, removeChild],
];

function canFollow(before: Program, after: Program, { place, isRefreshedNext }: EditContext): boolean {
  if (isRefreshedNext) return true;
  return before.acceptors.every(({ slot, of, name, leaves, by }) => {
    const now = after.acceptors.find((acceptor) => acceptor.slot === slot);
    const isSame = now !== undefined && (now.name === name || now.aliases.includes(name)) && sameJson(now.of, of);
    const share = after.shares.find((candidate) => belongsTo(of, candidate.slot));
    const isListed = share !== undefined && partsOf(after, share).some(({ targets }) => targets.includes(place.consumer.id));
    return isSame || !isListed || !leaves || by === "second";
  });
}

function pickLists(program: Program, random: RandomChoices) {
  return random.pickOptional([...program.shares, ...program.associations]);
}

function pickShareRef(program: Program, { place, random, hasForeign }: EditContext): ShareRef | undefined {
  const isForeign = hasForeign && program.shares.every(({ adopt }) => adopt === undefined);
  const foreign = isForeign && place.foreign !== undefined ? [{ id: place.foreign }] : [];
  return random.pickOptional([...program.shares.map(({ slot }) => ({ slot })), ...foreign]);
}
