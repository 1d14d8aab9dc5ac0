/** The kinds of which two with equal arguments can exist side by side. */
const REPEATABLE: ReadonlySet<string> = new Set(["ResourceShare", "DeviceAction"]);

/** Whether the arguments of a kind alone name the object: its replacement can only be made once the old one is gone. */
export function hasNaturalKey(token: string): boolean {
  return !REPEATABLE.has(token);
}
