import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { getSystemErrorMessage } from "node:util";
import { InputError, messageOf } from "../../provider/kernel/errors.ts";
import { isCutOff, jsonErrorPlace } from "../../provider/kernel/json.ts";
import { UsageError } from "../command.ts";

/** What writes the file of an argument or of an option. */
const writers: Readonly<Record<string, string>> = {
  preview: "`pulumi preview --json --show-sames`",
  "--state": "`pulumi stack export`",
  "--stack": "`pulumi stack export`",
  "--policies": "`pulumi preview --json --event-log FILE`",
  "--since": "`resourceshare access --format json`",
  "--retry": "`resourceshare fleet … --format json`",
  "fleet report": "`resourceshare fleet … --format json`",
  "--world": "a running simulator (`/_simulator/world`)",
};

/**
 * Reads a file that an argument of a command names.
 *
 * @param option The option that names it, for the message.
 * @throws UsageError when it cannot be read.
 */
export function textOfFile(path: string, option?: string): string {
  try {
    return decoded(readFileSync(path));
  } catch (error) {
    const writer = writers[option ?? "preview"];
    const absence = `there is no such file${writer === undefined ? "" : `; ${writer} writes one`}`;
    throw new UsageError(`${option === undefined ? "" : `${option} `}${path} cannot be read: ${fileProblem(error, absence)}`);
  }
}

/**
 * {@link textOfFile} for a file of one JSON value.
 *
 * @throws UsageError when it cannot be read, or is no JSON.
 */
export function jsonTextOfFile(path: string, option: string): string {
  const text = textOfFile(path, option);
  const place = jsonErrorPlace(text);
  if (place === undefined) return text;
  throw new UsageError(`${option} ${path}${isCutOff(text) ? `: ${cutOffText}` : ` is not JSON from ${place} on: correct the file there`}`);
}

/** {@link textOfFile}; `-` names standard input. */
export async function textOfInput(place: string, option?: string): Promise<string> {
  return place === "-" ? decoded(await buffer(process.stdin)) : textOfFile(place, option);
}

/** Decodes by the byte order mark: PowerShell writes UTF-16 to files. */
function decoded(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

/** Describes why a file cannot be read or written: the messages of errors have codes and names of system calls. */
export function fileProblem(error: unknown, absence: string): string {
  const { code, errno }: NodeJS.ErrnoException = error instanceof Error ? error : new Error();
  if (code === "ENOENT") return absence;
  if (code === "EISDIR") return "it is a folder";
  return errno === undefined ? messageOf(error) : getSystemErrorMessage(errno);
}

/** Throws a UsageError when the file that an option names is a folder or in none, before the command does anything. */
export function assertFile(path: string | undefined, option: string): void {
  if (path === undefined) return;
  if (isFolder(path)) throw new UsageError(`${option} ${path} cannot be written: it is a folder`);
  if (!existsSync(dirname(path))) throw new UsageError(`${option} ${path} cannot be written: there is no such folder`);
}

/** {@link assertFile} for a file that no run replaces. */
export function assertNewFile(path: string | undefined, option: string): void {
  assertFile(path, option);
  if (path !== undefined && existsSync(path)) throw new UsageError(`${option} ${path} exists already: choose another name, or remove it`);
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Runs a reader, and reports what is wrong with its value as wrong usage of an option. */
export function readWith<Result>(place: string, read: () => Result): Result {
  return readText(place, "", read);
}

/** {@link readWith} for the text of a file. */
export function readText<Result>(place: string, text: string, read: (text: string) => Result): Result {
  try {
    return read(text);
  } catch (error) {
    throw error instanceof InputError ? new UsageError(`${place}: ${problemOf(text, error)}`) : error;
  }
}

const cutOffText = "this is no complete JSON: is it cut off?";

/** What is wrong with a text that a reader refuses. */
export function problemOf(text: string, error: InputError): string {
  return isCutOff(text) ? cutOffText : (error.failures[0]?.reason ?? error.message);
}

/** Reads the file that an option names, when it is given; throws a UsageError for a file that cannot be read, and for what the reader refuses. */
export function valueOfFile<Result>(path: string | undefined, option: string, read: (text: string) => Result): Result | undefined {
  return path === undefined ? undefined : readText(`${option} ${path}`, textOfFile(path, option), read);
}

/** How tables are printed to standard output: colours and a width only on a terminal. */
export function tableStyle(): { readonly colours: boolean; readonly width: number | undefined } {
  const { isTTY, columns } = process.stdout;
  return { colours: isTTY && process.env["NO_COLOR"] === undefined, width: isTTY ? columns : undefined };
}
