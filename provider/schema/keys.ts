/**
 * The kinds of which the old object is deleted after its replacement is created.
 * Two shares and two actions can exist side by side. Who has left a share cannot accept it again.
 * A share whose permission is detached first has the wider default meanwhile.
 */
const CREATED_FIRST: ReadonlySet<string> = new Set(["ResourceShare", "DeviceAction", "InvitationAcceptor", "SharePermission"]);

/** Returns whether the arguments of a kind identify the object, so that a replacement must delete before it creates. */
export function hasNaturalKey(token: string): boolean {
  return !CREATED_FIRST.has(token);
}
