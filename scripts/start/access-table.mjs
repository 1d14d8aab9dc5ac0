/** @typedef {import("pulumi-resourceshare/simulator").Grant} Grant */

/**
 * What a program says, as its output `wanted` tells it.
 * @typedef {{ resources: string[], targets: string[] }} Wanted `resources`: type and id, with a space between
 */

/**
 * Who can use what, as the service sees it: a line for each target.
 * @param {readonly Grant[]} grants
 */
export function accessTable(grants) {
  const byTarget = Map.groupBy(grants, ({ target }) => `${target.kind} ${target.id}`);
  const width = Math.max(0, ...Array.from(byTarget.keys(), (name) => name.length));
  return Array.from(byTarget, ([target, given]) => {
    const things = given.map(({ resource, pending }) => `${resource.type} ${resource.id}${pending ? " (pending)" : ""}`);
    return `  ${target.padEnd(width)}  may use  ${things.join(", ")}`;
  });
}

/**
 * Compares what a program says with what the service gives: each target may use each resource, now, and nothing else is given.
 * @param {Wanted} wanted
 * @param {readonly Grant[]} grants
 * @returns {string[]} what differs
 */
export function differences({ resources, targets }, grants) {
  const should = new Set(targets.flatMap((target) => resources.map((resource) => `${target} may use ${resource}`)));
  const given = grants
    .filter(({ pending }) => !pending)
    .map(({ target, resource }) => `${target.id} may use ${resource.type} ${resource.id}`);
  const does = new Set(given);
  return [
    ...[...should].filter((line) => !does.has(line)).map((line) => `missing: ${line}`),
    ...[...does].filter((line) => !should.has(line)).map((line) => `too much: ${line}`),
    ...given.filter((line, index) => given.indexOf(line) !== index).map((line) => `twice: ${line}`),
  ];
}
