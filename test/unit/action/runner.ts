import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { textOf } from "../rules/files.ts";

const repository = join(import.meta.dirname, "../../..");

/** What a step of a pipeline ended with. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A checked out project in which steps of a pipeline run. */
export class Workspace implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "resourceshare-runner-"));

  constructor() {
    mkdirSync(join(this.folder, "node_modules/.bin"), { recursive: true });
    this.install("resourceshare", `exec node "${join(repository, "dist/cli/resourceshare.js")}" "$@"`);
  }

  /** Installs a command as `npm ci` does. */
  install(name: string, script: string): void {
    const file = join(this.folder, "node_modules/.bin", name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  write(file: string, text: string): void {
    mkdirSync(join(this.folder, file, ".."), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Runs a script of the action with the variables of a step. */
  run(script: string, env: Readonly<Record<string, string>>): Promise<Ended> {
    const path = process.env["PATH"] ?? "";
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [join(repository, script)],
        { cwd: this.folder, env: { PATH: path, TMPDIR: this.folder, ...env } },
        (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
      );
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly using: string; readonly main: string };
}

/** `action.yml`, read by Pulumi's own parser. */
export function actionFile(): Action {
  const load = createRequire(join(repository, "node_modules/@pulumi/pulumi/package.json"));
  const { load: read } = load("js-yaml") as { load(text: string): Action };
  return read(textOf("action.yml"));
}

/**
 * The variables that GitHub's runner sets for the inputs of an action: those of the step, and the defaults of action.yml.
 * @param contexts the values of the expressions in defaults
 */
export function inputVariables(
  inputs: Readonly<Record<string, string>>,
  contexts: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const declared = actionFile().inputs;
  const unknown = Object.keys(inputs).filter((name) => !(name in declared));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(", ")}`);
  return Object.fromEntries(
    Object.entries(declared).map(([name, { default: text = "" }]) => [
      `INPUT_${name.toUpperCase()}`,
      inputs[name] ?? text.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, context: string) => contexts[context] ?? ""),
    ]),
  );
}
