import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve as absolute } from "node:path";
import { nearest } from "../../provider/kernel/ids.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import { projectFile, settingsFile } from "../../provider/host/settings-file.ts";
import { recordsOf } from "../../access/untyped-values.ts";
import { UsageError } from "../command.ts";
import { isFolder } from "./input-files.ts";
import { secretsOfConfiguration, secretsOfEnvironment, withoutSecrets } from "../../access/output/secrets.ts";

/** The message without the command. */
export const pulumiMissing = "the command `pulumi` is not on the PATH; install it: https://www.pulumi.com/docs/install/";

/** How a run of `pulumi` ended, and what it printed. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the `pulumi` of the PATH in a folder.
 *
 * @throws Error when the folder or the command does not exist.
 */
export function runPulumi(folder: string, words: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    // `spawn` reports a missing folder as a missing command.
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
      const message = error.code === "ENOENT" ? pulumiMissing : `\`pulumi\` cannot be run: ${error.message}`;
      reject(new Error(message, { cause: error }));
    });
    child.once("close", (code) => resolve({ code, ...output }));
  });
}

/** Runs `pulumi` and returns its output. On failure it throws an error with the output, without secrets. */
async function printed(folder: string, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runPulumi(folder, words);
  if (code === 0) return stdout;
  // Standard output with decrypted secrets is never quoted.
  throw new Error(
    `\`pulumi ${words.join(" ")}\` failed in ${folder}: ${await quotable(folder, stderr.trim() || (words.includes("--show-secrets") ? "" : stdout))}`,
  );
}

/** {@link allQuotable} for the output of a command in a folder. */
export async function quotable(folder: string, output: string): Promise<string> {
  const [text = ""] = await allQuotable([output.trim().replace(/^error: /, "")], folder);
  return text;
}

/**
 * Removes secrets from texts of `pulumi`, a program or a policy, so that messages may quote them: those of the environment and, when the
 * project's folder is known, those of its stack's configuration. The program in a preview may print anything.
 */
export async function allQuotable(texts: readonly string[], folder?: string): Promise<string[]> {
  if (texts.length === 0) return [];
  const secrets = [...secretsOfEnvironment(process.env), ...(folder === undefined ? [] : await storedSecrets(folder))];
  return texts.map((text) => withoutSecrets(text, secrets));
}

/** The secrets of a stack's configuration; none when `pulumi` cannot print them. */
async function storedSecrets(folder: string): Promise<string[]> {
  const { code, stdout } = await runPulumi(folder, configurationWords).catch(() => ({ code: 1, stdout: "" }));
  if (code !== 0) return [];
  return secretsOfConfiguration(configurationIn(stdout) ?? {});
}

/** Exports the state of a project's stack; without a name, of the selected stack. */
export function exportStack(folder: string, stack?: string): Promise<string> {
  return printed(folder, ["stack", "export", ...(stack === undefined ? [] : ["--stack", stack])]);
}

/** Exports the states of all stacks of a project: first that of the selected stack. */
export async function exportStacks(folder: string): Promise<readonly [string, ...string[]]> {
  const selected = await exportStack(folder);
  const others: string[] = [];
  for (const { name, current } of await listStacks(folder)) if (!current) others.push(await exportStack(folder, name));
  return [selected, ...others];
}

/** Exports the state of the selected stack with decrypted secrets. */
export function exportStackWithSecrets(folder: string): Promise<string> {
  return printed(folder, ["stack", "export", "--show-secrets"]);
}

/** Runs a preview of the selected stack, with unchanged resources. A mandatory policy makes it fail, but its output is still complete. */
export function previewStack(folder: string, packs: readonly string[]): Promise<Run> {
  const words = ["preview", "--json", "--show-sames", ...packs.flatMap((pack) => ["--policy-pack", absolute(pack)])];
  // Only the document contains dependencies, and only the stream contains the findings of policies.
  return runPulumi(folder, words, { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: packs.length > 0 ? "true" : "false" });
}

/** Lists the stacks of a project, and which one is selected. */
async function listStacks(folder: string): Promise<readonly { readonly name: string; readonly current: boolean }[]> {
  const listed = parseJson(await printed(folder, ["stack", "ls", "--json"]));
  return recordsOf(listed).flatMap(({ name, current }) => (typeof name === "string" ? [{ name, current: current === true }] : []));
}

/** A value of a stack's configuration. */
export interface StoredValue {
  readonly value: unknown;
  readonly secret: boolean;
}

/** Reads the decrypted configuration of a project's selected stack, by full keys as `resourceshare:region`. */
export async function storedConfiguration(folder: string): Promise<Readonly<Record<string, StoredValue>>> {
  const stored = configurationIn(await printed(folder, configurationWords));
  // The output contains secrets, so the message does not quote it.
  if (stored === undefined) throw new Error(`\`pulumi ${configurationWords.join(" ")}\` printed something else than JSON in ${folder}`);
  return stored;
}

const configurationWords = ["config", "--json", "--show-secrets"];

function configurationIn(text: string): Record<string, StoredValue> | undefined {
  const listed = parseJson(text);
  if (!isRecord(listed)) return undefined;
  return Object.fromEntries(
    Object.entries(listed).flatMap(([key, entry]) => {
      if (!isRecord(entry)) return [];
      const { objectValue, value, secret } = entry;
      return [[key, { value: objectValue ?? value, secret: secret === true }]];
    }),
  );
}

/** Throws a UsageError when the folder that an option names does not exist or belongs to no Pulumi project. */
export function assertProject(option: string, path: string): void {
  const what = existsSync(path) ? "is a file" : "does not exist";
  if (!isFolder(path)) throw new UsageError(`--${option} ${path} ${what}: name the folder of a Pulumi project`);
  if (projectFile(absolute(path)) === undefined) throw new UsageError(`--${option} ${path}: ${absentSettings(absolute(path), "Pulumi")}`);
}

/** Throws a UsageError when a folder that `--policy-pack` names belongs to no policy pack. */
export function assertPolicyPack(path: string): void {
  const problem = absentSettings(absolute(path), "PulumiPolicy");
  if (problem !== undefined) throw new UsageError(`--policy-pack ${path}: ${problem}`);
}

const owners = { Pulumi: "Pulumi project", PulumiPolicy: "policy pack" };

/** Returns a message where a folder has no settings file; it names the folder beside it with the nearest name that has one. */
export function absentSettings(folder: string, file: keyof typeof owners): string | undefined {
  if (settingsFile(folder, file) !== undefined) return undefined;
  const parent = dirname(folder);
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => settingsFile(join(parent, name), file) !== undefined) : [];
  const meant = nearest(basename(folder), names, basename(folder).length / 3);
  const advice = meant === undefined ? `: name the folder of a ${owners[file]}` : `; did you mean ${join(parent, meant)}?`;
  return `there is no ${file}.yaml in ${folder}${advice}`;
}
