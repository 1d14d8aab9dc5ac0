import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { quoted } from "./literal.ts";
import { manifestOfPackage } from "../../access/output/manifest.ts";
import { packageSource } from "../input/package-source.ts";

/** The content and the account of a generated project. */
export interface ProjectOptions {
  readonly program: string;
  /** The folder of the project, which need not exist. */
  readonly folder: string;
  /** What npm installs this package from. */
  readonly dependency: string;
  readonly region: string;
  /** The id of the default account, when the program uses that account and the id is known. */
  readonly accountId: string | undefined;
}

export const projectFileNames = ["Pulumi.yaml", "package.json", "tsconfig.json", ".gitignore", "index.ts"] as const;

/** Generates the files of a Pulumi project for a program, by file name. */
export function projectFiles({
  program,
  folder,
  dependency,
  region,
  accountId,
}: ProjectOptions): Readonly<Record<(typeof projectFileNames)[number], string>> {
  const { pulumi } = manifestOfPackage();
  return {
    "Pulumi.yaml": yaml(pulumiName(basename(resolve(folder))), region, accountId),
    "package.json": `${JSON.stringify(
      {
        private: true,
        main: "index.ts",
        dependencies: { "@pulumi/pulumi": pulumi, "pulumi-resourceshare": dependency },
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

/** Returns what npm installs this package from, without an absolute path: the project may be committed. */
export function sourceFrom(folder: string): string {
  const source = packageSource();
  return source.startsWith("file:") ? `file:${relative(realPath(resolve(folder)), source.slice("file:".length))}` : source;
}

/** npm reads a relative path from the real folder, and a temporary folder may be a link. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return join(realPath(dirname(folder)), basename(folder));
  }
}

/** Replaces what the name of a project or stack cannot have. */
export function pulumiName(text: string): string {
  return text.replace(/[^\w.-]+/g, "-").slice(0, 100);
}

function yaml(name: string, region: string, accountId: string | undefined): string {
  return [
    `name: ${quoted(name)}`,
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
