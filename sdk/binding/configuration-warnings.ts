import * as pulumi from "@pulumi/pulumi";
import { namespace } from "../../provider/client/config/configuration-sources.ts";
import { secretsIn } from "../../provider/host/clear-text.ts";
import { keysWithoutNamespace } from "../../provider/host/unknown-keys.ts";
import { isAbsent } from "../../provider/kernel/json.ts";
import type { Options } from "./registration.ts";

/** The stacks and keys that were warned of: a process may run several inline programs. */
const seen = new Set<string>();

/**
 * Warns once in a stack of secrets that its configuration holds in clear text, and of a region or account id without the namespace. Only the
 * process of the program knows them: the engine passes plain values to providers, and none of another namespace.
 *
 * @param args - the arguments of a resource
 */
export function warnOfConfiguration(args: object | null | undefined, options: Options): void {
  const project = pulumi.getProject();
  const stack = `${project}/${pulumi.getStack()}`;
  if (isFirst(stack)) warnOfClearText();
  const hasRegion = !isAbsent(args) && "region" in args && !isAbsent(args.region);
  if (hasRegion || !isAbsent(options?.provider)) return;
  const forgotten = ["region", "accountId"].filter((key) => pulumi.runtime.getConfig(`${project}:${key}`) !== undefined);
  if (forgotten.length === 0) return;
  const lacking = keysWithoutNamespace(project, pulumi.runtime.allConfig(), process.env);
  for (const key of forgotten.filter((one) => lacking.includes(one) && isFirst(`${stack} ${one}`))) {
    void pulumi.log.warn(`${project}:${key} is for the program only: for the provider, set ${namespace}${key}`);
  }
}

/** Whether a stack or a key is seen for the first time. */
function isFirst(key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** Warns of each secret in clear text, unless a part of the key's value is encrypted. */
function warnOfClearText(): void {
  for (const [key, value] of Object.entries(pulumi.runtime.allConfig())) {
    if (isEncrypted(key)) continue;
    for (const { path, fix } of secretsIn(key, value)) void pulumi.log.warn(`${path} is stored in clear text: ${fix}`);
  }
}

/** The SDK has this function and does not declare it. */
const runtime: typeof pulumi.runtime & { readonly isConfigSecret?: (key: string) => boolean } = pulumi.runtime;

function isEncrypted(key: string): boolean {
  return runtime.isConfigSecret?.(key) ?? true;
}
