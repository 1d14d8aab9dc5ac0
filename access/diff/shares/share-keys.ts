import { nonEmptyText } from "../../untyped-values.ts";
import { isCreated, type PlannedResource } from "../planned-resource.ts";
import type { ResourceState } from "../resource-state.ts";

/** The key of the share that a resource belongs to, before and after the update; `undefined` when the resource does not exist then, or belongs to no share. */
export interface ShareKeys {
  readonly before: (resource: PlannedResource) => string | undefined;
  readonly after: (resource: PlannedResource) => string | undefined;
}

/** The prefix of keys of shares that the preview does not identify; neither ids nor URNs begin with it. */
const unidentified = "? ";

/** Whether a key is of a share that the preview does not identify. */
export function isUnidentifiedKey(key: string): boolean {
  return key.startsWith(unidentified);
}

/**
 * Links each resource to its share. The key of a share is its id; the URN of its resource when the update creates it.
 *
 * @param hasDependencies Whether the preview shows which resource an input comes from.
 */
export function shareKeysOf(resources: readonly PlannedResource[], hasDependencies: boolean): ShareKeys {
  const byUrn = new Map(resources.flatMap((resource) => (resource.after ? [[resource.urn, resource] as const] : [])));
  const created = resources.filter((resource) => resource.kind === "ResourceShare" && isCreated(resource));
  /** Only the events of an update have the ids of shares that it creates. */
  const createdById = new Map(
    created.flatMap((share) => {
      const id = share.after?.id;
      return id === undefined || id === share.before?.id ? [] : [[id, share] as const];
    }),
  );
  /** The resources that an unknown `shareId` may come from. Without dependencies, it is certain only when a single share has an unknown id. */
  const originsOf = ({ shareIdSources }: ResourceState): readonly PlannedResource[] => {
    if (hasDependencies) return shareIdSources.flatMap((urn) => byUrn.get(urn) ?? []);
    return created.length === 1 ? created : [];
  };
  const after = (resource: PlannedResource, seen: readonly string[] = []): string | undefined => {
    const state = resource.after;
    if (resource.operation === "same") return keyBefore(resource);
    if (!state || seen.includes(resource.urn)) return undefined;
    if (resource.kind === "ResourceShare") {
      if (resource.operation === "read") return state.id;
      if (isCreated(resource)) return nonEmptyText(state.inputs["adopt"]) ?? resource.urn;
      return keyBefore(resource) ?? state.id ?? resource.urn;
    }
    const { shareId } = state.inputs;
    if (shareId === undefined) return undefined;
    const known = nonEmptyText(shareId);
    const share = known === undefined ? undefined : createdById.get(known);
    if (known !== undefined) return share ? after(share) : known;
    // The SDK adds `__share`, the URN of the share, when `shareId` is the share's own `id` output.
    const direct = byUrn.get(nonEmptyText(state.inputs["__share"]) ?? "");
    const found = new Set((direct ? [direct] : originsOf(state)).flatMap((origin) => after(origin, [...seen, resource.urn]) ?? []));
    const [only] = found;
    return found.size === 1 && only !== undefined ? only : `${unidentified}${resource.urn}`;
  };
  return { before: keyBefore, after: (resource) => after(resource) };
}

function keyBefore({ urn, kind, operation, before, after }: PlannedResource): string | undefined {
  const state = operation === "same" ? (before ?? after) : before;
  if (!state) return undefined;
  if (kind === "ResourceShare") return state.id ?? urn;
  return nonEmptyText(state.outputs["shareId"]) ?? nonEmptyText(state.inputs["shareId"]) ?? state.id?.split("/")[0];
}

/** Whether the update creates a share for a resource of the stack, without adopting one. */
export function createsShare({ share }: { readonly share: PlannedResource | undefined }): boolean {
  return share !== undefined && isCreated(share) && share.after?.inputs["adopt"] === undefined;
}
