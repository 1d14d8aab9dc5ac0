import { unlessAborted } from "../kernel/unless-aborted.ts";
import { currentScope, awaitShared } from "../kernel/operation-scope.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Claim, Claims } from "./claims.ts";

/** How long a resource that gives up a part waits for the resource that lists it, in milliseconds. */
const handoverMs = 5_000;

/** The operation that changes a part. */
interface Change {
  readonly urn: string;
  readonly claims: Claims;
  readonly clock: Clock;
  readonly isDeletion: boolean;
}

/**
 * Which resource of the program has each part of an object in its state, as far as this run knows.
 *
 * A part that a resource gives up stays in the object only if another resource has it. The engine chooses the order of resources:
 * - A resource that gives up a part waits for the one that lists it, and removes the part if that one fails or does not begin.
 * - A resource that has a part which another one has given up reports a difference, and adds the part again.
 * - Only one resource at a time changes a part, or reads what its failed change has left of it.
 */
export class Ownership {
  /** The URNs of the resources that have each part, by the part's key. */
  readonly #owners = new Map<string, Set<string>>();
  /** The keys of the parts that each resource has, by its URN. */
  readonly #parts = new Map<string, Set<string>>();
  /** The URN of the resource that has given up each part. */
  readonly #givenUp = new Map<string, string>();
  /** The URNs of the resources that this run has checked and whose operation has not ended. */
  readonly #pending = new Set<string>();
  /** The last change of each part. */
  readonly #changes = new Map<string, Promise<unknown>>();
  readonly #listeners = new Set<() => void>();

  /**
   * Records that this run has checked the arguments of a resource and has not compared them with its state.
   * So the program declares the resource. A refresh and a destroy check no arguments.
   */
  recordChecked(urn: string): void {
    this.#pending.add(urn);
    this.#forget(urn);
  }

  /** Returns whether this run has checked a resource and its operation has not ended. */
  isPending(urn: string): boolean {
    return this.#pending.has(urn);
  }

  /**
   * Compares the parts in the state of a resource with those that its arguments list, and gives up those that they no longer list.
   * @returns whether another resource has given up a part that both have
   */
  recordCompared(urn: string, state: readonly Claim[], listed: readonly Claim[]): boolean {
    const wanted = new Set(keysOf(listed));
    const [kept, left] = [keysOf(state).filter((key) => wanted.has(key)), keysOf(state).filter((key) => !wanted.has(key))];
    this.#forget(urn);
    if (!this.#pending.has(urn)) return false;
    const lost = kept.filter((key) => this.#isLost(urn, key));
    for (const key of left) this.#givenUp.set(key, urn);
    this.#own(
      urn,
      kept.filter((key) => !lost.includes(key)),
    );
    return lost.length > 0;
  }

  /** Records that the operation of a resource has ended, and what its state has. */
  recordEnded(urn: string, state: readonly Claim[]): void {
    this.#forget(urn);
    this.#pending.delete(urn);
    this.#own(urn, keysOf(state));
  }

  /** Returns whether another resource has given up a part that the state of this one has. */
  isLost(urn: string, objectId: string, part: string): boolean {
    return this.#isLost(urn, keyOf(objectId, part));
  }

  /** Returns whether a resource has a part in its state, or has given it up, as far as this run knows. */
  isKnown(objectId: string, part: string): boolean {
    const key = keyOf(objectId, part);
    return this.#givenUp.has(key) || this.#isOwned(key);
  }

  /** Adds parts to an object, after other changes of these parts have ended. */
  add<T>(context: Change, objectId: string, parts: readonly string[], work: () => Promise<T>): Promise<T> {
    const keys = parts.map((part) => keyOf(objectId, part));
    return this.#alone(context, objectId, keys, async () => {
      const result = await work();
      this.#own(context.urn, keys);
      return result;
    });
  }

  /**
   * Removes parts of an object, except those that another resource has; a deletion leaves those of its own replacement as well.
   * @param partOf the name of an item in ownership claims
   * @returns the items that were removed
   */
  async remove<T>(
    context: Change,
    objectId: string,
    items: readonly T[],
    partOf: (item: T) => string,
    work: (items: readonly T[]) => Promise<unknown>,
  ): Promise<readonly T[]> {
    const keyOfItem = (item: T) => keyOf(objectId, partOf(item));
    await Promise.all(items.map((item) => this.#handedOver(context, objectId, partOf(item))));
    return this.#alone(context, objectId, items.map(keyOfItem), async () => {
      const isOwner = (owner: string) => owner !== context.urn || context.isDeletion;
      const removed = items.filter((item) => ![...(this.#owners.get(keyOfItem(item)) ?? [])].some(isOwner));
      if (removed.length > 0) await work(removed);
      return removed;
    });
  }

  /** Runs work on a part of an object, which need not be owned, after all earlier such work. */
  alone<T>(context: Change, objectId: string, part: string, work: () => Promise<T>): Promise<T> {
    return this.#alone(context, objectId, [keyOf(objectId, part)], work);
  }

  /** Reads parts of an object while no other resource changes one of them. */
  readAlone<T>(context: Change, objectId: string, listed: readonly Claim[], read: () => Promise<T>): Promise<T> {
    return this.#alone(context, objectId, keysOf(listed), read);
  }

  /** Waits until the resource that lists a part has it, or its operation has ended, or the time is over. */
  async #handedOver({ urn, claims, clock }: Change, objectId: string, part: string): Promise<void> {
    const nextOwner = claims.ownerOf(objectId, part);
    const isOpen = () =>
      nextOwner !== undefined && nextOwner !== urn && this.#pending.has(nextOwner) && !this.#isOwned(keyOf(objectId, part));
    if (!isOpen()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => {
      if (!isOpen()) resolve();
    };
    const callOff = clock.setTimer(handoverMs, resolve);
    this.#listeners.add(check);
    await unlessAborted(promise, currentScope().cancellation).finally(() => {
      this.#listeners.delete(check);
      callOff();
    });
  }

  /** Runs a change of parts after all earlier changes of any of them. */
  #alone<T>({ clock }: Change, objectId: string, keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const earlier = Promise.all(keys.flatMap((key) => this.#changes.get(key) ?? []));
    const result = awaitShared(clock, `a change of ${objectId} by another resource`, earlier).then(work);
    const ended = Promise.allSettled([earlier, result]);
    for (const key of keys) this.#changes.set(key, ended);
    return result;
  }

  #forget(urn: string): void {
    for (const key of this.#parts.get(urn) ?? []) this.#owners.get(key)?.delete(urn);
    this.#parts.delete(urn);
  }

  #own(urn: string, keys: readonly string[]): void {
    for (const key of keys) this.#owners.set(key, (this.#owners.get(key) ?? new Set()).add(urn));
    this.#parts.set(urn, new Set([...(this.#parts.get(urn) ?? []), ...keys]));
    for (const listener of this.#listeners) listener();
  }

  #isOwned(key: string): boolean {
    return (this.#owners.get(key)?.size ?? 0) > 0;
  }

  #isLost(urn: string, key: string): boolean {
    return (this.#givenUp.get(key) ?? urn) !== urn && this.#owners.get(key)?.has(urn) !== true;
  }
}

function keysOf(claims: readonly Claim[]): string[] {
  return claims.flatMap(({ objectId, part }) => (part === undefined ? [] : [keyOf(objectId, part)]));
}

function keyOf(objectId: string, part: string): string {
  return `${objectId} ${part}`;
}
