import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { blocksOf, commandsOf, firstDifference } from "../support/document.ts";
import { repository } from "./pulumi.ts";

/** The end of a run, with both output streams as one text, as in a terminal. */
interface Printed {
  readonly code: number | null;
  readonly printed: string;
}

interface DocumentRun {
  /** The Markdown text. */
  readonly text: string;
  /** The folder in which a reader enters the commands, with `node_modules`. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether another test runs a command. */
  readonly isSkipped: (command: string) => boolean;
  /** Returns the command with values of this run in place of those of the document. */
  readonly adapt: (command: string) => string;
}

/**
 * Writes the files of a document and runs its commands, in order.
 *
 * @returns a line for each command that failed or did not print what the document shows; empty without such a command
 */
export async function runDocument({ text, folder, env, isSkipped, adapt }: DocumentRun): Promise<string> {
  const session: string[] = [];
  const wrong: string[] = [];
  for (const block of blocksOf(text)) {
    if (block.file !== undefined) {
      mkdirSync(dirname(join(folder, block.file)), { recursive: true });
      writeFileSync(join(folder, block.file), block.text);
    }
    for (const { command, output } of commandsOf(block)) {
      if (isSkipped(command)) continue;
      const here = adapt(command);
      const { code, printed } = await shell([...session, here].join("\n"), folder, env);
      if (/^(cd |export |\w+=)/.test(here)) session.push(here.replace(/ && .*/, ""));
      const line = output === undefined ? undefined : firstDifference(output, printed);
      if (code !== 0 || line !== undefined) wrong.push(`$ ${command} ended with ${code}; shown and not printed: ${line}\n${printed}`);
    }
  }
  return wrong.join("\n");
}

/** Runs lines in a folder, as in a terminal: both streams are one. */
function shell(lines: string, folder: string, env: Readonly<Record<string, string>>): Promise<Printed> {
  const variables = {
    ...env,
    PATH: `${join(folder, "node_modules/.bin")}:${env["PATH"]}`,
    PULUMI_SKIP_CONFIRMATIONS: "true",
  };
  return new Promise((resolve) => {
    const child = execFile(
      "bash",
      ["-c", `exec </dev/null 2>&1\n${lines}`],
      { cwd: folder, env: variables, timeout: 120_000 },
      (_error, stdout) => resolve({ code: child.exitCode, printed: stdout }),
    );
  });
}

/** Installs the package as a user does: what npm packs is in the folder, and nothing of it leads to the clone but its dependencies. */
export function installPackedFile(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  const options = ["--ignore-scripts", "--loglevel=error", "--json", "--pack-destination", folder];
  const packed = JSON.parse(execFileSync("npm", ["pack", ...options], { cwd: repository, encoding: "utf8" })) as [{ filename: string }];
  const file = join(folder, packed[0].filename);
  rmSync(join(modules, "pulumi-resourceshare"), { force: true });
  mkdirSync(join(modules, "pulumi-resourceshare"), { recursive: true });
  execFileSync("tar", ["-xzf", file, "--strip-components=1", "-C", join(modules, "pulumi-resourceshare")]);
  rmSync(file);
  for (const name of Object.keys(packageJson.dependencies)) link(join(repository, "node_modules", name), join(modules, name));
  link(join("../pulumi-resourceshare", packageJson.bin.resourceshare), join(modules, ".bin/resourceshare"));
}

/** Replaces commands by what a test needs of them. */
export function installCommands(folder: string): void {
  // The package lies in the project already, and an installation is a test of its own.
  install("npm", "exit 0", folder);
  // A request that the service refuses is a failed command.
  install("curl", 'PATH=${PATH#*:} exec curl --fail-with-body "$@"', folder);
  // A user sees a preview before each update. Here it would only take as long again.
  // A login would write into the user's home.
  install(
    "pulumi",
    `case $1 in login) exit ;; up | destroy) set -- "$@" --skip-preview ;; esac\nPATH=\${PATH#*:} exec pulumi "$@"`,
    folder,
  );
}

function install(name: string, script: string, folder: string): void {
  const file = join(folder, "node_modules/.bin", name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** Makes a symbolic link, with the folders above it. */
export function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
