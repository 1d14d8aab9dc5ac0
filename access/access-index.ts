import { compareNames } from "./compare-names.ts";
import { type Grant, permissionFor, type ShareSnapshot } from "./share-snapshot.ts";

/**
 * A map with an access as its key: a target, a resource, a permission and the properties of both.
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
      const { type, id, property } = resource.entity;
      const permission = permissionFor(type, snapshot);
      return { resource, permission, resourceKey: JSON.stringify([type, id, permission, property]) };
    });
    for (const target of snapshot.targets) {
      const targetKey = JSON.stringify([target.entity.id, target.entity.property]);
      for (const { resource, permission, resourceKey } of resources) {
        const key = targetKey + resourceKey;
        this.#values.set(key, next(this.#values.get(key), { snapshot, target, resource, permission }));
      }
    }
  }

  /** Returns all values, sorted by target, resource and permission. */
  sorted(): readonly Value[] {
    return [...this.#values].toSorted(([a], [b]) => compareNames(a, b)).map(([, value]) => value);
  }
}
