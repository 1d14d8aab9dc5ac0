import type { Access, Giver, Resource, Target } from "../access.ts";
import type { Change } from "../diff/access-diff.ts";
import { kindOf } from "./table.ts";

/** What may be drawn: what is, or what changes. */
export type Drawn = Access & Partial<Pick<Change, "change" | "gap">>;

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
  /** What happens to all that goes this way; `mixed` where not the same happens to all. */
  readonly fate?: Fate | undefined;
}

export type Fate = "gained" | "lost" | "kept" | "unknown" | "gap" | "mixed";

/** Draws accesses through the shares that give them: as a share gives all it holds to all its targets, that says the same with far fewer lines. */
export function graphOf(accesses: readonly Drawn[]): Graph {
  const nodes = new Map<string, Node>();
  const edges = new Map<string, Edge>();
  const node = (key: string, prefix: string, shape: Node["shape"], lines: readonly string[]): string => {
    const known = nodes.get(key) ?? { id: `${prefix}${nodes.size + 1}`, shape, lines };
    nodes.set(key, known);
    return known.id;
  };
  const edge = (from: string, to: string, pending: boolean, own: Fate | undefined, label?: string) => {
    const key = JSON.stringify([from, to, label]);
    const known = edges.get(key);
    const fate = known === undefined || known.fate === own ? own : "mixed";
    edges.set(key, { from, to, label, pending: pending && known?.pending !== false, fate });
  };
  for (const { target, resource, permission, shares, change, gap } of accesses) {
    const fate = gap === true ? "gap" : change;
    const resourceId = node(`resource ${resource.type} ${resource.id}`, "r", "resource", linesOfResource(resource));
    const targetId = node(`target ${target.id}`, "t", target.external ? "external" : "target", linesOfTarget(target));
    for (const share of shares) {
      const shareId = node(`share ${share.id ?? share.urn ?? share.name}`, "s", "share", linesOfShare(share));
      edge(resourceId, shareId, false, fate, permission);
      edge(shareId, targetId, share.pending, fate);
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** The colours of what happens; what is mixed or stays as it is has none. */
export const colours: Readonly<Partial<Record<Fate, string>>> = { gained: "#1e8e3e", lost: "#c0392b", unknown: "#b7950b", gap: "#d35400" };

function linesOfResource({ type, id }: Resource): string[] {
  return [type, id];
}

function linesOfTarget(target: Target): string[] {
  return [kindOf({ target }), target.id];
}

function linesOfShare({ name, id }: Giver): string[] {
  return id === undefined || id === name ? [name] : [name, id];
}
