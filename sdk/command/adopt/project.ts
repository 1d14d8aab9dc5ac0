import { quoted } from "./literal.ts";
import { manifestOfPackage } from "../cli/manifest.ts";

/** What a project is made for. */
export interface ProjectOptions {
  readonly program: string;
  readonly region: string;
  /** The id of the default account, where the program uses that and somebody could be asked. */
  readonly accountId: string | undefined;
}

/** The files of a Pulumi project around a program, by name. */
export function projectFiles({ program, region, accountId }: ProjectOptions): Readonly<Record<string, string>> {
  const { version, pulumi } = manifestOfPackage();
  return {
    "Pulumi.yaml": yaml(region, accountId),
    "package.json": `${JSON.stringify(
      {
        name: "adopted-shares",
        private: true,
        main: "index.ts",
        dependencies: { "@pulumi/pulumi": pulumi, "pulumi-resourceshare": `^${version}` },
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
    "description: What an account shares, taken over",
    "runtime: nodejs",
    "config:",
    "  resourceshare:region:",
    `    value: ${quoted(region)}`,
    // With other credentials nothing of it would be found: this says so before anything is done.
    ...(accountId === undefined ? [] : ["  resourceshare:accountId:", `    value: ${quoted(accountId)}`]),
    "",
  ].join("\n");
}
