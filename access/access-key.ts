import type { Resource, Target } from "./share-snapshot.ts";

/** The parts that identify an access. */
export interface AccessParts {
  readonly target: Pick<Target, "id" | "property">;
  readonly resource: Pick<Resource, "type" | "id" | "property">;
  readonly permission: string;
}

/** A key for comparing accesses: equal accesses have equal keys. It leaves out the account, which a preview does not always know. */
export function accessKey({ target, resource, permission }: AccessParts): string {
  return keyOfTarget(target) + keyOfResource(resource, permission);
}

/** The first part of {@link accessKey}. */
export function keyOfTarget({ id, property }: AccessParts["target"]): string {
  return JSON.stringify([id, property]);
}

/** The second part of {@link accessKey}. */
export function keyOfResource({ type, id, property }: AccessParts["resource"], permission: string): string {
  return JSON.stringify([type, id, permission, property]);
}

/** A key that is equal for accesses that differ only in properties. */
export function keyWithoutProperties({ target, resource, permission }: AccessParts): string {
  return JSON.stringify([target.id, resource.type, resource.id, permission]);
}
