import { resources } from "../resources/index.ts";

/** Returns whether a replacement of a kind must delete the old object before it creates the new one; true for a kind that is not known. */
export function deletesBeforeReplacement(token: string): boolean {
  return resources.find((resource) => resource.token === token)?.deletesBeforeReplacement ?? true;
}
