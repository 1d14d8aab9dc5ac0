import { quoted } from "./literal.ts";
import { manifestOfPackage } from "../../manifest.ts";
import { packageSource } from "../cli/package-source.ts";

/** The content and the account of a generated project. */
export interface ProjectOptions {
  readonly program: string;
  readonly region: string;
  /** The id of the default account, when the program uses that account and the id is known. */
  readonly accountId: string | undefined;
}

/** Generates the files of a Pulumi project for a program, by file name. */
export function projectFiles({ program, region, accountId }: ProjectOptions): Readonly<Record<string, string>> {
  const { pulumi } = manifestOfPackage();
  return {
    "Pulumi.yaml": yaml(region, accountId),
    "package.json": `${JSON.stringify(
      {
        name: "adopted-shares",
        private: true,
        main: "index.ts",
        dependencies: { "@pulumi/pulumi": pulumi, "pulumi-resourceshare": packageSource() },
        devDependencies: { "@types/node": "^22", typescript: "^5.9" },
      },
      undefined,
      2,
    )}\n`,
    "tsconfig.json": `${JSON.stringify(
      {
        compilerOptions: {
          strict: true,
          target: "es2022",
          module: "nodenext",
          moduleResolution: "nodenext",
          types: ["node"],
          noEmit: true,
          skipLibCheck: true,
        },
        files: ["index.ts"],
      },
      undefined,
      2,
    )}\n`,
    ".gitignore": "node_modules/\n",
    "index.ts": program,
  };
}

function yaml(region: string, accountId: string | undefined): string {
  return [
    "name: adopted-shares",
    "description: What an account shares, adopted",
    "runtime: nodejs",
    "config:",
    "  resourceshare:region:",
    `    value: ${quoted(region)}`,
    // The shares do not exist in other accounts: with other credentials, this setting makes the provider fail before any change.
    ...(accountId === undefined ? [] : ["  resourceshare:accountId:", `    value: ${quoted(accountId)}`]),
    "",
  ].join("\n");
}
