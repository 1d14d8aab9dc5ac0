import { digest } from "../../../provider/kernel/ids.ts";

/** One of the parts of a fleet that several machines run. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** Reads a shard, as `2/4`; `undefined` when the text is not a shard. */
export function shardNamed(text: string): Shard | undefined {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined || index < 1 || index > count) return undefined;
  return { index, count };
}

/** Returns the index of a stack's shard. It depends on the name only, so that it stays while other stacks come and go. */
export function shardOf(name: string, count: number): number {
  return (Number.parseInt(digest(name, 12), 16) % count) + 1;
}
