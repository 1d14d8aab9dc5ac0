import type { Access, Giver, Resource, Target } from "../access.ts";
import { kindOf } from "./table.ts";

/** A picture of accesses: resources on the left, the shares that give them, targets on the right. */
export interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

export interface Node {
  /** Letters and digits only, the same for equal accesses. */
  readonly id: string;
  readonly shape: "resource" | "share" | "target" | "external";
  /** One line each. */
  readonly lines: readonly string[];
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label?: string | undefined;
  /** Nothing that goes this way is in force yet. */
  readonly pending: boolean;
}

/** Draws accesses through the shares that give them: as a share gives all it holds to all its targets, that says the same with far fewer lines. */
export function graphOf(accesses: readonly Access[]): Graph {
  const nodes = new Map<string, Node>();
  const edges = new Map<string, Edge>();
  const node = (key: string, prefix: string, shape: Node["shape"], lines: readonly string[]): string => {
    const known = nodes.get(key) ?? { id: `${prefix}${nodes.size + 1}`, shape, lines };
    nodes.set(key, known);
    return known.id;
  };
  const edge = (from: string, to: string, pending: boolean, label?: string) => {
    const key = JSON.stringify([from, to, label]);
    edges.set(key, { from, to, label, pending: pending && edges.get(key)?.pending !== false });
  };
  for (const { target, resource, permission, shares } of accesses) {
    const resourceId = node(`resource ${resource.type} ${resource.id}`, "r", "resource", linesOfResource(resource));
    const targetId = node(`target ${target.id}`, "t", target.external ? "external" : "target", linesOfTarget(target));
    for (const share of shares) {
      const shareId = node(`share ${share.id ?? share.urn ?? share.name}`, "s", "share", linesOfShare(share));
      edge(resourceId, shareId, false, permission);
      edge(shareId, targetId, share.pending);
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

function linesOfResource({ type, id }: Resource): string[] {
  return [type, id];
}

function linesOfTarget(target: Target): string[] {
  return [kindOf({ target }), target.id];
}

function linesOfShare({ name, id }: Giver): string[] {
  return id === undefined || id === name ? [name] : [name, id];
}
