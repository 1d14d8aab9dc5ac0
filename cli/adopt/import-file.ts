import { tokenOfResource } from "../../provider/kernel/type-tokens.ts";
import { printableJson } from "../../provider/kernel/printable.ts";
import { programNames } from "./names.ts";
import type { AdoptableShare } from "./shares.ts";

/**
 * Generates the file of `pulumi import --file` that imports shares with the plugin. An import reads the share from its id alone, with its
 * resources, targets, tags and permissions, so the file has one resource a share. Equal shares result in equal files.
 *
 * @param provider The URN of an explicit provider; without it, the default provider imports.
 */
export function importFileOf(shares: readonly AdoptableShare[], provider?: string): string {
  const names = programNames(shares);
  const resources = shares.map(({ id }) => ({
    type: tokenOfResource("ResourceShare"),
    name: names.get(id)?.resource ?? id,
    id,
    ...(provider === undefined ? {} : { provider: "provider" }),
  }));
  const file = { ...(provider === undefined ? {} : { nameTable: { provider } }), resources };
  return `${printableJson(JSON.stringify(file, undefined, 2))}\n`;
}
