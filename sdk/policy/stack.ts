import type { PolicyResource } from "@pulumi/policy";
import { compareText } from "../../provider/kernel/json.ts";
import { resources as kinds } from "../../provider/resources/index.ts";
import { checkedResourceOf } from "./policy-resource.ts";
import type { CheckedResource } from "./policy-resource.ts";

/** A share with all that the stack puts into it. */
export interface Share {
  /** What it is called in messages. */
  readonly label: string;
  /** The share itself; absent when the stack only adds to it. */
  readonly itself: CheckedResource | undefined;
  /** The share itself and whatever names it as its share. */
  readonly parts: readonly CheckedResource[];
}

/** All of a stack that policies look at. */
export interface Stack {
  /** The program as a whole. */
  readonly program: { readonly label: string; readonly urn: string | undefined };
  readonly shares: readonly Share[];
  /** What belongs to a share that is not known yet. */
  readonly strays: readonly CheckedResource[];
}

/** The kinds that add to a share. */
const adding: readonly string[] = ["ShareAssociation", "SharePermission", "ShareTags"];

/** The resources of this package, those of one share together. An id that is not known yet is followed to the share that it comes from. */
export function stackOf(resources: readonly PolicyResource[]): Stack {
  const found = resources.flatMap((resource) => {
    const subject = checkedResourceOf(resource);
    return subject ? [{ subject, origin: originOf(resource), shareId: subject.values["shareId"] }] : [];
  });
  // The engine's order changes from run to run.
  const pairs = found.toSorted((a, b) => compareText(orderOf(a.subject), orderOf(b.subject)));
  // An id that one resource has from a share tells whose it is when another one spells it.
  const owners = new Map(pairs.flatMap(({ origin, shareId }) => (origin && typeof shareId === "string" ? [[shareId, origin]] : [])));
  const groups = new Map<string, CheckedResource[]>();
  const strays: CheckedResource[] = [];
  for (const { subject, origin, shareId } of pairs) {
    const own = subject.kind === "ResourceShare" ? subject.urn : undefined;
    if (own === undefined && !adding.includes(subject.kind)) continue;
    const literal = typeof shareId === "string" ? (owners.get(shareId) ?? shareId) : undefined;
    const key = own ?? origin ?? literal;
    if (key === undefined) strays.push(subject);
    else groups.set(key, [...(groups.get(key) ?? []), subject]);
  }
  const shares = [...groups].map(([key, parts]) => {
    const itself = parts.find(({ kind }) => kind === "ResourceShare");
    return { label: itself?.label ?? `share ${key}`, itself, parts };
  });
  const root = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return { program: { label: `the program ${root?.name ?? ""}`.trim(), urn: root?.urn }, shares, strays };
}

/** Shares come first: what else is in them is measured by theirs. */
function orderOf({ kind, urn }: CheckedResource): string {
  return `${kind === "ResourceShare" ? 0 : 1} ${urn}`;
}

/** The one share that a resource has its `shareId` from. */
function originOf({ propertyDependencies }: PolicyResource): string | undefined {
  const shares = (propertyDependencies["shareId"] ?? []).filter((resource) => checkedResourceOf(resource)?.kind === "ResourceShare");
  return shares.length === 1 ? shares[0]?.urn : undefined;
}

/** What a resource claims of its share, by the same rule as the provider's check. */
export function claimsOf({ kind, values }: CheckedResource, share: string) {
  return kinds.find(({ token }) => token === kind)?.claims(share, { ...values, shareId: share }) ?? [];
}

/** The names of what a resource puts into its share: `resource …` and `target …`, in whichever form they are listed. */
export function thingsOf(subject: CheckedResource, of: "resource" | "target"): string[] {
  return claimsOf(subject, "").flatMap(({ thing }) => (thing?.startsWith(`${of} `) === true ? [thing.slice(of.length + 1)] : []));
}
