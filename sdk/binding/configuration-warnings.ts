import * as pulumi from "@pulumi/pulumi";
import { namespace } from "../../provider/client/config/configuration-sources.ts";
import { secretsIn } from "../../provider/host/clear-text.ts";
import { keysWithoutNamespace } from "../../provider/host/unknown-keys.ts";
import { isAbsent } from "../../provider/kernel/json.ts";
import type { Options } from "./registration.ts";

/** The warnings that were shown: a process may run several inline programs. */
const shown = new Set<string>();

/**
 * Warns once in a stack of secrets that its configuration holds in clear text, and of a region or account id without the namespace. Only the
 * process of the program knows them: the engine passes plain values to providers, and none of another namespace.
 *
 * @param args - the arguments of a resource
 */
export function warnOfConfiguration(args: object | null | undefined, options: Options): void {
  const project = pulumi.getProject();
  const configuration = pulumi.runtime.allConfig();
  const hasRegion = !isAbsent(args) && "region" in args && !isAbsent(args.region);
  const meant = hasRegion || !isAbsent(options?.provider) ? [] : keysWithoutNamespace(project, configuration, process.env);
  const forgotten = meant
    .filter((key) => ["region", "accountId"].includes(key))
    .map((key) => `${project}:${key} is for the program only: for the provider, set ${namespace}${key}`);
  for (const warning of [...clearTexts(configuration), ...forgotten]) {
    const key = `${project}/${pulumi.getStack()} ${warning}`;
    if (!shown.has(key)) void pulumi.log.warn(warning);
    shown.add(key);
  }
}

/** Returns a warning for each secret in clear text, unless a part of the key's value is encrypted. */
function clearTexts(configuration: Readonly<Record<string, string>>): string[] {
  return Object.entries(configuration).flatMap(([key, value]) =>
    isEncrypted(key) ? [] : secretsIn(key, value).map(({ path, fix }) => `${path} is stored in clear text: ${fix}`),
  );
}

/** The SDK has this function and does not declare it. */
const runtime: typeof pulumi.runtime & { readonly isConfigSecret?: (key: string) => boolean } = pulumi.runtime;

function isEncrypted(key: string): boolean {
  return runtime.isConfigSecret?.(key) ?? true;
}
