import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { resolve as absolute } from "node:path";

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

/** What `pulumi` printed; throws what it said when it failed. */
async function printed(folder: string, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runPulumi(folder, words);
  if (code === 0) return stdout;
  const said = (stderr.trim() || stdout.trim()).replace(/^error: /, "");
  throw new Error(`\`pulumi ${words.join(" ")}\` failed in ${folder}: ${said}`);
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
  const listed: unknown = JSON.parse(await printed(folder, ["stack", "ls", "--json"]));
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
  const listed: unknown = JSON.parse(await printed(folder, ["config", "--json", "--show-secrets"]));
  if (typeof listed !== "object" || listed === null) return {};
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
