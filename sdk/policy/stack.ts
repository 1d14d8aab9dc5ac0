import type { PolicyResource } from "@pulumi/policy";
import { compareText } from "../../provider/kernel/json.ts";
import { resources as kinds } from "../../provider/resources/index.ts";
import { partsOfShares } from "../../provider/resources/kinds.ts";
import { checkedResourceOf, type CheckedResource } from "./policy-resource.ts";

/** A share with all resources of the stack that belong to it. */
export interface Share {
  /** The name of the share in messages. */
  readonly label: string;
  /** The `ResourceShare` resource; `undefined` when the stack only adds to the share. */
  readonly itself: CheckedResource | undefined;
  /** The resource that findings of the whole share are reported for: `itself`, or else the first that adds to it. */
  readonly subject: CheckedResource;
  /** The `ResourceShare` resource and all resources with its `shareId`. */
  readonly parts: readonly CheckedResource[];
}

/** The resources of a stack that policies check. */
export interface Stack {
  /** The program as a whole. */
  readonly program: { readonly label: string; readonly urn: string | undefined };
  readonly shares: readonly Share[];
  /** Resources whose share is not known yet. */
  readonly unassigned: readonly CheckedResource[];
}

/** Groups the resources of this package by share. The dependencies of an unknown `shareId` identify its share. */
export function stackOf(resources: readonly PolicyResource[]): Stack {
  const found = resources.flatMap((resource) => {
    const subject = checkedResourceOf(resource);
    return subject ? [{ subject, origin: originOf(resource), shareId: subject.values["shareId"] }] : [];
  });
  // The order of the engine differs from run to run.
  const pairs = found.toSorted((a, b) => compareText(orderOf(a.subject), orderOf(b.subject)));
  // When one resource has its `shareId` from a share, a resource with the same literal id belongs to that share too.
  const owners = new Map(pairs.flatMap(({ origin, shareId }) => (origin && typeof shareId === "string" ? [[shareId, origin]] : [])));
  const groups = new Map<string, [...CheckedResource[], CheckedResource]>();
  const unassigned: CheckedResource[] = [];
  for (const { subject, origin, shareId } of pairs) {
    const own = subject.kind === "ResourceShare" ? subject.urn : undefined;
    if (own === undefined && !partsOfShares.includes(subject.kind)) continue;
    const literal = typeof shareId === "string" ? (owners.get(shareId) ?? shareId) : undefined;
    const key = own ?? origin ?? literal;
    if (key === undefined) unassigned.push(subject);
    else groups.set(key, [...(groups.get(key) ?? []), subject]);
  }
  const shares = [...groups].map(([key, parts]) => {
    const [subject] = parts;
    const itself = subject.kind === "ResourceShare" ? subject : undefined;
    return { label: itself?.label ?? `share ${key}`, itself, subject, parts };
  });
  const root = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return { program: { label: `the program ${root?.name ?? ""}`.trim(), urn: root?.urn }, shares, unassigned };
}

/** Sorts `ResourceShare` resources first, so that conflicts are reported for the resources that add to the share. */
function orderOf({ kind, urn }: CheckedResource): string {
  return `${kind === "ResourceShare" ? 0 : 1} ${urn}`;
}

/** The URN of the share that the `shareId` of a resource comes from; `undefined` when there is not exactly one. */
function originOf({ propertyDependencies }: PolicyResource): string | undefined {
  const shares = (propertyDependencies["shareId"] ?? []).filter((resource) => checkedResourceOf(resource)?.kind === "ResourceShare");
  return shares.length === 1 ? shares[0]?.urn : undefined;
}

/** The ownership claims of a resource on its share, by the rule of the provider's `check`. */
export function claimsOf({ kind, values }: CheckedResource, share: string) {
  return kinds.find(({ token }) => token === kind)?.claims(share, { ...values, shareId: share }) ?? [];
}

/** The keys of the resources or targets that a resource claims on its share, in each form of listing. */
export function claimedKeysOf(subject: CheckedResource, kind: "resource" | "target"): string[] {
  return claimsOf(subject, "").flatMap(({ part }) => (part?.startsWith(`${kind} `) === true ? [part.slice(kind.length + 1)] : []));
}
