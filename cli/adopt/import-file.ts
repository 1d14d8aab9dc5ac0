import { tokenOfResource } from "../../provider/kernel/type-tokens.ts";
import { printableJson } from "../../provider/kernel/printable.ts";
import { programNames } from "./names.ts";
import type { AdoptableShare } from "./shares.ts";

/**
 * Generates the file of `pulumi import --file` that imports shares with the plugin. Equal shares result in equal files.
 * The file has one resource for each share: its import also reads the resources, targets, tags and permissions.
 *
 * @param provider The URN of an explicit provider; without it, the default provider imports.
 */
export function importFileOf(shares: readonly AdoptableShare[], provider?: string): string {
  const names = programNames(shares);
  const type = tokenOfResource("ResourceShare");
  // JSON leaves out members that are `undefined`.
  const providerName = provider === undefined ? undefined : "provider";
  const nameTable = provider === undefined ? undefined : { provider };
  const resources = shares.map(({ id }) => ({ type, name: names.get(id)?.resource ?? id, id, provider: providerName }));
  return `${printableJson(JSON.stringify({ nameTable, resources }, undefined, 2))}\n`;
}
