import { block, quoted } from "./literal.ts";
import { programNames } from "./names.ts";
import type { AdoptableShare } from "./shares.ts";

/** What the program is to be beside the shares. */
export interface ProgramOptions {
  /** The name of the account in the configuration; the default one when absent. */
  readonly account: string | undefined;
  /** Whether Pulumi is to refuse to delete what was taken over. */
  readonly protect: boolean;
}

/** A TypeScript program whose `up` takes shares over as they are. The same shares give the same text. */
export function programOf(shares: readonly AdoptableShare[], { account, protect }: ProgramOptions): string {
  const names = programNames(shares);
  const parts = shares.map((share) => {
    const { resource, variable } = names.get(share.id) ?? { resource: share.id, variable: "share" };
    const args = {
      name: share.name,
      adopt: share.id,
      account,
      allowExternalTargets: share.allowExternalTargets ? true : undefined,
      resourceGroupId: share.resourceGroupId,
      ...share.lists,
      tags: share.tags,
    };
    const options = protect ? ", { protect: true }" : "";
    const taken = `const ${variable} = new rs.ResourceShare(${quoted(resource)}, ${block(args)}${options});\n`;
    const permissions = share.permissionNames.map((name) =>
      permissionText(`${resource}-${name}`, variable, { share, name, account, protect }),
    );
    return [taken, ...permissions].join("\n");
  });
  const unused = shares.length === 0 ? "// There was nothing to take over.\n" : "";
  return `import * as rs from "pulumi-resourceshare";\n\n${unused}${parts.join("\n")}`;
}

interface Permission extends ProgramOptions {
  readonly share: AdoptableShare;
  readonly name: string;
}

function permissionText(resource: string, variable: string, { share, name, account, protect }: Permission): string {
  const args = [
    `    shareId: ${variable}.id,`,
    `    permissionName: ${quoted(name)},`,
    `    adopt: ${quoted(`${share.id}/${name}`)},`,
    ...(account === undefined ? [] : [`    account: ${quoted(account)},`]),
  ].join("\n");
  // When the whole share goes, its permission must not go first: until then the type's default would take its place.
  const options = `{ deletedWith: ${variable}${protect ? ", protect: true" : ""} }`;
  return `new rs.SharePermission(\n  ${quoted(resource)},\n  {\n${args}\n  },\n  ${options},\n);\n`;
}
