/** The oldest supported version of Node, as the `engines` of package.json. */
export const NODE_AT_LEAST = "22.19";

/** Returns why a version of Node cannot run this package, and what to do; `undefined` for a supported version. */
export function unsupportedNode(version: string): string | undefined {
  if (satisfies(version, `>=${NODE_AT_LEAST}`)) return undefined;
  return `pulumi-resourceshare needs Node ${NODE_AT_LEAST} or newer, and this is Node ${version}: install Node 24 from https://nodejs.org`;
}

/** Returns whether a version is in a range of the form `>=22.19` or `^3.220.0`. */
export function satisfies(version: string, range: string): boolean {
  const [found, least] = [numbersOf(version), numbersOf(range)];
  if (range.startsWith("^") && found[0] !== least[0]) return false;
  const differing = [0, 1, 2].find((part) => (found[part] ?? 0) !== (least[part] ?? 0));
  return differing === undefined || (found[differing] ?? 0) > (least[differing] ?? 0);
}

function numbersOf(version: string): number[] {
  return (/\d+(\.\d+)*/.exec(version)?.[0] ?? "0").split(".").map(Number);
}
