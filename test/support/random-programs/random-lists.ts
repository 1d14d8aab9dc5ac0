import type { Lists, SharedResource } from "./model.ts";
import type { RandomChoices } from "./random.ts";
import { isOutside } from "./validation.ts";
import { permissionsOf, resourceIdOf, types, type Workspace } from "./workspace.ts";

/** Draws the lists of a new share or association. @param open whether targets outside the directory are allowed */
export function newLists(place: Workspace, random: RandomChoices, open: boolean): Lists {
  const all = types.flatMap((type) =>
    [1, 2].map((index) => described({ type, id: resourceIdOf(place, type, index), byArn: false }, random)),
  );
  const candidates = [...place.folders, ...place.members, place.owners.second.id, place.directory, place.consumer.id, place.partner];
  return {
    resources: random.subset(all, 0, 3),
    targets: random.subset(
      candidates.filter((target) => open || !isOutside(target, place)),
      0,
      3,
    ),
    window: undefined,
    permissions: random.chance(0.3) ? [pickPermission(random)] : [],
  };
}

/** Chooses how the program names a resource, and its property. */
export function described(resource: SharedResource, random: RandomChoices): SharedResource {
  const { type } = resource;
  const sharesPrincipals = type === "ServiceCatalogPortfolio" && random.chance(0.7) ? random.chance(0.5) : undefined;
  return { ...resource, byArn: type === "KMSInstance" || random.chance(0.4), sharesPrincipals };
}

/** Draws a permission of any type. */
export function pickPermission(random: RandomChoices): string {
  return random.pick(permissionsOf(random.pick(types)));
}
