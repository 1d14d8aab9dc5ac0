import { relative } from "node:path";
import { messageOf } from "../../../provider/kernel/errors.ts";
import { shellWord } from "../../../provider/kernel/shell-word.ts";
import { secretsOfConfiguration, secretsOfEnvironment, withoutSecrets } from "../../../access/output/secrets.ts";
import { type FleetStack, nameInProject } from "../fleet.ts";
import { PulumiCommandError } from "./pulumi-command.ts";
import { sourcesOf } from "./resolve-secrets.ts";
import type { OpenStack, StackOpener } from "./stack-workspace.ts";

/** Returns what to do about a message of `pulumi` without a backend; `undefined` for another message. */
export function loginAdvice(message: string): string | undefined {
  return message.includes("PULUMI_ACCESS_TOKEN") ? "run pulumi login, or pulumi login --local, or set PULUMI_BACKEND_URL" : undefined;
}

/** Why something failed: what a command has printed, or the message of an error. It may contain secrets. */
export function failureText(error: unknown): string {
  if (!(error instanceof PulumiCommandError)) return messageOf(error);
  const text = error.result.stderr.trim().replace(/^error: /, "") || error.message;
  const advice = loginAdvice(text);
  return advice === undefined ? text : `${text}: ${advice}`;
}

/** A command of `pulumi` on a stack, to run in the folder of this process. */
export function commandOn({ fleet: { backend } }: Pick<StackOpener, "fleet">, { name, program }: FleetStack, words: string): string {
  const inBackend = backend === undefined ? "" : `PULUMI_BACKEND_URL=${shellWord(backend)} `;
  if (program.kind === "inline") {
    const organization = name.includes("/") ? name.split("/", 1).join("") : "organization";
    return `${inBackend}pulumi ${words} --stack ${organization}/${program.project}/${nameInProject(name)}`;
  }
  return `${inBackend}pulumi ${words} --cwd ${shellWord(relative(process.cwd(), program.folder) || ".")} --stack ${name}`;
}

/** The command that clears the interrupted operations of a stack; unlike a refresh, it needs no credentials. */
export function clearingCommand(opener: Pick<StackOpener, "fleet">, stack: FleetStack): string {
  return `${commandOn(opener, stack, "stack export")} | ${commandOn(opener, stack, "stack import")}`;
}

/** Replaces the advice of `pulumi` by what to do in a fleet. */
function withAdvice(text: string, opener: Pick<StackOpener, "fleet">, stack: FleetStack): string {
  const cancel = `\`${commandOn(opener, stack, "cancel --yes")}\``;
  return text
    .replace(/ please set a value using the command `pulumi config set (?!-)\S+ <value>`/g, ": write it into `config` of the fleet")
    .replace(/(delete the lock file with) `pulumi cancel`/, `$1 ${cancel}`)
    .replace(/(Another update is currently in progress)\.?/, `$1: wait for it, or, when it has certainly ended, run ${cancel}.`)
    .replace(
      / These resources are in an unknown state[^]*/,
      `; once an update has succeeded, clear them: ${clearingCommand(opener, stack)}`,
    );
}

/**
 * Returns a function that prepares a text about a stack for reports:
 *
 * - It removes the secrets of the environment and of all stacks: a program may print a secret that it should not have.
 * - It replaces the name of a variable that the fleet sets by the place in the fleet's description that the value comes from, and the advice
 *   of `pulumi` by what to do in a fleet.
 *
 * @param stored The secrets of the stack's configuration.
 */
export function reportRedactor(
  { secrets, fleet }: Pick<StackOpener, "secrets" | "fleet">,
  stack: FleetStack,
  stored: readonly string[] = [],
): (text: string) => string {
  const valuesOfSources = sourcesOf(fleet.stacks.map(({ environment }) => environment)).flatMap((name) => process.env[name] ?? []);
  const known = [
    ...secretsOfEnvironment(process.env),
    ...valuesOfSources,
    ...[...secrets.values()].flatMap((ofAccount) => Object.values(ofAccount)),
    ...stored,
  ];
  const places = placesOf(stack);
  return (text) =>
    withAdvice(withoutSecrets(text, known), { fleet }, stack).replace(
      /\b(ALIBABA_CLOUD|RESOURCESHARE)_\w+/g,
      (name) => places.get(name) ?? name,
    );
}

/** Where the variables that the fleet sets for a stack come from, by their names. */
function placesOf({ account, environment }: FleetStack): ReadonlyMap<string, string> {
  const whose = `account ${account} of the fleet`;
  return new Map([
    ["ALIBABA_CLOUD_REGION_ID", "`regions` of the fleet"],
    ["RESOURCESHARE_ACCOUNT_ID", `the \`id\` of ${whose}`],
    ...Object.entries(environment).map(([variable, from]) => [variable, `${"env" in from ? from.env : from.file}, ${whose}`] as const),
  ]);
}

/** The secrets of a stack's configuration, which a command of `pulumi` decrypts; none when that command fails. */
export async function storedSecrets({ stack }: OpenStack): Promise<readonly string[]> {
  try {
    return secretsOfConfiguration(await stack.getAllConfig());
  } catch {
    return [];
  }
}
