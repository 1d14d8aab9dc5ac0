import { resources } from "../resources/index.ts";

/** Returns whether the arguments of a kind identify the object, so that a replacement must delete before it creates. */
export function hasNaturalKey(token: string): boolean {
  return resources.find((resource) => resource.token === token)?.hasNaturalKey ?? true;
}
