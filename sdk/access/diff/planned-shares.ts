import type { KnownIds } from "./known-ids.ts";
import { type Contribution, contributionAfter, contributionBefore } from "./contribution.ts";
import type { PlannedResource } from "./planned-resource.ts";
import { textOf } from "./values.ts";

/** One share, before and after the update. */
export interface PlannedShare {
  /** Its id; the URN for a share that the update creates. */
  readonly key: string;
  /** The stack's `ResourceShare` resource of this share, if any. */
  readonly share: PlannedResource | undefined;
  readonly before: readonly Contribution[];
  readonly after: readonly Contribution[];
  /** Resources of receiving accounts, which accept the share's invitations or leave the share. */
  readonly acceptors: readonly PlannedResource[];
  /** Whether the preview does not show which share this is. */
  readonly isUnidentified: boolean;
}

interface Draft {
  share: PlannedResource | undefined;
  before: Contribution[];
  after: Contribution[];
  acceptors: PlannedResource[];
  isUnidentified: boolean;
}

/**
 * Groups the resources of a stack by the share that they belong to.
 *
 * @param resources All resources of this package in the preview.
 * @param known Facts about ids, from `knownIdsOf`.
 * @param hasDependencies Whether the preview shows which resource an input comes from.
 */
export function plannedSharesOf(resources: readonly PlannedResource[], known: KnownIds, hasDependencies: boolean): PlannedShare[] {
  const drafts = new Map<string, Draft>();
  const draft = (key: string) => {
    const found = drafts.get(key) ?? { share: undefined, before: [], after: [], acceptors: [], isUnidentified: false };
    drafts.set(key, found);
    return found;
  };
  const links = linksOf(resources, hasDependencies);
  const open = new Map<string, boolean>();
  for (const resource of resources) {
    if (resource.kind !== "ResourceShare") continue;
    const key = links.after(resource);
    open.set(key ?? "", allowsExternal(resource));
    for (const place of new Set([links.before(resource), key])) {
      // When one resource releases a share and another one adopts it, the share belongs to the adopting resource.
      if (place !== undefined && draft(place).share?.after === undefined) draft(place).share = resource;
    }
  }
  for (const resource of resources) {
    const [from, to] = [links.before(resource), links.after(resource)];
    if (resource.kind === "InvitationAcceptor") {
      const place = to ?? from;
      if (place !== undefined) draft(place).acceptors.push(resource);
    } else if (resource.kind === "ResourceShare" || resource.kind === "ShareAssociation" || resource.kind === "SharePermission") {
      const { before, after } = resource;
      const stays = resource.fate === "same" ? (before ?? after) : undefined;
      const old = stays ?? before;
      const contribution = old && contributionBefore(resource, old);
      if (contribution && from !== undefined) draft(from).before.push(contribution);
      if (contribution && from !== undefined && resource.isLeft) draft(from).after.push(contribution);
      if (to === undefined) continue;
      const place = draft(to);
      place.isUnidentified ||= to.startsWith("? ");
      // A share that another program manages may allow external targets.
      if (stays && contribution) place.after.push(contribution);
      else if (after) place.after.push(contributionAfter(resource, after, known, open.get(to) ?? true));
    }
  }
  return [...drafts].map(([key, found]) => ({ key, ...found }));
}

interface Links {
  readonly before: (resource: PlannedResource) => string | undefined;
  readonly after: (resource: PlannedResource) => string | undefined;
}

function linksOf(resources: readonly PlannedResource[], hasDependencies: boolean): Links {
  const byUrn = new Map(resources.flatMap((resource) => (resource.after ? [[resource.urn, resource] as const] : [])));
  const created = resources.filter((resource) => resource.kind === "ResourceShare" && isCreated(resource));
  const before = (resource: PlannedResource): string | undefined => {
    const side = resource.fate === "same" ? (resource.before ?? resource.after) : resource.before;
    if (!side) return undefined;
    if (resource.kind === "ResourceShare") return side.id ?? resource.urn;
    return textOf(side.outputs["shareId"]) ?? textOf(side.inputs["shareId"]) ?? side.id?.split("/")[0];
  };
  const after = (resource: PlannedResource, seen: readonly string[] = []): string | undefined => {
    const side = resource.after;
    if (resource.fate === "same") return before(resource);
    if (!side || seen.includes(resource.urn)) return undefined;
    if (resource.kind === "ResourceShare") {
      if (isCreated(resource)) return textOf(side.inputs["adopt"]) ?? resource.urn;
      return before(resource) ?? side.id ?? resource.urn;
    }
    const given = textOf(side.inputs["shareId"]);
    if (given !== undefined || side.inputs["shareId"] === undefined) return given;
    // The SDK adds `__share`, the URN of the share, when `shareId` is the share's own `id` output.
    const direct = byUrn.get(textOf(side.inputs["__share"]) ?? "");
    const named = direct ? [direct] : side.links.flatMap((urn) => byUrn.get(urn) ?? []);
    // Without dependencies the share is certain only when a single share has an unknown id.
    const origins = hasDependencies || direct ? named : created.length === 1 ? created : [];
    const found = new Set(origins.flatMap((origin) => after(origin, [...seen, resource.urn]) ?? []));
    const [only] = found;
    return found.size === 1 && only !== undefined ? only : `? ${resource.urn}`;
  };
  return { before, after: (resource) => after(resource) };
}

/** Whether the update creates a share with a new id. */
function isCreated({ fate }: PlannedResource): boolean {
  return fate === "create" || fate === "swap" || fate === "gap";
}

function allowsExternal({ after }: PlannedResource): boolean {
  const value = after?.inputs["allowExternalTargets"];
  return value !== undefined && value !== false;
}
