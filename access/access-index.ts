import { keyOfResource, keyOfTarget } from "./access-key.ts";
import { compareNames } from "./compare-names.ts";
import { type Grant, permissionFor, type ShareSnapshot } from "./share-snapshot.ts";

/**
 * A map with an access as its key: a target and a resource, each with its property, and a permission.
 *
 * @example
 * const index = new AccessIndex<number>();
 * index.add(snapshot, (count = 0) => count + 1);
 * index.sorted(); // [1, 1], when the share has one target and two resources
 */
export class AccessIndex<Value> {
  readonly #values = new Map<string, Value>();

  /** Sets the value of every access that a share grants; `next` returns it from the present value and the grant. */
  add(snapshot: ShareSnapshot, next: (value: Value | undefined, grant: Grant) => Value): void {
    const resources = snapshot.resources.map((resource) => {
      const permission = permissionFor(resource.entity.type, snapshot);
      return { resource, permission, secondPart: keyOfResource(resource.entity, permission) };
    });
    for (const target of snapshot.targets) {
      const firstPart = keyOfTarget(target.entity);
      for (const { resource, permission, secondPart } of resources) {
        const key = firstPart + secondPart;
        this.#values.set(key, next(this.#values.get(key), { snapshot, target, resource, permission }));
      }
    }
  }

  /** Returns all values, sorted by target, resource and permission. */
  sorted(): readonly Value[] {
    return [...this.#values].toSorted(([a], [b]) => compareNames(a, b)).map(([, value]) => value);
  }
}
