/** The oldest Node that the package and `@pulumi/pulumi` run on. */
export const NODE_AT_LEAST = "22.19.0";

/** The oldest Pulumi CLI that the package supports. */
export const PULUMI_AT_LEAST = "3.220.0";

/** The version of the Pulumi CLI that the set-up installs: the newest one that both the vendor and the Go module provide. */
export const PULUMI_INSTALLED = "3.250.0";

/** The version of the language host for YAML programs that tests build where the machine has none. */
export const YAML_HOST_INSTALLED = "1.38.1";

/** The Go version that this CLI's go.mod requires. */
export const GO_AT_LEAST = "1.25.11";

/** The first Go version that can download a newer toolchain, unless `GOTOOLCHAIN=local` forbids it. */
export const GO_SWITCHES_SINCE = "1.21.0";

/**
 * Parses a version in a program's output: `v24.21.0`, `go1.26`, `3.251.0-alpha.1`.
 * @param {string} text
 * @returns {string | undefined} `major.minor.patch`
 */
export function parseVersion(text) {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return found === null ? undefined : `${found[1]}.${found[2]}.${found[3] ?? "0"}`;
}

/**
 * Compares two versions; `sort` with it puts the oldest first.
 * @param {string} left
 * @param {string} right
 */
export function compareVersions(left, right) {
  const [a, b] = [left, right].map((version) => version.split(".").map(Number));
  const differs = [0, 1, 2].find((part) => a?.[part] !== b?.[part]);
  return differs === undefined ? 0 : (a?.[differs] ?? 0) - (b?.[differs] ?? 0);
}

/**
 * Whether a version is known and not older than another.
 * @param {string | undefined} version
 * @param {string} minimum
 * @returns {boolean}
 */
export function isAtLeast(version, minimum) {
  return version !== undefined && compareVersions(version, minimum) >= 0;
}
