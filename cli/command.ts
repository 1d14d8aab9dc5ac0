import { didYouMean } from "../provider/kernel/ids.ts";
import type { ExitCode } from "./exit-codes.ts";

/** The output of a command: data goes to `out`, messages go to `err`. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Resolves when the user interrupts the command. Without a reader of this property, an interruption ends the process. */
  readonly interrupted: Promise<void>;
}

interface OptionHelp {
  readonly help: string;
  /** The heading of this option and those that follow. */
  readonly heading?: string;
}

/** An option of a command, as `parseArgs` reads it and the help shows it: `value` is shown in place of its value, as `<file>`. */
export type Option = OptionHelp &
  (
    | { readonly type: "string"; readonly value: string }
    | { readonly type: "string"; readonly value: string; readonly multiple: true; readonly isPath?: boolean }
    | { readonly type: "boolean" }
  );

/** The options of a command, in the order of the help. */
export type Options = Readonly<Record<string, Option>>;

type Value<Own extends Option> = Own extends { multiple: true } ? readonly string[] : Own extends { type: "boolean" } ? boolean : string;

/** The values of options; `undefined` for those that are not given. */
export type Values<Own extends Options> = { readonly [Name in keyof Own]?: Value<Own[Name]> | undefined };

/** An option with one value. */
export const single = (value: string, help: string) => ({ type: "string", value, help }) as const;

/** An option that may be given several times, or once with values between commas. */
export const repeated = (value: string, help: string) => ({ type: "string", multiple: true, value, help }) as const;

/** An option with a path, which may contain a comma, that may be given several times. */
export const paths = (value: string, help: string) => ({ ...repeated(value, help), isPath: true }) as const;

/** An option without a value. */
export const flag = (help: string) => ({ type: "boolean", help }) as const;

/** One command of `resourceshare`. */
export interface Command<Own extends Options = Options> {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The arguments after the name, in each form that the command has. */
  readonly usage: readonly string[];
  /** What the arguments that are no options mean; absent for a command that takes none. */
  readonly words?: readonly (readonly [word: string, help: string])[];
  /** What to write instead of a word, for a command that takes none. */
  readonly insteadOfWords?: string;
  /** What a user may enter after `resourceshare`. */
  readonly example: string;
  readonly options: Own;
  /** What the command after `--` is run for; absent when none can follow. */
  readonly commandHelp?: string;
  /**
   * Runs the command.
   *
   * @param command The words after `--`; `undefined` without `--`.
   * @throws UsageError when options and arguments are invalid.
   */
  run(options: Values<Own>, words: readonly string[], terminal: Terminal, command?: readonly string[]): Promise<ExitCode>;
}

/** Invalid options or arguments of a command. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** What is wrong in detail, each on a line of its own. */
  readonly details: readonly string[];

  constructor(message: string, { details = [], ...options }: ErrorOptions & { readonly details?: readonly string[] } = {}) {
    super(message, options);
    this.details = details;
  }
}

/** Returns what the option `--format` names. */
export function formatNamed<Format>(formats: Readonly<Record<string, Format>>, name: string): Format {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format !== undefined) return format;
  const names = Object.keys(formats);
  throw new UsageError(`--format ${name} is not known: ${names.join(", ")}${didYouMean(name, names)}`);
}
