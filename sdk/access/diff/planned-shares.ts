import type { KnownIds } from "./known-ids.ts";
import { type Contribution, contributionAfter, contributionBefore } from "./contribution.ts";
import type { PlannedResource } from "./planned-resource.ts";
import { textOf } from "./values.ts";

/** One share, on both sides of the update. */
export interface PlannedShare {
  /** Its id; one that is made by the update has its URN instead. */
  readonly key: string;
  /** The resource that is the share, when the stack has it. */
  readonly share: PlannedResource | undefined;
  readonly before: readonly Contribution[];
  readonly after: readonly Contribution[];
  /** On the receiving side: who accepts, and who leaves. */
  readonly acceptors: readonly PlannedResource[];
  /** Which share this is cannot be told. */
  readonly isUntold: boolean;
}

interface Draft {
  share: PlannedResource | undefined;
  before: Contribution[];
  after: Contribution[];
  acceptors: PlannedResource[];
  isUntold: boolean;
}

/** Puts together what the resources of a stack say of each share. */
export function plannedSharesOf(resources: readonly PlannedResource[], known: KnownIds, hasDependencies: boolean): PlannedShare[] {
  const drafts = new Map<string, Draft>();
  const draft = (key: string) => {
    const found = drafts.get(key) ?? { share: undefined, before: [], after: [], acceptors: [], isUntold: false };
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
      // A share that one resource lets go of and another takes over is the other's.
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
      const part = old && contributionBefore(resource, old);
      if (part && from !== undefined) draft(from).before.push(part);
      if (part && from !== undefined && resource.isLeft) draft(from).after.push(part);
      if (to === undefined) continue;
      const place = draft(to);
      place.isUntold ||= to.startsWith("? ");
      // A share elsewhere may be open to the outside.
      if (stays && part) place.after.push(part);
      else if (after) place.after.push(contributionAfter(resource, after, known, open.get(to) ?? true));
    }
  }
  return [...drafts].map(([key, node]) => ({ key, ...node }));
}

interface Links {
  readonly before: (resource: PlannedResource) => string | undefined;
  readonly after: (resource: PlannedResource) => string | undefined;
}

function linksOf(resources: readonly PlannedResource[], hasDependencies: boolean): Links {
  const byUrn = new Map(resources.flatMap((resource) => (resource.after ? [[resource.urn, resource] as const] : [])));
  const made = resources.filter((resource) => resource.kind === "ResourceShare" && isMade(resource));
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
      if (isMade(resource)) return textOf(side.inputs["adopt"]) ?? resource.urn;
      return before(resource) ?? side.id ?? resource.urn;
    }
    const given = textOf(side.inputs["shareId"]);
    if (given !== undefined || side.inputs["shareId"] === undefined) return given;
    // Who gives a share's own id names the share beside it.
    const told = byUrn.get(textOf(side.inputs["__share"]) ?? "");
    const named = told ? [told] : side.links.flatMap((urn) => byUrn.get(urn) ?? []);
    // Without the origin of values there is no doubt only where one share alone has an id that is not known yet.
    const origins = hasDependencies || told ? named : made.length === 1 ? made : [];
    const found = new Set(origins.flatMap((origin) => after(origin, [...seen, resource.urn]) ?? []));
    const [only] = found;
    return found.size === 1 && only !== undefined ? only : `? ${resource.urn}`;
  };
  return { before, after: (resource) => after(resource) };
}

/** Whether the update makes a share that has a new id. */
function isMade({ fate }: PlannedResource): boolean {
  return fate === "create" || fate === "swap" || fate === "gap";
}

function allowsExternal({ after }: PlannedResource): boolean {
  const value = after?.inputs["allowExternalTargets"];
  return value !== undefined && value !== false;
}
