import { changedArguments } from "./diff.ts";
import { type Resource, UNKNOWN, type Values } from "./resource.ts";

/**
 * Returns the outputs after an operation as a preview knows them; all that is not certain is UNKNOWN.
 * @param before the state before an update; absent before a creation
 * @param wanted the canonical arguments; any part may be UNKNOWN
 */
export function predictOutputs(resource: Resource, before: Values | undefined, wanted: Values): Values {
  const isKept = (name: string) => !resource.onCreateOnly.some((other) => other === name);
  const outputs = Object.keys(resource.outputs.shape);
  const computed = (resource.computed ?? []).filter((name) => wanted[name] === undefined);
  const stable = before === undefined ? {} : stableOutputs(resource, before, wanted);
  return {
    ...Object.fromEntries(Object.entries(wanted).filter(([name]) => isKept(name))),
    ...Object.fromEntries([...outputs, ...computed].map((name) => [name, UNKNOWN])),
    ...stable,
  };
}

function stableOutputs(resource: Resource, before: Values, wanted: Values): Values {
  const changed = changedArguments(resource, before, wanted);
  // An update of an unsettled object, or without a difference, reads the object again, so no output is certain.
  const isRead = changed.length === 0 || resource.needsReconcile(before);
  const names = isRead ? [] : (resource.stable?.(before, changed) ?? []);
  // An update fails in another account or region. An account or region that was unknown may become known.
  const places = ["accountId", "regionId"].filter((name) => before[name] !== undefined);
  return Object.fromEntries([...places, ...names].map((name) => [name, before[name]]));
}
