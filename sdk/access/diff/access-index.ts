import type { Access, Giver, Held, Resource, ShareContent, Target } from "../access.ts";
import { compareText } from "../../../provider/kernel/json.ts";
import { defaultPermission } from "../access.ts";

/** One share at some moment; `Source` is whatever the ledger's user wants to know of it. */
interface Account<Source> {
  readonly source: Source;
  readonly content: ShareContent;
  /** The share, in a list that all accesses of it have in common. */
  readonly now: readonly Giver[];
  readonly later: readonly Giver[];
}

/** What of one share gives an access at some moment. */
export interface Giving<Source> {
  readonly of: Account<Source>;
  readonly target: Held<Target>;
  readonly resource: Held<Resource>;
}

/** One access, and who gives it before the update and after it. */
export interface Entry<Source> {
  readonly permission: string;
  readonly before: readonly Giving<Source>[];
  readonly after: readonly Giving<Source>[];
  /** Whether it is given without interruption. */
  readonly isThroughout: boolean;
}

interface Draft<Source> {
  readonly key: number;
  readonly permission: string;
  before: readonly Giving<Source>[];
  after: readonly Giving<Source>[];
  isThroughout: boolean;
}

/** When a content counts; what does not change counts at every moment. */
export interface When {
  readonly before: boolean;
  readonly after: boolean;
  readonly throughout: boolean;
}

/** More than a preview names of targets, or of resources under permissions; a pair of them is still a whole number. */
const most = 2 ** 26;

/**
 * Accesses by what they are, with those who give each of them. A stack may give tens of thousands, so that targets and resources are
 * numbered and a pair of numbers names an access, in place of a text for each.
 */
export class AccessIndex<Source> {
  readonly #targets = new Map<string, number>();
  readonly #resources = new Map<string, number>();
  readonly #drafts = new Map<number, Draft<Source>>();

  /** Writes down what a share gives at some moments. */
  add(content: ShareContent, source: Source, when: When): void {
    const resources = content.resources.map((resource) => {
      const { type, id } = resource.thing;
      const permission = content.permissions.get(type) ?? defaultPermission;
      return { resource, permission, number: numberOf(this.#resources, JSON.stringify([type, id, permission])) };
    });
    const of = { source, content, now: [{ ...content.share, pending: false }], later: [{ ...content.share, pending: true }] };
    for (const target of content.targets) {
      const row = numberOf(this.#targets, JSON.stringify(target.thing.id)) * most;
      for (const { resource, permission, number } of resources) {
        const draft = this.#draft(row + number, permission);
        draft.isThroughout ||= when.throughout;
        if (!when.before && !when.after) continue;
        const giving = { of, target, resource };
        const isAlike = when.before && draft.before === draft.after;
        if (when.before) draft.before = joined(draft.before, giving);
        if (when.after) draft.after = isAlike ? draft.before : joined(draft.after, giving);
      }
    }
  }

  /** Every access once, in the order that lists of accesses have. */
  entries(): readonly Entry<Source>[] {
    const [targets, resources] = [ranksOf(this.#targets), ranksOf(this.#resources)];
    const rank = ({ key }: Draft<Source>) => (targets[Math.floor(key / most)] ?? 0) * most + (resources[key % most] ?? 0);
    return [...this.#drafts.values()].toSorted((one, other) => rank(one) - rank(other));
  }

  #draft(key: number, permission: string): Draft<Source> {
    const known = this.#drafts.get(key);
    if (known) return known;
    const draft: Draft<Source> = { key, permission, before: nobody, after: nobody, isThroughout: false };
    this.#drafts.set(key, draft);
    return draft;
  }
}

/** An access as those give it who give it at one moment. */
export function accessGiven<Source>(permission: string, givings: readonly Giving<Source>[]): Access | undefined {
  const [first] = givings;
  if (first === undefined) return undefined;
  const { target, resource, of } = first;
  if (givings.length === 1) {
    const pending = isPending(first);
    return {
      target: target.thing,
      resource: resource.thing,
      permission,
      account: of.content.account,
      pending,
      shares: pending ? of.later : of.now,
    };
  }
  return {
    target: { ...target.thing, external: givings.some((one) => one.target.thing.external) },
    resource: { ...resource.thing, arn: givings.find((one) => one.resource.thing.arn !== undefined)?.resource.thing.arn },
    permission,
    account: givings.find((one) => one.of.content.account !== undefined)?.of.content.account,
    pending: givings.every((one) => isPending(one)),
    shares: givings
      .flatMap((one) => (isPending(one) ? one.of.later : one.of.now))
      .toSorted((one, other) => compareText(nameOf(one), nameOf(other))),
  };
}

function isPending({ target, resource }: Giving<unknown>): boolean {
  return target.pending || resource.pending;
}

const nobody: readonly never[] = [];

/** One more; most accesses are given by one share alone, so that no list has room to spare. */
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

/** The place of each number in the order of the texts. */
function ranksOf(numbers: ReadonlyMap<string, number>): readonly number[] {
  const ranks: number[] = [];
  for (const [rank, [, number]] of [...numbers].toSorted(([a], [b]) => compareText(a, b)).entries()) ranks[number] = rank;
  return ranks;
}
