import * as pulumi from "@pulumi/pulumi";
import { backendAddress, originOf } from "../../provider/host/backend-address.ts";

/**
 * Returns a digest of organisation and backend of the running stack, which distinguishes stacks with the same name. The provider adds the
 * backend of its own environment, the engine's, which the process of an inline program may lack. Only the digest leaves this module.
 */
export function stateOrigin(environment: NodeJS.ProcessEnv = process.env): string {
  const organization = orEmpty(() => pulumi.getOrganization());
  const folder = orEmpty(() => pulumi.getRootDirectory()) || process.cwd();
  return originOf(organization, backendAddress(folder, environment));
}

/** Pulumi's functions throw in versions and processes that do not know the value. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
