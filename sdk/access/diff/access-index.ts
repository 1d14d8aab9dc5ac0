import type { Access, Giver, Held, Resource, ShareContent, Target } from "../access.ts";
import { compareText } from "../../../provider/kernel/json.ts";
import { defaultPermission } from "../access.ts";

/** One share at one moment; the caller of the index chooses `Source`. */
interface ShareSnapshot<Source> {
  readonly source: Source;
  readonly content: ShareContent;
  /** The share when it grants an access already; all its accesses refer to this one list, which saves memory. */
  readonly now: readonly Giver[];
  /** The same list for accesses that are pending. */
  readonly later: readonly Giver[];
}

/** The target and the resource of one share that grant an access at one moment. */
export interface Giving<Source> {
  readonly share: ShareSnapshot<Source>;
  readonly target: Held<Target>;
  readonly resource: Held<Resource>;
}

/** One access, and the shares that grant it before and after the update. */
export interface Entry<Source> {
  readonly permission: string;
  readonly before: readonly Giving<Source>[];
  readonly after: readonly Giving<Source>[];
  /** Whether a share grants it without interruption. */
  readonly isThroughout: boolean;
}

interface Draft<Source> {
  readonly key: number;
  readonly permission: string;
  before: readonly Giving<Source>[];
  after: readonly Giving<Source>[];
  isThroughout: boolean;
}

/** The moments at which a content is valid; content that does not change is valid at all of them. */
export interface When {
  readonly before: boolean;
  readonly after: boolean;
  readonly throughout: boolean;
}

/** More targets, or pairs of resource and permission, than a preview names. The product of two such numbers is a safe integer. */
const most = 2 ** 26;

/**
 * An index of accesses with the shares that grant them. A stack may grant tens of thousands of accesses. To save memory, the key of an
 * access is one number, made from the number of its target and the number of its resource and permission.
 */
export class AccessIndex<Source> {
  readonly #targets = new Map<string, number>();
  readonly #resources = new Map<string, number>();
  readonly #drafts = new Map<number, Draft<Source>>();

  /** Adds the accesses that a share grants at the moments `when`. */
  add(content: ShareContent, source: Source, when: When): void {
    const resources = content.resources.map((resource) => {
      const { type, id } = resource.thing;
      const permission = content.permissions.get(type) ?? defaultPermission;
      return { resource, permission, number: numberOf(this.#resources, JSON.stringify([type, id, permission])) };
    });
    const share = { source, content, now: [{ ...content.share, pending: false }], later: [{ ...content.share, pending: true }] };
    for (const target of content.targets) {
      const row = numberOf(this.#targets, JSON.stringify(target.thing.id)) * most;
      for (const { resource, permission, number } of resources) {
        const draft = this.#draft(row + number, permission);
        draft.isThroughout ||= when.throughout;
        if (!when.before && !when.after) continue;
        const grant = { share, target, resource };
        const isAlike = when.before && draft.before === draft.after;
        if (when.before) draft.before = joined(draft.before, grant);
        if (when.after) draft.after = isAlike ? draft.before : joined(draft.after, grant);
      }
    }
  }

  /** Returns every access once, in the order of `accessOf`. */
  entries(): readonly Entry<Source>[] {
    const [targets, resources] = [ranksOf(this.#targets), ranksOf(this.#resources)];
    const rank = ({ key }: Draft<Source>) => (targets[Math.floor(key / most)] ?? 0) * most + (resources[key % most] ?? 0);
    return [...this.#drafts.values()].toSorted((one, other) => rank(one) - rank(other));
  }

  #draft(key: number, permission: string): Draft<Source> {
    const known = this.#drafts.get(key);
    if (known) return known;
    const draft: Draft<Source> = { key, permission, before: none, after: none, isThroughout: false };
    this.#drafts.set(key, draft);
    return draft;
  }
}

/** One access of all shares that grant it at one moment; `undefined` when none does. */
export function accessGiven<Source>(permission: string, grants: readonly Giving<Source>[]): Access | undefined {
  const [first] = grants;
  if (first === undefined) return undefined;
  const { target, resource, share } = first;
  if (grants.length === 1) {
    const pending = isPending(first);
    return {
      target: target.thing,
      resource: resource.thing,
      permission,
      account: share.content.account,
      pending,
      shares: pending ? share.later : share.now,
    };
  }
  return {
    target: { ...target.thing, external: grants.some((one) => one.target.thing.external) },
    resource: { ...resource.thing, arn: grants.find((one) => one.resource.thing.arn !== undefined)?.resource.thing.arn },
    permission,
    account: grants.find((one) => one.share.content.account !== undefined)?.share.content.account,
    pending: grants.every((one) => isPending(one)),
    shares: grants
      .flatMap((one) => (isPending(one) ? one.share.later : one.share.now))
      .toSorted((one, other) => compareText(nameOf(one), nameOf(other))),
  };
}

function isPending({ target, resource }: Giving<unknown>): boolean {
  return target.pending || resource.pending;
}

const none: readonly never[] = [];

/** Copies instead of `push`: one share grants most accesses, and an array that grows reserves memory. */
function joined<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return items.length === 0 ? [item] : [...items, item];
}

function nameOf({ name, id, urn }: Giver): string {
  return `${name} ${id ?? urn ?? ""}`;
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
