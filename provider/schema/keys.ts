/** The kinds of which two objects with equal arguments can exist at the same time. */
const REPEATABLE: ReadonlySet<string> = new Set(["ResourceShare", "DeviceAction"]);

/** Returns whether the arguments of a kind identify the object, so that a replacement must delete before it creates. */
export function hasNaturalKey(token: string): boolean {
  return !REPEATABLE.has(token);
}
