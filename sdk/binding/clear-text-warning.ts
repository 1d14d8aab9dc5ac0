import * as pulumi from "@pulumi/pulumi";
import { secretsIn } from "../../provider/host/clear-text.ts";

const warned = new Set<string>();

/**
 * Warns once of each secret that the configuration of the stack stores in clear text. Only the process of the program knows that: the
 * engine passes plain values to providers.
 */
export function warnOfClearText(): void {
  for (const [key, value] of Object.entries(pulumi.runtime.allConfig())) {
    if (warned.has(key) || isEncrypted(key) || secretsIn(key, value).length === 0) continue;
    warned.add(key);
    void pulumi.log.warn(`${key} is stored in clear text: \`resourceshare doctor --stack .\` names the command that encrypts it`);
  }
}

/** The SDK has this function and does not declare it. */
const runtime: typeof pulumi.runtime & { readonly isConfigSecret?: (key: string) => boolean } = pulumi.runtime;

function isEncrypted(key: string): boolean {
  return runtime.isConfigSecret?.(key) ?? true;
}
