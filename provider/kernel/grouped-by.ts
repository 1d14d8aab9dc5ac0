/**
 * Groups items by a key. A group has at least one item, which `Map.groupBy` does not declare.
 *
 * @returns the groups, in the order of their first items
 */
export function groupedBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => unknown): readonly (readonly [Item, ...Item[]])[] {
  return [...Map.groupBy(items, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}
