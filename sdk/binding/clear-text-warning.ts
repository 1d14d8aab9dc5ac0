import * as pulumi from "@pulumi/pulumi";
import { secretsIn } from "../../provider/host/clear-text.ts";

/** The stacks whose configuration was read: a process may run several inline programs. */
const checked = new Set<string>();

/**
 * Warns once of each key of a stack's configuration that holds a secret in clear text, unless a part of its value is encrypted. Only the
 * process of the program knows that: the engine passes plain values to providers.
 */
export function warnOfClearText(): void {
  const stack = `${pulumi.getProject()}/${pulumi.getStack()}`;
  if (checked.has(stack)) return;
  checked.add(stack);
  for (const [key, value] of Object.entries(pulumi.runtime.allConfig())) {
    if (isEncrypted(key) || secretsIn(key, value).length === 0) continue;
    void pulumi.log.warn(`${key} is stored in clear text: \`resourceshare doctor --stack .\` names the command that encrypts it`);
  }
}

/** The SDK has this function and does not declare it. */
const runtime: typeof pulumi.runtime & { readonly isConfigSecret?: (key: string) => boolean } = pulumi.runtime;

function isEncrypted(key: string): boolean {
  return runtime.isConfigSecret?.(key) ?? true;
}
