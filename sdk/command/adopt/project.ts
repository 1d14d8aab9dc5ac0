import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { quoted } from "./literal.ts";
import { manifestOfPackage } from "../../access/manifest.ts";

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

/** Writes files into a folder. Without `force` nothing is written when one of them is there already. */
export function writeProject(folder: string, files: Readonly<Record<string, string>>, force: boolean): void {
  const there = Object.keys(files).filter((name) => existsSync(join(folder, name)));
  if (there.length > 0 && !force) {
    throw new Error(`${folder} has ${there.join(", ")} already, and nothing was written: choose another --out, or overwrite with --force`);
  }
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
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
