import type { ParseArgsOptionsConfig } from "node:util";
import type { ConfigurationSource } from "./cli/clients.ts";

/** Where a command's words go: data to `out`, everything else to `err`. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Resolves when the user wants the command to end. */
  readonly interrupted: Promise<void>;
}

/** 0 done · 1 failed · 2 wrong usage · 3 a gate said no. */
export type ExitCode = 0 | 1 | 2 | 3;

/** The values of a command's options, as `parseArgs` gives them. */
export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** One command of `resourceshare`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What may follow the name. */
  readonly usage: string;
  /** One line for each option, after the usage. */
  readonly help: readonly string[];
  readonly options: ParseArgsOptionsConfig;
  /** Throws a UsageError when the words make no sense together. */
  run(options: OptionValues, words: readonly string[], terminal: Terminal): Promise<ExitCode>;
}

/** The configuration that a command's options choose. */
export function sourceOf(options: OptionValues, folder: OptionValues[string]): ConfigurationSource {
  return { folder: typeof folder === "string" ? folder : undefined, trustsEndpoints: options["trust-endpoints"] === true };
}

/** What was typed makes no sense. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
