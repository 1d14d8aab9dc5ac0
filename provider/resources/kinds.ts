import { resources } from "./index.ts";

/** Returns the kinds that have at least one of these arguments. What a kind adds to a share follows from its arguments. */
export function kindsWith(...names: readonly string[]): readonly string[] {
  return resources.filter(({ inputs }) => names.some((name) => Object.hasOwn(inputs.shape, name))).map(({ token }) => token);
}

/** The kinds that add to a share which another resource or stack manages. */
export const partsOfShares: readonly string[] = resources.filter(({ partOf }) => partOf !== undefined).map(({ token }) => token);

/** The kinds that add targets and resources to a share. */
export const kindsWithEntities = kindsWith("targets");

/** The kinds that attach permissions to a share. */
export const kindsWithPermissions = kindsWith("permissionNames", "permissionName");

/** The kinds of the receiving side, which accept the invitation to a share. */
export const acceptingKinds = kindsWith("senderAccountId");

/** The kinds that set tags of a share. */
export const kindsWithTags = kindsWith("tags");
