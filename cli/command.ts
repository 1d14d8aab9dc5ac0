import type { ParseArgsOptionsConfig } from "node:util";
import { didYouMean } from "../provider/kernel/ids.ts";
import type { ConfigurationSource } from "./input/clients.ts";

/** The output of a command: data goes to `out`, messages go to `err`. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Replaces the last lines of a terminal; absent where messages go to a file or a pipe. */
  live?(lines: readonly string[]): void;
  /** Resolves when the user interrupts the command. Without a reader of this property, an interruption ends the process. */
  readonly interrupted: Promise<void>;
}

/** 0: success, 1: failure, 2: wrong usage, 3: a condition of `--fail-on` is met or an assumption differs, 130: interrupted. `simulate -- COMMAND` ends with the code of that command. */
export type ExitCode = number;

/** The values of a command's options, as `parseArgs` returns them. */
export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** An option as the help shows it, and its meaning; or the heading of the options that follow. */
export type OptionHelp = readonly [option: string, text: string] | readonly [heading: string];

/** One command of `resourceshare`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The arguments after the name, in each form that the command has. */
  readonly usage: readonly string[];
  /** What each option means. */
  readonly help: readonly OptionHelp[];
  /** What a user may enter after `resourceshare`. */
  readonly example: string;
  readonly options: ParseArgsOptionsConfig;
  /** Whether another command can follow after `--`. */
  readonly takesCommand?: boolean;
  /**
   * Runs the command.
   *
   * @param command The words after `--`; `undefined` without `--`.
   * @throws UsageError when options and arguments are invalid.
   */
  run(options: OptionValues, words: readonly string[], terminal: Terminal, command?: readonly string[]): Promise<ExitCode>;
}

/** The configuration sources that a command's options select. */
export function sourceOf(options: OptionValues, folder: OptionValues[string], terminal: Terminal): ConfigurationSource {
  return {
    folder: typeof folder === "string" ? folder : undefined,
    trustsEndpoints: options["trust-endpoints"] === true,
    warn: (message) => terminal.err(`warning: ${message}`),
  };
}

/** Invalid options or arguments of a command. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Returns what the option `--format` names. */
export function formatNamed<Format>(formats: Readonly<Record<string, Format>>, name: string): Format {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format !== undefined) return format;
  const names = Object.keys(formats);
  throw new UsageError(`--format ${name} is not known: ${names.join(", ")}${didYouMean(name, names)}`);
}
