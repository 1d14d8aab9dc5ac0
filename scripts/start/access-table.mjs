/** @typedef {import("pulumi-resourceshare/simulator").Grant} Grant */

/**
 * The desired access.
 * @typedef {{ resources: string[], targets: string[] }} Wanted `resources`: type and id, separated by a space
 */

/**
 * Formats the service's effective access, one line per target.
 * @param {readonly Grant[]} grants
 */
export function accessTable(grants) {
  const byTarget = Map.groupBy(grants, ({ target }) => `${target.kind} ${target.id}`);
  const width = Math.max(0, ...Array.from(byTarget.keys(), (name) => name.length));
  return Array.from(byTarget, ([target, access]) => {
    const usable = access.map(({ resource, pending }) => `${resource.type} ${resource.id}${pending ? " (pending)" : ""}`);
    return `  ${target.padEnd(width)}  may use  ${usable.join(", ")}`;
  });
}

/**
 * Compares the desired access with the service's: each target may use each resource now, and nothing else.
 * @param {Wanted} wanted
 * @param {readonly Grant[]} grants
 * @returns {string[]} one line per difference
 */
export function differences({ resources, targets }, grants) {
  const desired = new Set(targets.flatMap((target) => resources.map((resource) => `${target} may use ${resource}`)));
  const granted = grants
    .filter(({ pending }) => !pending)
    .map(({ target, resource }) => `${target.id} may use ${resource.type} ${resource.id}`);
  const actual = new Set(granted);
  return [
    ...[...desired].filter((line) => !actual.has(line)).map((line) => `missing: ${line}`),
    ...[...actual].filter((line) => !desired.has(line)).map((line) => `too much: ${line}`),
    ...granted.filter((line, index) => granted.indexOf(line) !== index).map((line) => `twice: ${line}`),
  ];
}
