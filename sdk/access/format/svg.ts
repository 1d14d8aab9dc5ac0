import { toDot } from "./dot.ts";
import type { Drawn } from "./graph.ts";

/** The accesses, or what changes of them, as a picture. */
export async function toSvg(accesses: readonly Drawn[]): Promise<string> {
  // More than a megabyte, which only this format needs.
  const { instance } = await import("@viz-js/viz");
  const svg = (await instance()).renderString(toDot(accesses), { format: "svg" });
  // Graphviz escapes hyphens, which only comments need and ids are full of: a search for an id should find it.
  return svg.replaceAll("&#45;", "-").trimEnd();
}
