import type { Access } from "../access.ts";
import type { Resource, ShareName, Target } from "../share-snapshot.ts";
import type { Change } from "../diff/changes.ts";
import { kindOf } from "./table.ts";

/** An access to draw: a present one, or a change of one. */
export type Drawn = Access & Partial<Pick<Change, "change" | "gap">>;

/** A graph of accesses: edges lead from resources over the shares that grant them to targets. */
export interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** A resource, a share or a target. */
export interface Node {
  /** Letters and digits only; equal accesses have equal ids. */
  readonly id: string;
  readonly shape: "resource" | "share" | "target" | "external";
  /** One line each. */
  readonly lines: readonly string[];
}

/** A line from a resource to a share, or from a share to a target. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label?: string | undefined;
  /** Whether no access along this edge is in force yet. */
  readonly pending: boolean;
  /** How all accesses along this edge change; `mixed` when they change in different ways. */
  readonly change?: EdgeChange | undefined;
}

/** How the accesses along an edge change. */
export type EdgeChange = "gained" | "lost" | "kept" | "unknown" | "gap" | "mixed";

/** Builds a graph of accesses with shares as nodes: a share grants all its resources to all its targets, so this needs far fewer edges. */
export function graphOf(accesses: readonly Drawn[]): Graph {
  const nodes = new Map<string, Node>();
  const edges = new Map<string, Edge>();
  const node = (key: string, prefix: string, shape: Node["shape"], lines: readonly string[]): string => {
    const known = nodes.get(key) ?? { id: `${prefix}${nodes.size + 1}`, shape, lines };
    nodes.set(key, known);
    return known.id;
  };
  const edge = (from: string, to: string, pending: boolean, own: EdgeChange | undefined, label?: string) => {
    const key = JSON.stringify([from, to, label]);
    const known = edges.get(key);
    const joined = known === undefined || known.change === own ? own : "mixed";
    edges.set(key, { from, to, label, pending: pending && known?.pending !== false, change: joined });
  };
  for (const { target, resource, permission, shares, change, gap } of accesses) {
    const edgeChange = gap === true ? "gap" : change;
    const resourceId = node(`resource ${resource.type} ${resource.id}`, "r", "resource", linesOfResource(resource));
    const targetId = node(`target ${target.id}`, "t", target.external ? "external" : "target", linesOfTarget(target));
    for (const share of shares) {
      const shareId = node(`share ${share.id ?? share.urn ?? share.name}`, "s", "share", linesOfShare(share));
      edge(resourceId, shareId, false, edgeChange, permission);
      edge(shareId, targetId, share.pending, edgeChange);
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** Colours of changes; mixed and kept edges have none. */
export const colours: Readonly<Partial<Record<EdgeChange, string>>> = {
  gained: "#1e8e3e",
  lost: "#c0392b",
  unknown: "#b7950b",
  gap: "#d35400",
};

function linesOfResource({ type, id }: Resource): string[] {
  return [type, id];
}

function linesOfTarget(target: Target): string[] {
  return [kindOf({ target }), target.id];
}

function linesOfShare({ name, id }: ShareName): string[] {
  return id === undefined || id === name ? [name] : [name, id];
}
