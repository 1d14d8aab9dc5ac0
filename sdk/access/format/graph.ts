import type { ShownAccess } from "../diff/changes.ts";
import { defaultPermission, type Resource, type ShareName, type Target } from "../share-snapshot.ts";
import { kindOf } from "./target-kind.ts";

/** A graph of accesses: edges lead from resources over the shares that grant them to targets. */
export interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** Resources, a share or targets. */
export interface Node {
  /** Letters and digits only; equal accesses have equal ids. */
  readonly id: string;
  readonly shape: "resource" | "share" | "target" | "external" | "possibly-external";
  /** One line each. */
  readonly lines: readonly string[];
}

/** A line from resources to a share, or from a share to targets. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** The permission; `undefined` for the type's default. */
  readonly label?: string | undefined;
  /** Whether no access along this edge is in force yet. */
  readonly pending: boolean;
  /** How all accesses along this edge change; `mixed` when they change in different ways. */
  readonly change?: EdgeChange | undefined;
}

/** How the accesses along an edge change. */
export type EdgeChange = "gained" | "lost" | "kept" | "unknown" | "gap" | "mixed";

/** Colours of changes; mixed and kept edges have none. */
export const colours: Readonly<Partial<Record<EdgeChange, string>>> = {
  gained: "#1e8e3e",
  lost: "#c0392b",
  unknown: "#b7950b",
  gap: "#d35400",
};

/** The most ids that one node names. */
const mostNames = 4;

/** An edge between a share and a resource or a target, while the graph is built. */
interface Link {
  readonly share: string;
  readonly label: string | undefined;
  pending: boolean;
  change: EdgeChange | undefined;
}

/** A resource or a target with all its links. */
interface Entity<Item> {
  readonly item: Item;
  readonly links: Map<string, Link>;
}

/**
 * Builds a graph of accesses with shares as nodes: a share grants all its resources to all its targets, so this needs far fewer edges.
 * Resources of one type, and targets of one kind, with the same links are one node.
 */
export function graphOf(accesses: readonly ShownAccess[]): Graph {
  const shares = new Map<string, ShareName>();
  const resources = new Map<string, Entity<Resource>>();
  const targets = new Map<string, Entity<Target>>();
  for (const { target, resource, permission, shares: granting, change, gap } of accesses) {
    const own = gap === true ? "gap" : change;
    const from = entityAt(resources, `${resource.type} ${resource.id}`, resource);
    const to = entityAt(targets, target.id, target);
    for (const share of granting) {
      const key = shareKey(share);
      shares.set(key, share);
      link(from, { share: key, label: labelOf(permission, resource.type), pending: false, change: own });
      link(to, { share: key, label: undefined, pending: share.pending, change: own });
    }
  }
  return drawn(shares, [...resources.values()], [...targets.values()]);
}

/** A key of a share in a graph. */
export function shareKey({ id, urn, name }: ShareName): string {
  return id ?? urn ?? name;
}

function drawn(shares: ReadonlyMap<string, ShareName>, resources: readonly Entity<Resource>[], targets: readonly Entity<Target>[]): Graph {
  const nodes: Node[] = [];
  const add = (prefix: string, shape: Node["shape"], lines: readonly string[]) => {
    const id = `${prefix}${nodes.length + 1}`;
    nodes.push({ id, shape, lines });
    return id;
  };
  const shareIds = new Map([...shares].map(([key, share]) => [key, add("s", "share", linesOfShare(share))]));
  const idOf = (share: string) => shareIds.get(share) ?? "";
  const edges = [
    ...grouped(resources, ({ type }) => type).flatMap(({ items, links }) => {
      const from = add("r", "resource", linesOfResources(items));
      return links.map(({ share, label, pending, change }) => ({ from, to: idOf(share), label, pending, change }));
    }),
    ...grouped(targets, ({ kind, external }) => `${kind} ${external}`).flatMap(({ items, links }) => {
      const to = add("t", shapeOf(items[0]), linesOfTargets(items));
      return links.map(({ share, pending, change }) => ({ from: idOf(share), to, pending, change }));
    }),
  ];
  return { nodes, edges };
}

/** Groups entities of one kind that have the same links. */
function grouped<Item>(
  entities: readonly Entity<Item>[],
  kindOfItem: (item: Item) => string,
): readonly { readonly items: readonly Item[]; readonly links: readonly Link[] }[] {
  const groups = Map.groupBy(entities, ({ item, links }) =>
    JSON.stringify([kindOfItem(item), ...[...links.values()].map((link) => JSON.stringify(link)).toSorted()]),
  );
  return [...groups.values()].map((same) => ({ items: same.map(({ item }) => item), links: [...(same[0]?.links.values() ?? [])] }));
}

function entityAt<Item>(entities: Map<string, Entity<Item>>, key: string, item: Item): Entity<Item> {
  const entity = entities.get(key) ?? { item, links: new Map<string, Link>() };
  entities.set(key, entity);
  return entity;
}

function link({ links }: Entity<unknown>, own: Link): void {
  const key = JSON.stringify([own.share, own.label]);
  const known = links.get(key);
  if (known === undefined) links.set(key, own);
  else {
    known.pending &&= own.pending;
    if (known.change !== own.change) known.change = "mixed";
  }
}

/** The permission without what its type says already; none for a default permission. */
function labelOf(permission: string, type: string): string | undefined {
  if (permission === defaultPermission || permission.startsWith("AliyunRSDefaultPermission")) return undefined;
  const prefix = `AliyunRSPermission${type}`;
  return permission.startsWith(prefix) && permission !== prefix ? permission.slice(prefix.length) : permission;
}

function shapeOf(target: Target | undefined): Node["shape"] {
  return target?.external === true ? "external" : target?.external === null ? "possibly-external" : "target";
}

function linesOfResources(resources: readonly Resource[]): string[] {
  const type = resources[0]?.type ?? "";
  return [resources.length === 1 ? type : `${resources.length} × ${type}`, ...namesOf(resources)];
}

function linesOfTargets(targets: readonly Target[]): string[] {
  return [...targets.slice(0, 1).map((target) => kindOf(target, targets.length)), ...namesOf(targets)];
}

function namesOf(items: readonly { readonly id: string }[]): string[] {
  const ids = items.map(({ id }) => id);
  return ids.length <= mostNames ? ids : [...ids.slice(0, mostNames - 1), `and ${ids.length - mostNames + 1} more`];
}

function linesOfShare({ name, id }: ShareName): string[] {
  return id === undefined || id === name ? [name] : [name, id];
}
