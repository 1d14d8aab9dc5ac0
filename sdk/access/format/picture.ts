import { type Change, forceOf, type ShownAccess } from "../diff/changes.ts";
import { summaryOf, summaryText } from "../summary.ts";
import { type EdgeChange, type Graph, graphOf, shareKey } from "./graph.ts";

/** A graph that fits a picture, with its title and legend. */
export interface Picture extends Graph {
  readonly title: string;
  /** What shapes and lines mean, and what the picture leaves out; one line each. */
  readonly legend: readonly string[];
}

/** The most nodes of a picture: more are not legible on one page. */
const mostNodes = 70;

/**
 * Builds the picture of accesses. When there are more shares than fit, those with targets outside the directory come first, and the legend
 * names what was left out.
 */
export function pictureOf(accesses: readonly ShownAccess[]): Picture {
  const { graph, drawn, omittedShares } = fittingGraph(accesses);
  const omitted = accesses.length - drawn;
  return {
    ...graph,
    title: titleOf(accesses),
    legend: [
      ...legendOf(graph),
      ...(omittedShares > 0 ? [`Left out: ${omitted} accesses of ${omittedShares} more shares. --share NAME draws a part.`] : []),
    ],
  };
}

function fittingGraph(accesses: readonly ShownAccess[]): { graph: Graph; drawn: number; omittedShares: number } {
  const whole = graphOf(accesses);
  if (whole.nodes.length <= mostNodes) return { graph: whole, drawn: accesses.length, omittedShares: 0 };
  const keys = sharesByImportance(accesses);
  const ofFirst = (count: number) => {
    const wanted = new Set(keys.slice(0, count));
    return accesses.flatMap((access) => {
      const shares = access.shares.filter((share) => wanted.has(shareKey(share)));
      return shares.length > 0 ? [{ ...access, shares }] : [];
    });
  };
  let [fits, tooMany] = [1, keys.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (graphOf(ofFirst(middle)).nodes.length <= mostNodes) fits = middle;
    else tooMany = middle;
  }
  const drawn = ofFirst(fits);
  return { graph: graphOf(drawn), drawn: drawn.length, omittedShares: keys.length - fits };
}

/** The keys of all shares: first those with targets that are, or may be, outside the directory. */
function sharesByImportance(accesses: readonly ShownAccess[]): readonly string[] {
  const isOutside = ({ target }: ShownAccess) => target.external !== false || target.kind === "Service";
  const keysOf = (some: readonly ShownAccess[]) => some.flatMap(({ shares }) => shares.map(shareKey));
  return [...new Set([...keysOf(accesses.filter(isOutside)), ...keysOf(accesses)])];
}

function titleOf(accesses: readonly ShownAccess[]): string {
  const count = (wanted: Change["change"]) => accesses.filter(({ change }) => change === wanted).length;
  if (accesses.every(({ change }) => change === undefined)) return summaryText(summaryOf(accesses));
  const gaps = accesses.filter(({ gap }) => gap === true).length;
  const inForce = accesses.filter((access) => forceOf(access) === "in force").length;
  return [
    `${count("gained")} gained`,
    `${count("lost")} lost`,
    ...(inForce > 0 ? [`${inForce} now in force`] : []),
    ...(count("unknown") > 0 ? [`${count("unknown")} unknown`] : []),
    ...(gaps > 0 ? [`${gaps} with a gap`] : []),
  ].join(", ");
}

const changeTexts: Readonly<Partial<Record<EdgeChange, string>>> = {
  gained: "green line: gained",
  lost: "red line: lost",
  unknown: "yellow line: not known yet",
  gap: "orange line: interrupted during the update",
  mixed: "grey line: changes in several ways",
};

/** What the shapes and lines of a graph mean; those that it does not have are left out. */
function legendOf({ nodes, edges }: Graph): string[] {
  if (nodes.length === 0) return [];
  const shapes = new Set(nodes.map(({ shape }) => shape));
  const isResource = new Set(nodes.flatMap(({ id, shape }) => (shape === "resource" ? [id] : [])));
  const changes = new Set(edges.map(({ change }) => change));
  return [
    "Left to right: resources, shares, targets.",
    ...(edges.some(({ from, label }) => isResource.has(from) && label === undefined) ? ["line without a name: default permission"] : []),
    ...(edges.some(({ pending }) => pending) ? ["dashed line: pending"] : []),
    ...(shapes.has("external") ? ["red border: outside the resource directory"] : []),
    ...(shapes.has("possibly-external") ? ["orange border: possibly outside the resource directory"] : []),
    ...[...changes].flatMap((change) => changeTexts[change ?? "kept"] ?? []),
  ];
}
