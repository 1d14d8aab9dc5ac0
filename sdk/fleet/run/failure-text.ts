import { messageOf } from "../../../provider/kernel/errors.ts";
import { secretsOfConfiguration, secretsOfEnvironment, withoutSecrets } from "../../output/secrets.ts";
import type { FleetStack } from "../fleet.ts";
import { PulumiCommandError } from "./pulumi-command.ts";
import type { OpenStack, StackOpener } from "./stack-workspace.ts";

/** Why something failed: what a command has printed, or the message of an error. It may contain secrets. */
export function failureText(error: unknown): string {
  if (!(error instanceof PulumiCommandError)) return messageOf(error);
  return error.result.stderr.trim().replace(/^error: /, "") || error.message;
}

/**
 * Returns a function that removes the secrets of the environment and of stacks from a text.
 *
 * @param stored The secrets of their configuration.
 */
export function quoting(
  { secrets }: Pick<StackOpener, "secrets">,
  stacks: readonly FleetStack[],
  stored: readonly string[] = [],
): (text: string) => string {
  const known = [...secretsOfEnvironment(process.env), ...stacks.flatMap(({ name }) => Object.values(secrets.get(name) ?? {})), ...stored];
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
