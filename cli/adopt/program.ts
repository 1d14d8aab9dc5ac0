import { block, quoted } from "./literal.ts";
import { programNames } from "./names.ts";
import type { AdoptableShare } from "./shares.ts";

/** Options of the generated program. */
export interface ProgramOptions {
  /** The name of the account in the configuration; without it, the default account. */
  readonly account: string | undefined;
  /** The region; without it, the one of the configuration. */
  readonly region: string | undefined;
  /** Whether the adopted resources have the option `protect`. */
  readonly protect: boolean;
}

/** Generates a TypeScript program whose `pulumi up` adopts shares without changing them. Equal shares result in equal programs. */
export function programOf(shares: readonly AdoptableShare[], { account, region, protect }: ProgramOptions): string {
  const names = programNames(shares);
  const parts = shares.map((share) => {
    const { resource, variable } = names.get(share.id) ?? { resource: share.id, variable: "share" };
    const args = {
      name: share.name,
      adopt: share.id,
      account,
      region,
      allowExternalTargets: share.allowExternalTargets ? true : undefined,
      resourceGroupId: share.resourceGroupId,
      ...share.lists,
      tags: share.tags,
    };
    const taken = `const ${variable} = new rs.ResourceShare(${quoted(resource)}, ${block(args)}${protect ? ", { protect: true }" : ""});\n`;
    const permissions = share.permissionNames.map((name) =>
      permissionText(`${resource}-${name}`, variable, { share, name, account, region, protect }),
    );
    return [taken, ...permissions].join("\n");
  });
  return `import * as rs from "pulumi-resourceshare";\n\n${parts.join("\n")}`;
}

interface Permission extends ProgramOptions {
  readonly share: AdoptableShare;
  readonly name: string;
}

function permissionText(resource: string, variable: string, { share, name, account, region, protect }: Permission): string {
  const args = [
    `  shareId: ${variable}.id,`,
    `  permissionName: ${quoted(name)},`,
    `  adopt: ${quoted(`${share.id}/${name}`)},`,
    ...(account === undefined ? [] : [`  account: ${quoted(account)},`]),
    ...(region === undefined ? [] : [`  region: ${quoted(region)},`]),
  ].join("\n");
  // The share is that of a variable, so that the package itself deletes the permission with it.
  return `new rs.SharePermission(${quoted(resource)}, {\n${args}\n}${protect ? ", { protect: true }" : ""});\n`;
}
