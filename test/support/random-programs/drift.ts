import type { Simulator } from "../../../simulator/index.ts";
import type { RandomChoices } from "./random.ts";
import type { Program } from "./model.ts";
import { isService } from "./validation.ts";
import { permissionsOf, type Workspace, resourceIdOf, types } from "./workspace.ts";

type Share = ReturnType<Simulator["world"]["shares"]["get"]> & {};

interface DriftContext {
  readonly simulator: Simulator;
  readonly place: Workspace;
  readonly program: Program;
  readonly random: RandomChoices;
}

/** One to three out-of-band changes, with their descriptions. */
export function applyDrift(context: DriftContext): string[] {
  const count = 1 + context.random.integerBelow(3);
  return Array.from({ length: count }, () => {
    const [name, change] = context.random.pick(Object.entries(changes));
    const shares = liveShares(context);
    const share = context.random.pickOptional(shares);
    return share === undefined || !change(context, share) ? [] : [`${name} (${share.name})`];
  }).flat();
}

const additionByOthers = "something was added by others";

/** Whether others have added something: it can collide with lists that `ignoreChanges` keeps, and with what is adopted. */
export function hasAdditionsByOthers(descriptions: readonly string[]): boolean {
  return descriptions.some((description) => description.startsWith(additionByOthers));
}

/** The shares of a program that exist, sorted by name. */
export function liveShares({ simulator, place }: Pick<DriftContext, "simulator" | "place">): Share[] {
  const owners = [place.owners.main.id, place.owners.second.id];
  return [...simulator.world.shares.values()]
    .filter(({ owner, status }) => owners.includes(owner) && (status === "Active" || status === "Pending"))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

type Change = (context: DriftContext, share: Share) => boolean;

const changes: Readonly<Record<string, Change>> = {
  "something was taken out": ({ simulator, place, random }, share) => {
    // An acceptor of the offered share has no program that invites it again.
    const receivers = share.id === place.offered ? [place.consumer.id, place.owners.second.id] : [];
    const ids = [...share.live.values()].map(({ id }) => id).filter((id) => !receivers.includes(id));
    const held = random.pickOptional(ids.toSorted());
    if (held !== undefined) simulator.outOfBand.disassociate(share.id, held);
    return held !== undefined;
  },
  [additionByOthers]: ({ simulator, place, random }, share) => {
    const isThere = (id: string) => [...share.live.values()].some((held) => held.id === id);
    const target = random.pick([...place.folders, ...place.members].filter((id) => id !== share.owner));
    const thing = { type: "VSwitch", id: resourceIdOf(place, "VSwitch", 3) };
    const [targets, resources] = random.chance(0.5) ? [[target], []] : [[], [thing]];
    if ([...targets, ...resources.map(({ id }) => id)].some(isThere)) return false;
    simulator.outOfBand.associate(share.id, { targets, resources });
    return true;
  },
  "the share was deleted": ({ simulator }, share) => {
    // While a share with a service is deleted, no other one can take its place.
    const isDeletable = !share.id.startsWith("rs-foreign") && ![...share.live.values()].some(({ id }) => isService(id));
    if (isDeletable) simulator.outOfBand.deleteShare(share.id);
    return isDeletable;
  },
  "the share was renamed": ({ simulator }, share) => {
    const isShort = share.name.length < 40;
    if (isShort) simulator.outOfBand.rename(share.id, `${share.name}-other`);
    return isShort;
  },
  "tags were changed": ({ simulator, random }, share) => {
    const [key] = [...share.tags.keys()].toSorted();
    if (key === undefined) return false;
    if (random.chance(0.5)) simulator.outOfBand.untag(share.id, key);
    else simulator.outOfBand.tag(share.id, { [key]: "other" });
    return true;
  },
  "an invitation was answered": ({ simulator, random }, share) => {
    const open = [...simulator.world.invitations.values()].filter(
      (invitation) => invitation.share === share && invitation.status === "Pending",
    );
    const invitation = random.pickOptional(open.toSorted((a, b) => (a.receiver < b.receiver ? -1 : 1)));
    if (invitation !== undefined) simulator.outOfBand.answerInvitation(invitation.id, random.pick(["accept", "reject", "expire"]));
    return invitation !== undefined;
  },
  "a permission was replaced": ({ simulator, random }, share) => {
    const type = random.pickOptional(types.filter((candidate) => share.permissions.has(candidate)));
    if (type !== undefined) simulator.outOfBand.replacePermission(share.id, random.pick(permissionsOf(type)));
    return type !== undefined;
  },
  "a permission got a new version": ({ simulator, random }, share) => {
    const name = random.pickOptional([...share.permissions.values()].map((attached) => attached.name).toSorted());
    if (name !== undefined) simulator.outOfBand.newPermissionVersion(name);
    return name !== undefined;
  },
  "the share was opened": ({ simulator }, share) => {
    simulator.outOfBand.allowExternalTargets(share.id, true);
    return true;
  },
  "sharing inside the directory was switched off": ({ simulator, place, program }) => {
    // Without directory sharing, a program could neither adopt it nor add targets of the directory to a share.
    const isManaged = program.directory && program.adoptsDirectory !== true;
    if (isManaged) simulator.outOfBand.enableSharing(place.directory, false);
    return isManaged;
  },
  "unmanaged shares were deleted": ({ simulator, program }, share) => {
    const isNobodys = program.shares.every(({ label }) => label !== share.name) && !share.id.startsWith("rs-foreign");
    if (isNobodys) simulator.outOfBand.deleteShare(share.id);
    return isNobodys;
  },
};
