import { compareText } from "../provider/kernel/json.ts";
import { type Grant, permissionFor, type ShareSnapshot } from "./share-snapshot.ts";

/** More targets, or pairs of resource and permission, than a stack has. The product of two such numbers is a safe integer. */
const most = 2 ** 26;

/**
 * A map with an access as its key: a target, a resource, a permission and the properties of both. A stack may grant tens of thousands of accesses. To save
 * memory, a key is one number, made from the number of its target and the number of its resource and permission.
 *
 * @example
 * const index = new AccessIndex<number>();
 * index.add(snapshot, (count = 0) => count + 1);
 * index.sorted(); // [1, 1], when the share has one target and two resources
 */
export class AccessIndex<Value> {
  readonly #targets = new Map<string, number>();
  readonly #resources = new Map<string, number>();
  readonly #values = new Map<number, Value>();

  /** Sets the value of every access that a share grants; `next` returns it from the present value and the grant. */
  add(snapshot: ShareSnapshot, next: (value: Value | undefined, grant: Grant) => Value): void {
    const resources = snapshot.resources.map((resource) => {
      const { type, id, property } = resource.entity;
      const permission = permissionFor(type, snapshot);
      return { resource, permission, number: numberOf(this.#resources, JSON.stringify([type, id, permission, property])) };
    });
    for (const target of snapshot.targets) {
      const row = numberOf(this.#targets, JSON.stringify([target.entity.id, target.entity.property])) * most;
      for (const { resource, permission, number } of resources) {
        const key = row + number;
        this.#values.set(key, next(this.#values.get(key), { snapshot, target, resource, permission }));
      }
    }
  }

  /** Returns all values, sorted by target, resource and permission. */
  sorted(): readonly Value[] {
    const [targets, resources] = [ranksOf(this.#targets), ranksOf(this.#resources)];
    const rank = (key: number) => (targets[Math.floor(key / most)] ?? 0) * most + (resources[key % most] ?? 0);
    return [...this.#values].toSorted(([a], [b]) => rank(a) - rank(b)).map(([, value]) => value);
  }
}

function numberOf(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key) ?? numbers.size;
  numbers.set(key, known);
  return known;
}

/** The rank of each number when the keys are sorted. */
function ranksOf(numbers: ReadonlyMap<string, number>): readonly number[] {
  const ranks: number[] = [];
  for (const [rank, [, number]] of [...numbers].toSorted(([a], [b]) => compareText(a, b)).entries()) ranks[number] = rank;
  return ranks;
}
