import { toDot } from "./dot.ts";
import type { ShownAccess } from "../diff/changes.ts";

/** The accesses, or their changes, as an SVG image. */
export async function toSvg(accesses: readonly ShownAccess[]): Promise<string> {
  // Loaded on demand: the module has more than a megabyte, and only this format needs it.
  const { instance } = await import("@viz-js/viz");
  const svg = (await instance()).renderString(toDot(accesses), { format: "svg" });
  // Graphviz escapes hyphens, which only XML comments need. Unescaped, a text search finds ids.
  return svg.replaceAll("&#45;", "-").trimEnd();
}
