/** Runs the work on all items, at most `inFlight` at once, and returns the results in order. */
export async function concurrently<Item, Result>(
  items: readonly Item[],
  inFlight: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const lane = async () => {
    for (const [index, item] of rest) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return results;
}
