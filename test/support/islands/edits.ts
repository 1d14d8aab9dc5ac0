import type { Dice } from "./dice.ts";
import { allOf, emptyProgram, isOf, type Lists, type Of, partsOf, type Program } from "./model.ts";
import { permissionsOf, type Place, thingId, types } from "./place.ts";
import { receiversOf } from "./render.ts";
import { faultsOf, hurdles, isOutside } from "./valid.ts";

/** When an edit is made. */
interface Moment {
  readonly place: Place;
  readonly dice: Dice;
  /** Whether the state is refreshed before the next edit: only then may the receiving side leave what the program still lists. */
  readonly isRefreshedNext: boolean;
  /** Whether sharing inside the directory is off: then the program must switch it on. */
  readonly isOff: boolean;
  /** Whether the share that somebody else has made is there. */
  readonly hasForeign: boolean;
}

type Edit = (program: Program, moment: Moment) => void;

/** Another program that holds together: the given one with one to three edits, or the same where none was found. */
export function edited(before: Program, moment: Moment): Program {
  const { place, dice } = moment;
  for (let tries = 0; tries < 200; tries += 1) {
    const after = { ...structuredClone(before), forced: [] };
    const count = after.shares.length === 0 ? 6 : dice.one([1, 1, 1, 2, 3]);
    for (let index = 0; index < count; index += 1) dice.one(after.shares.length === 0 ? [addShare] : edits)(after, moment);
    dropOrphans(after);
    after.directory ||= moment.isOff;
    after.forced = after.forced.filter((slot) => allOf(before).some((model) => model.slot === slot));
    const isChange = JSON.stringify(after) !== JSON.stringify({ ...before, forced: [] });
    if (isChange && faultsOf(after, place).length === 0 && hurdles(before, after).length === 0 && canFollow(before, after, moment))
      return after;
  }
  return before;
}

/** A first program. */
export function firstProgram(moment: Moment): Program {
  return edited({ ...structuredClone(emptyProgram), directory: moment.dice.happens(0.5) }, moment);
}

const addShare: Edit = (program, { place, dice, hasForeign }) => {
  if (program.shares.length > 3) return;
  const named = newName(program, place, "share");
  const open = dice.happens(0.5);
  const isFree = program.shares.every(({ adopt: other }) => other === undefined);
  const adopt = hasForeign && isFree && dice.happens(0.3) ? place.foreign : undefined;
  program.shares.push({
    kind: "ResourceShare",
    ...named,
    label: named.name,
    open,
    exclusive: dice.happens(0.2),
    group: dice.happens(0.2) ? "rg-shared01" : undefined,
    tags: dice.happens(0.3) ? { team: dice.one(["net", "apps"]) } : {},
    owner: adopt === undefined && dice.happens(0.2) ? "second" : "main",
    region: adopt === undefined && dice.happens(0.15) ? "cn-shanghai" : undefined,
    replaced: adopt === undefined ? dice.one(["never", "never", "swap", "gap"] as const) : "never",
    retained: dice.happens(0.1),
    adopt,
    ...newLists(place, dice, open),
  });
};

const addAssociation: Edit = (program, moment) => {
  const { place, dice } = moment;
  const of = someOf(program, moment);
  if (of === undefined || program.associations.length > 4) return;
  const open = program.shares.some((share) => isOf(of, share.slot) && share.open);
  program.associations.push({
    kind: "ShareAssociation",
    ...newName(program, place, "more"),
    of,
    ...newLists(place, dice, open),
    retained: dice.happens(0.1),
    goesWithShare: dice.happens(0.2),
  });
};

const addPermission: Edit = (program, moment) => {
  const { place, dice } = moment;
  const of = someOf(program, moment);
  if (of !== undefined)
    program.permissions.push({ kind: "SharePermission", ...newName(program, place, "may"), of, permission: somePermission(dice) });
};

const addTags: Edit = (program, moment) => {
  const { place, dice } = moment;
  const of = someOf(program, moment);
  if (of !== undefined)
    program.tags.push({
      kind: "ShareTags",
      ...newName(program, place, "tags"),
      of,
      tags: { [dice.one(["cost", "stage"])]: dice.one(["1", "2"]) },
      namesShare: dice.happens(0.5),
    });
};

const addAcceptor: Edit = (program, { place, dice }) => {
  const by = dice.one(["consumer", "consumer", "second"] as const);
  const share = dice.maybe(program.shares.filter(({ open, owner }) => (by === "consumer" ? open : owner === "main")));
  if (share === undefined) return;
  const parts = partsOf(program, share);
  const receivers = receiversOf(place, { by });
  if (!parts.some(({ targets }) => targets.some((target) => receivers.includes(target)))) dice.one(parts).targets.push(dice.one(receivers));
  const named = newName(program, place, "accept");
  const acceptor = { of: { slot: share.slot }, by, leaves: dice.happens(0.6), knowsSender: dice.happens(0.5) };
  program.acceptors.push({ kind: "InvitationAcceptor", ...named, ...acceptor });
};

/** The engine is told to replace something of which nothing changes; who accepts could not come back. */
const force: Edit = (program, { dice }) => {
  const model = dice.maybe([...program.shares, ...program.associations, ...program.permissions, ...program.tags]);
  if (model !== undefined && !("adopt" in model && model.adopt !== undefined)) program.forced.push(model.slot);
};

/** What a part of a program lists, changed a little. */
const changeLists: Edit = (program, { place, dice }) => {
  const lists = someLists(program, dice);
  if (lists === undefined) return;
  const fresh = newLists(place, dice, dice.happens(0.5));
  const change = dice.below(6);
  if (change === 0) lists.things.push(...fresh.things.filter(({ id }) => !lists.things.some((thing) => thing.id === id)));
  if (change === 1) lists.things = dice.some(lists.things, 0, lists.things.length);
  if (change === 2) lists.targets.push(...fresh.targets.filter((target) => !lists.targets.includes(target)));
  if (change === 3) lists.targets = dice.some(lists.targets, 0, lists.targets.length);
  if (change === 4) lists.permissions = fresh.permissions;
  if (change === 5) lists.things = lists.things.map((thing) => ({ ...thing, byArn: thing.type === "KMSInstance" || dice.happens(0.5) }));
};

const changeService: Edit = (program, { place, dice }) => {
  const lists = someLists(program, dice);
  if (lists === undefined) return;
  const service = dice.one(place.services);
  const isListed = lists.targets.includes(service);
  lists.targets = lists.targets.filter((target) => target !== service);
  const state = dice.below(3);
  lists.window = state === 1 ? service : undefined;
  if (state === 2 && !isListed) lists.targets.push(service);
};

/** Something moves from one list to another: of the same share, or of another one. */
const moveEntity: Edit = (program, { dice }) => {
  const [from, to] = [someLists(program, dice), someLists(program, dice)];
  if (from === undefined || to === undefined || from === to) return;
  const [thing, target, permission] = [dice.maybe(from.things), dice.maybe(from.targets), dice.maybe(from.permissions)];
  const what = dice.below(3);
  if (what === 0 && thing !== undefined) {
    from.things = from.things.filter((other) => other !== thing);
    to.things.push(thing);
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

/** An association, a permission or tags go to another share. */
const moveModel: Edit = (program, moment) => {
  const { dice } = moment;
  const of = someOf(program, moment);
  const list = dice.one([program.associations, program.permissions, program.tags]);
  const index = dice.below(list.length);
  const model = list[index];
  if (model !== undefined && of !== undefined) model.of = of;
};

const changePermission: Edit = (program, { dice }) => {
  const model = dice.maybe(program.permissions);
  if (model !== undefined) model.permission = somePermission(dice);
};

/** Two permissions change places. */
const swapPermissions: Edit = (program, { dice }) => {
  const [one, other] = [dice.maybe(program.permissions), dice.maybe(program.permissions)];
  if (one !== undefined && other !== undefined) [one.permission, other.permission] = [other.permission, one.permission];
};

const changeTags: Edit = (program, { dice }) => {
  const model = dice.maybe([...program.shares, ...program.tags]);
  if (model !== undefined)
    model.tags = Object.fromEntries(dice.some(["team", "cost", "stage"], 0, 2).map((key) => [key, dice.one(["a", "b"])]));
};

const changeShare: Edit = (program, { dice, place }) => {
  const share = dice.maybe(program.shares);
  if (share === undefined) return;
  const change = dice.below(8);
  if (change === 0) share.open = !share.open;
  if (change === 1) share.exclusive = !share.exclusive;
  if (change === 2) share.group = dice.one(["rg-default", "rg-shared01"]);
  if (change === 3) share.owner = share.owner === "main" ? "second" : "main";
  if (change === 4) share.region = share.region === undefined ? "cn-shanghai" : undefined;
  if (change === 5) share.replaced = dice.one(["never", "swap", "gap"]);
  if (change === 6) share.retained = !share.retained;
  if (change === 7) share.label = `i${place.number}-label-${(program.count += 1)}`;
};

const changeOther: Edit = (program, { dice }) => {
  const association = dice.maybe(program.associations);
  const acceptor = dice.maybe(program.acceptors);
  const change = dice.below(5);
  if (change === 0 && association) association.retained = !association.retained;
  if (change === 1 && association) association.goesWithShare = !association.goesWithShare;
  if (change === 2 && acceptor) acceptor.leaves = !acceptor.leaves;
  if (change === 3 && acceptor) acceptor.knowsSender = !acceptor.knowsSender;
  if (change === 4) program.directory = !program.directory;
};

/** A resource gets another name in the program: with an alias it stays what it is, without one it is another. */
const rename: Edit = (program, { place, dice }) => {
  const model = dice.maybe([...program.shares, ...program.associations, ...program.permissions, ...program.tags, ...program.acceptors]);
  if (model === undefined) return;
  model.aliases = dice.happens(0.5) ? [...model.aliases, model.name] : [];
  model.name = `i${place.number}-${model.slot}-${(program.count += 1)}`;
};

const removeShare: Edit = (program, { dice }) => {
  const share = dice.maybe(program.shares);
  program.shares = program.shares.filter((other) => other !== share);
};

const removeOther: Edit = (program, { dice }) => {
  const list = dice.one([program.associations, program.permissions, program.tags, program.acceptors]);
  list.splice(dice.below(list.length), 1);
};

const edits: readonly Edit[] = [
  ...[addShare, addAssociation, addAssociation, addPermission, addTags, addAcceptor],
  ...[changeLists, changeLists, changeLists, changeService, moveEntity, moveEntity, moveModel],
  ...[changePermission, swapPermissions, changeTags, changeShare, changeShare, changeShare, changeOther],
  ...[rename, force, removeShare, removeOther],
];

/** Resources of a share that has gone go with it. */
function dropOrphans(program: Program): void {
  const isThere = ({ of }: { readonly of: Of }) => "id" in of || program.shares.some(({ slot }) => slot === of.slot);
  program.associations = program.associations.filter(isThere);
  program.permissions = program.permissions.filter(isThere);
  program.tags = program.tags.filter(isThere);
  program.acceptors = program.acceptors.filter(isThere);
}

function canFollow(before: Program, after: Program, { place, isRefreshedNext }: Moment): boolean {
  if (isRefreshedNext) return true;
  return before.acceptors.every(({ slot, of, name, leaves, by }) => {
    const now = after.acceptors.find((acceptor) => acceptor.slot === slot);
    const isSame = now !== undefined && (now.name === name || now.aliases.includes(name)) && now.of.slot === of.slot;
    const share = after.shares.find((candidate) => candidate.slot === of.slot);
    const isListed = share !== undefined && partsOf(after, share).some(({ targets }) => targets.includes(place.consumer.id));
    return isSame || !isListed || !leaves || by === "second";
  });
}

function newName(program: Program, place: Place, role: string): { slot: string; name: string; aliases: string[] } {
  const slot = `${role}-${(program.count += 1)}`;
  return { slot, name: `i${place.number}-${slot}`, aliases: [] };
}

function newLists(place: Place, dice: Dice, open: boolean): Lists {
  const all = types.flatMap((type) =>
    [1, 2].map((index) => ({ type, id: thingId(place, type, index), byArn: type === "KMSInstance" || dice.happens(0.3) })),
  );
  const anyone = [...place.folders, ...place.members, place.owners.second.id, place.directory, place.consumer.id, place.partner];
  return {
    things: dice.some(all, 0, 3),
    targets: dice.some(
      anyone.filter((target) => open || !isOutside(target, place)),
      0,
      3,
    ),
    window: undefined,
    permissions: dice.happens(0.3) ? [somePermission(dice)] : [],
  };
}

function somePermission(dice: Dice): string {
  return dice.one(permissionsOf(dice.one(types)));
}

function someLists(program: Program, dice: Dice) {
  return dice.maybe([...program.shares, ...program.associations]);
}

function someOf(program: Program, { place, dice, hasForeign }: Moment): Of | undefined {
  const isForeign = hasForeign && program.shares.every(({ adopt }) => adopt === undefined);
  const foreign = isForeign && place.foreign !== undefined ? [{ id: place.foreign }] : [];
  return dice.maybe([...program.shares.map(({ slot }) => ({ slot })), ...foreign]);
}
