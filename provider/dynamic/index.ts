/**
 * The provider of the dynamic resources, which the states of programs name.
 *
 * @module pulumi-resourceshare/dynamic
 */
import "../kernel/supported-node.ts";
import { resources } from "../resources/index.ts";
import { createDynamicProvider, type DynamicProvider } from "./provider.ts";
import { InputError } from "../kernel/errors.ts";
import { hostOfProcess } from "./shared-host.ts";

/** The version of the contract between this module and the states that programs have stored; it never decreases. */
const CONTRACT_VERSION = 1;

/**
 * Returns the provider of one kind of resource, for Pulumi's dynamic-provider process.
 * The state of every resource names this function and the path of this module, so neither may change.
 */
export function provider(kind: string, contractVersion: number): DynamicProvider {
  const resource = resources.find(({ token }) => token === kind);
  if (resource === undefined || contractVersion > CONTRACT_VERSION) {
    const error = InputError.of(
      kind,
      `this version of pulumi-resourceshare does not know it (contract ${contractVersion}); install the version that the program was run with, or a newer one`,
    );
    error.stack = "";
    throw error;
  }
  return createDynamicProvider(resource, hostOfProcess());
}
