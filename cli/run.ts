import { parseArgs } from "node:util";
import { manifestOfPackage } from "../access/output/manifest.ts";
import { messageOf } from "../provider/kernel/errors.ts";
import { didYouMean } from "../provider/kernel/ids.ts";
import { access } from "./access.ts";
import { adopt } from "./adopt.ts";
import { type Command, type Options, type Terminal, UsageError, type Values } from "./command.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { printableTerminal } from "./printable-terminal.ts";
import { diff } from "./diff.ts";
import { doctor } from "./doctor.ts";
import { fleet } from "./fleet.ts";
import { helpOf, overview } from "./help.ts";
import { simulate } from "./simulate.ts";
import { verify } from "./verify.ts";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [simulate, access, diff, adopt, doctor, verify, fleet];

/** Runs a command with the arguments after `resourceshare`, and returns the exit code. */
export async function run(words: readonly string[], any: Terminal): Promise<ExitCode> {
  const terminal = printableTerminal(any);
  try {
    return await dispatch(words, terminal);
  } catch (error) {
    terminal.err(`resourceshare: ${messageOf(error)}`);
    if (!(error instanceof UsageError)) return exitCodes.failed;
    for (const detail of error.details) terminal.err(`  ${detail}`);
    return exitCodes.wrongUsage;
  }
}

async function dispatch(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [first, ...rest] = words;
  if (first === undefined) {
    for (const line of overview(commands).split("\n")) terminal.err(line);
    return exitCodes.wrongUsage;
  }
  if (first === "--help" || first === "-h" || first === "help") {
    const about = rest[0] === undefined ? undefined : commandNamed(rest[0]);
    terminal.out(about ? helpOf(about) : overview(commands));
    return exitCodes.done;
  }
  if (first === "--version" || first === "-v") {
    terminal.out(manifestOfPackage().version || "unknown");
    return exitCodes.done;
  }
  const command = commandNamed(first);
  const separator = command.commandHelp !== undefined ? rest.indexOf("--") : -1;
  const { values, positionals } = parsed(command, separator < 0 ? rest : rest.slice(0, separator));
  if (values.help === true) {
    terminal.out(helpOf(command));
    return exitCodes.done;
  }
  assertNoWords(command, positionals);
  return command.run(values, positionals, terminal, separator < 0 ? undefined : rest.slice(separator + 1));
}

function assertNoWords({ name, words, insteadOfWords }: Command, given: readonly string[]): void {
  if (words !== undefined || given.length === 0) return;
  throw new UsageError(`${name} takes no "${given.join(" ")}"${insteadOfWords === undefined ? "" : `: ${insteadOfWords}`}`);
}

function parsed(command: Command, args: readonly string[]) {
  const options = { ...command.options, help: { type: "boolean", short: "h" } } as const;
  try {
    const result = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
    assertGivenOnce(
      command,
      result.tokens.flatMap((token) => (token.kind === "option" ? token.name : [])),
    );
    return { values: withLists(command.options, result.values), positionals: result.positionals };
  } catch (error) {
    throw isParseError(error) ? new UsageError(usageProblem(command, error), { cause: error }) : error;
  }
}

/** Splits the values of options that may be given several times, as in `--target a,b`. */
function withLists(options: Options, values: Values<Options>): Values<Options> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const option = options[name];
      const isList = option !== undefined && "multiple" in option && option.isPath !== true;
      return [name, isList && typeof value === "object" ? value.flatMap((item) => item.split(",").map((one) => one.trim())) : value];
    }),
  );
}

/** Of an option that is given twice, only the last value would count. */
function assertGivenOnce({ name, options }: Command, given: readonly string[]): void {
  const isSingle = (option: string) => options[option]?.type === "string" && !("multiple" in options[option]);
  const twice = given.find((option, index) => isSingle(option) && given.indexOf(option) < index);
  if (twice !== undefined) throw new UsageError(`${name}: the option --${twice} is given twice, and takes one value`);
}

/** Describes a wrong option: Node's message for an unknown one advises to pass it as a word. */
function usageProblem({ name, options }: Command, error: Error): string {
  const help = `(see resourceshare ${name} --help)`;
  const unknown = /^Unknown option '(--?[\w-]+)'/.exec(error.message)?.[1];
  const withoutValue = /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument/.exec(error.message)?.[1];
  if (withoutValue !== undefined) {
    const isDash = error.message.includes("ambiguous");
    const form = isDash ? `: one that begins with a dash is written ${withoutValue}=VALUE` : `, as ${valueForm(withoutValue, options)}`;
    return `${name}: the option ${withoutValue} needs a value${form} ${help}`;
  }
  const flag = /^Option '(?:-\w, )?(--[\w-]+)' does not take/.exec(error.message)?.[1];
  if (flag !== undefined) return `${name}: the option ${flag} takes no value: write ${flag} alone ${help}`;
  if (unknown === undefined) return `${name}: ${error.message} ${help}`;
  const typed = unknown.replace(/^-+/, "");
  const spelling = otherSpelling(typed, options);
  if (spelling !== undefined) return `${name} has no option ${unknown}: ${spelling} ${help}`;
  const own = Object.keys(options);
  const others = commands.filter((command) => Object.hasOwn(command.options, typed)).map((command) => command.name);
  // The exact name of another command's option is probably that one, unless it is shortened here.
  const isOfAnother = others.length > 0 && !own.some((option) => option.startsWith(typed));
  const elsewhere = isOfAnother ? `; it is an option of ${others.join(", ")}` : "";
  const meant = isOfAnother ? "" : didYouMean(typed, own, (close) => `--${close}`);
  return `${name} has no option ${unknown}${meant || `${elsewhere}; ${name} has ${own.map((option) => `--${option}`).join(", ")}`} ${help}`;
}

/** The form and the meaning of an option with a value, as `--out <dir>: writes …`. */
function valueForm(written: string, options: Options): string {
  const option = options[written.slice(2)];
  return option !== undefined && "value" in option ? `${written} ${option.value}: ${option.help}` : `${written} VALUE`;
}

/** How options are spelt in other tools and commands, and what to write instead where a command has the option for it. */
const otherSpellings: Readonly<Record<string, { readonly instead: string; readonly option?: string }>> = {
  json: { instead: "write --format json", option: "format" },
  config: { instead: "write --stack <dir>", option: "stack" },
  output: { instead: "it writes to standard output: add > FILE", option: "format" },
  out: { instead: "it writes to standard output: add > FILE", option: "format" },
  yes: { instead: "it asks nothing, so leave that out" },
  "dry-run": { instead: "fleet preview changes nothing", option: "only" },
  stack: { instead: "write --only NAME", option: "only" },
  refresh: { instead: "run fleet refresh before", option: "only" },
  parallel: { instead: "write `concurrency` into the description", option: "only" },
  "policy-pack": { instead: "write `policyPacks` into the description", option: "only" },
  y: { instead: "it asks nothing, so leave that out" },
};

function otherSpelling(typed: string, options: Options): string | undefined {
  const known = Object.hasOwn(otherSpellings, typed) ? otherSpellings[typed] : undefined;
  return known?.option === undefined || known.option in options ? known?.instead : undefined;
}

function commandNamed(name: string): Command {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const names = commands.map((command) => command.name);
  const meant = didYouMean(name, names, (close) => `"${close}"`);
  throw new UsageError(`there is no command "${name}"${meant} (commands: ${names.join(", ")}; see resourceshare --help)`);
}

/** Whether `parseArgs` threw an error: it reports wrong options with its own error codes. */
function isParseError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
