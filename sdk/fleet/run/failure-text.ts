import { messageOf } from "../../../provider/kernel/errors.ts";
import { secretsOfConfiguration, secretsOfEnvironment, withoutSecrets } from "../../../access/output/secrets.ts";
import { PulumiCommandError } from "./pulumi-command.ts";
import { sourcesOf } from "./resolve-secrets.ts";
import type { OpenStack, StackOpener } from "./stack-workspace.ts";

/** Why something failed: what a command has printed, or the message of an error. It may contain secrets. */
export function failureText(error: unknown): string {
  if (!(error instanceof PulumiCommandError)) return messageOf(error);
  return error.result.stderr.trim().replace(/^error: /, "") || error.message;
}

/**
 * Returns a function that removes the secrets of the environment and of all stacks from a text: a program may print what it should not have.
 *
 * @param stored The secrets of a stack's configuration.
 */
export function quoting(
  { secrets, fleet }: Pick<StackOpener, "secrets" | "fleet">,
  stored: readonly string[] = [],
): (text: string) => string {
  const sources = sourcesOf(fleet.stacks.map(({ environment }) => environment)).flatMap((name) => process.env[name] ?? []);
  const known = [...secretsOfEnvironment(process.env), ...sources, ...[...secrets.values()].flatMap(Object.values<string>), ...stored];
  return (text) => withoutSecrets(text, known);
}

/** The secrets of a stack's configuration, which a command of `pulumi` decrypts; none when it cannot. */
export async function storedSecrets({ stack }: OpenStack): Promise<readonly string[]> {
  try {
    return secretsOfConfiguration(await stack.getAllConfig());
  } catch {
    return [];
  }
}
