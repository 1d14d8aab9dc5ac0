import { type Edit, newName } from "./edit-context.ts";
import { resourceIdOf } from "./workspace.ts";

const properties = [
  ["resources", "resourceArns", "resourceProperties"],
  ["targets"],
  ["permissionNames"],
  ["name"],
  ["tags"],
  ["resourceGroupId"],
];

/** The permission of the share of another caller. */
export const foreignPermission = "AliyunRSDefaultPermissionVSwitch";

const ignoreChanges: Edit = (program, { random }) => {
  const model = random.pickOptional([...program.shares, ...program.associations]);
  if (model !== undefined) model.ignored = random.chance(0.4) ? undefined : random.pick(properties);
};

/** Reads the share of another caller, or no longer. */
const readForeign: Edit = (program, { hasForeign }) => {
  program.reads = hasForeign && program.reads !== true ? true : undefined;
};

/** Adopts the tag that the share of another caller has from the start. */
const adoptTags: Edit = (program, { place, hasForeign, hasForeignTag }) => {
  if (!hasForeign || !hasForeignTag || place.foreign === undefined) return;
  const named = { kind: "ShareTags" as const, ...newName(program, place, "tags"), of: { id: place.foreign } };
  program.tags.push({ ...named, tags: { owner: "other" }, namesShare: false, adopts: true });
};

/** Adopts what the share of another caller has from the start. */
const adoptParts: Edit = (program, { place, random, hasForeign, hasForeignParts }) => {
  if (!hasForeign || !hasForeignParts || place.foreign === undefined) return;
  const of = { id: place.foreign };
  const permission = foreignPermission;
  if (random.chance(0.3)) {
    program.permissions.push({ kind: "SharePermission", ...newName(program, place, "may"), of, permission, adopts: permission });
    return;
  }
  const resources = [{ type: "VSwitch" as const, id: resourceIdOf(place, "VSwitch", 0), byArn: false }];
  const lists = { resources, targets: place.folders.slice(0, 1), window: undefined, permissions: [] };
  const options = { retained: random.chance(0.1), deletedWithShare: false };
  program.associations.push({ kind: "ShareAssociation", ...newName(program, place, "more"), of, adopts: true, ...lists, ...options });
};

/** Adopts a share that a receiving account has accepted. */
const adoptAcceptance: Edit = (program, { place, random, acceptances }) => {
  const acceptance = random.pickOptional(acceptances);
  if (acceptance === undefined) return;
  const options = { leaves: random.chance(0.6), knowsSender: random.chance(0.5), adopts: true };
  program.acceptors.push({ kind: "InvitationAcceptor", ...newName(program, place, "accept"), ...acceptance, ...options });
};

/** Adopts that sharing inside the directory is on. */
const adoptDirectory: Edit = (program, { isOff }) => {
  if (isOff || program.directory) return;
  program.directory = true;
  program.adoptsDirectory = true;
};

/** Edits of resource options and of reads (`.get`). */
export const optionEdits: readonly Edit[] = [ignoreChanges, ignoreChanges, readForeign, readForeign];

/** Edits that adopt what exists. */
export const adoptions: readonly Edit[] = [adoptParts, adoptTags, adoptAcceptance, adoptAcceptance, adoptDirectory];
