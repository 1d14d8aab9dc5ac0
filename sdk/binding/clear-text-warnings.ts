import * as pulumi from "@pulumi/pulumi";
import { secretsIn } from "../../provider/host/clear-text.ts";

/** The stacks that were warned of: a process may run several inline programs. */
const seen = new Set<string>();

/**
 * Warns, once in a stack, of each secret that its configuration holds in clear text, unless a part of the key's value is encrypted. Only the
 * process of the program knows which values are encrypted: the engine passes plain values to providers.
 */
export function warnOfClearText(): void {
  const stack = `${pulumi.getProject()}/${pulumi.getStack()}`;
  if (seen.has(stack)) return;
  seen.add(stack);
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
