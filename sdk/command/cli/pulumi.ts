import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { resolve as absolute } from "node:path";
import { isRecord, parseJson } from "../../../provider/kernel/json.ts";
import { isSecretName, secretsOfEnvironment, textsOf, withoutSecrets } from "./secrets.ts";

/** How a run of the `pulumi` command ended. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the `pulumi` of the PATH in a folder. Throws when there is none. */
export function runPulumi(folder: string, words: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    // A folder that is not there is reported by spawn as a missing command.
    if (!isFolder(folder)) return reject(new Error(`${folder} is no folder`));
    const child = spawn("pulumi", [...words, "--non-interactive"], {
      cwd: folder,
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true", PWD: absolute(folder), ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    child.once("error", (error: NodeJS.ErrnoException) => {
      const message = error.code === "ENOENT" ? "the command `pulumi` is not on the PATH" : `\`pulumi\` cannot be run: ${error.message}`;
      reject(new Error(message, { cause: error }));
    });
    child.once("close", (code) => resolve({ code, ...output }));
  });
}

/** What `pulumi` printed; throws what it said when it failed, without secrets. */
async function printed(folder: string, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runPulumi(folder, words);
  if (code === 0) return stdout;
  // What the configuration was printed with is not quoted: all its secrets are in it.
  throw new Error(
    `\`pulumi ${words.join(" ")}\` failed in ${folder}: ${await quotable(folder, stderr.trim() || (words === configurationWords ? "" : stdout))}`,
  );
}

/**
 * What `pulumi` said, as messages may quote it: without the secrets of the environment and of the stack's configuration. A program under preview
 * may print anything.
 */
export async function quotable(folder: string, said: string): Promise<string> {
  const stored = await storedSecrets(folder);
  return withoutSecrets(said.trim().replace(/^error: /, ""), [...secretsOfEnvironment(process.env), ...stored]);
}

/** The secrets of a stack's configuration, as far as `pulumi` gives them. */
async function storedSecrets(folder: string): Promise<string[]> {
  const { code, stdout } = await runPulumi(folder, configurationWords).catch(() => ({ code: 1, stdout: "" }));
  if (code !== 0) return [];
  const values = Object.entries(configurationIn(stdout) ?? {});
  return values.flatMap(([key, { value, secret }]) => (secret || isSecretName(key) ? textsOf(value) : []));
}

/** The state of a project's stack: the selected one, or the one with a name. */
export function exportStack(folder: string, stack?: string): Promise<string> {
  return printed(folder, ["stack", "export", ...(stack === undefined ? [] : ["--stack", stack])]);
}

/** The preview of a project's selected stack with the resources that do not change, as the CLI ended: a mandatory policy fails it, and it can be read all the same. */
export function previewStack(folder: string, packs: readonly string[]): Promise<Run> {
  const words = ["preview", "--json", "--show-sames", ...packs.flatMap((pack) => ["--policy-pack", absolute(pack)])];
  // One document says where values come from, and the stream says what policies found.
  return runPulumi(folder, words, { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: packs.length > 0 ? "true" : "false" });
}

/** The names of a project's stacks, and which one is selected. */
export async function stacksOf(folder: string): Promise<readonly { readonly name: string; readonly current: boolean }[]> {
  const listed = parseJson(await printed(folder, ["stack", "ls", "--json"]));
  const stacks = Array.isArray(listed) ? (listed as readonly unknown[]) : [];
  return stacks.flatMap((stack) => {
    if (typeof stack !== "object" || stack === null || !("name" in stack) || typeof stack.name !== "string") return [];
    return [{ name: stack.name, current: "current" in stack && stack.current === true }];
  });
}

/** One value of a stack's configuration. */
export interface StoredValue {
  readonly value: unknown;
  readonly secret: boolean;
}

/** The configuration of a project's selected stack, decrypted, by full keys as `resourceshare:region`. */
export async function storedConfiguration(folder: string): Promise<Readonly<Record<string, StoredValue>>> {
  const stored = configurationIn(await printed(folder, configurationWords));
  // What was printed holds secrets, so that nothing of it is quoted.
  if (stored === undefined) throw new Error(`\`pulumi ${configurationWords.join(" ")}\` printed something else than JSON in ${folder}`);
  return stored;
}

const configurationWords = ["config", "--json", "--show-secrets"];

function configurationIn(text: string): Record<string, StoredValue> | undefined {
  const listed = parseJson(text);
  if (!isRecord(listed)) return undefined;
  return Object.fromEntries(
    Object.entries(listed).flatMap(([key, entry]: [string, unknown]) => {
      if (typeof entry !== "object" || entry === null) return [];
      const object = "objectValue" in entry ? entry.objectValue : undefined;
      const value = object ?? ("value" in entry ? entry.value : undefined);
      return [[key, { value, secret: "secret" in entry && entry.secret === true }]];
    }),
  );
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
