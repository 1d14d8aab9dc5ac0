/** The oldest Node that the package and `@pulumi/pulumi` run on. */
export const NODE_AT_LEAST = "22.19.0";

/** The oldest Pulumi CLI that the package supports. */
export const PULUMI_AT_LEAST = "3.220.0";

/** The Pulumi CLI that the set-up installs: the newest one that exists both at the vendor and as a Go module. */
export const PULUMI_INSTALLED = "3.250.0";

/** The Go that this version's go.mod asks for. */
export const GO_AT_LEAST = "1.25.11";

/** The Go that can fetch a newer Go by itself, unless `GOTOOLCHAIN=local` forbids it. */
export const GO_SWITCHES_SINCE = "1.21.0";

/**
 * Finds a version in what a program prints: `v24.21.0`, `go1.26`, `3.251.0-alpha.1`.
 * @param {string} text
 * @returns {string | undefined} `major.minor.patch`
 */
export function parseVersion(text) {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return found === null ? undefined : `${found[1]}.${found[2]}.${found[3] ?? "0"}`;
}

/**
 * Orders two versions, oldest first; usable with `sort`.
 * @param {string} left
 * @param {string} right
 */
export function compareVersions(left, right) {
  const [a, b] = [left, right].map((version) => version.split(".").map(Number));
  const differs = [0, 1, 2].find((part) => a?.[part] !== b?.[part]);
  return differs === undefined ? 0 : (a?.[differs] ?? 0) - (b?.[differs] ?? 0);
}

/**
 * @param {string | undefined} version
 * @param {string} minimum
 * @returns {boolean}
 */
export function isAtLeast(version, minimum) {
  return version !== undefined && compareVersions(version, minimum) >= 0;
}
