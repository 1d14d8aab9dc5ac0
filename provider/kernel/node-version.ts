/** The oldest supported version of Node, as the `engines` of package.json. */
export const NODE_AT_LEAST = "22.19";

/** Returns why a version of Node cannot run this package, and what to do; `undefined` for a supported version. */
export function unsupportedNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = NODE_AT_LEAST.split(".").map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `pulumi-resourceshare needs Node ${NODE_AT_LEAST} or newer, and this is Node ${version}: install Node 24 from https://nodejs.org`;
}
