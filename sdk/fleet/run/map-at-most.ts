/** Maps items to results in their order, and works on at most so many at a time. */
export async function mapAtMost<Item, Result>(
  most: number,
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  // All workers take from one iterator.
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: most }, work));
  return results;
}
