import type { Simulator } from "../../../provider/simulator/index.ts";
import type { Dice } from "./dice.ts";
import type { Program } from "./model.ts";
import { permissionsOf, type Place, thingId, types } from "./place.ts";

type Share = ReturnType<Simulator["world"]["shares"]["get"]> & {};

interface Scene {
  readonly simulator: Simulator;
  readonly place: Place;
  readonly program: Program;
  readonly dice: Dice;
}

/** One to three changes that nobody of the program has made, and what they were. */
export function drift(scene: Scene): string[] {
  const count = 1 + scene.dice.below(3);
  return Array.from({ length: count }, () => {
    const [name, change] = scene.dice.one(Object.entries(changes));
    const shares = liveShares(scene);
    const share = scene.dice.maybe(shares);
    return share === undefined || !change(scene, share) ? [] : [`${name} (${share.name})`];
  }).flat();
}

/** The shares of an island that are there, by their names. */
export function liveShares({ simulator, place }: Pick<Scene, "simulator" | "place">): Share[] {
  const owners = [place.owners.main.id, place.owners.second.id];
  return [...simulator.world.shares.values()]
    .filter(({ owner, status }) => owners.includes(owner) && (status === "Active" || status === "Pending"))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

type Change = (scene: Scene, share: Share) => boolean;

const changes: Readonly<Record<string, Change>> = {
  "something was taken out": ({ simulator, dice }, share) => {
    const held = dice.maybe([...share.live.values()].map(({ id }) => id).toSorted());
    if (held !== undefined) simulator.behindTheBack.disassociate(share.id, held);
    return held !== undefined;
  },
  "a stranger was put in": ({ simulator, place, dice }, share) => {
    const isThere = (id: string) => [...share.live.values()].some((held) => held.id === id);
    const target = dice.one([...place.folders, ...place.members].filter((id) => id !== share.owner));
    const thing = { type: "VSwitch", id: thingId(place, "VSwitch", 3) };
    const [targets, resources] = dice.happens(0.5) ? [[target], []] : [[], [thing]];
    if ([...targets, ...resources.map(({ id }) => id)].some(isThere)) return false;
    simulator.behindTheBack.associate(share.id, { targets, resources });
    return true;
  },
  "the share was deleted": ({ simulator }, share) => {
    const isForeign = share.id.startsWith("rs-foreign");
    if (!isForeign) simulator.behindTheBack.deleteShare(share.id);
    return !isForeign;
  },
  "the share was renamed": ({ simulator }, share) => {
    const isShort = share.name.length < 40;
    if (isShort) simulator.behindTheBack.rename(share.id, `${share.name}-other`);
    return isShort;
  },
  "tags were changed": ({ simulator, dice }, share) => {
    const [key] = [...share.tags.keys()].toSorted();
    if (key === undefined) return false;
    if (dice.happens(0.5)) simulator.behindTheBack.untag(share.id, key);
    else simulator.behindTheBack.tag(share.id, { [key]: "other" });
    return true;
  },
  "an invitation was answered": ({ simulator, dice }, share) => {
    const open = [...simulator.world.invitations.values()].filter(
      (invitation) => invitation.share === share && invitation.status === "Pending",
    );
    const invitation = dice.maybe(open.toSorted((a, b) => (a.receiver < b.receiver ? -1 : 1)));
    if (invitation !== undefined) simulator.behindTheBack.answerInvitation(invitation.id, dice.one(["accept", "reject", "expire"]));
    return invitation !== undefined;
  },
  "a permission was replaced": ({ simulator, dice }, share) => {
    const type = dice.maybe(types.filter((candidate) => share.permissions.has(candidate)));
    if (type !== undefined) simulator.behindTheBack.replacePermission(share.id, dice.one(permissionsOf(type)));
    return type !== undefined;
  },
  "a permission got a new version": ({ simulator, dice }, share) => {
    const name = dice.maybe([...share.permissions.values()].map((attached) => attached.name).toSorted());
    if (name !== undefined) simulator.behindTheBack.newPermissionVersion(name);
    return name !== undefined;
  },
  "the share was opened": ({ simulator }, share) => {
    simulator.behindTheBack.allowExternalTargets(share.id, true);
    return true;
  },
  "sharing inside the directory was switched off": ({ simulator, place, program }) => {
    // A program that does not switch it on could not put anybody of the directory into a share.
    if (program.directory) simulator.behindTheBack.enableSharing(place.directory, false);
    return program.directory;
  },
  "nobody's shares were cleared away": ({ simulator, program }, share) => {
    const isNobodys = program.shares.every(({ label }) => label !== share.name) && !share.id.startsWith("rs-foreign");
    if (isNobodys) simulator.behindTheBack.deleteShare(share.id);
    return isNobodys;
  },
};
