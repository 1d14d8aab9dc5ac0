import { messageOf } from "../../../provider/kernel/errors.ts";
import { secretsOfEnvironment, withoutSecrets } from "../../output/secrets.ts";
import type { FleetStack } from "../fleet.ts";
import { PulumiCommandError } from "./pulumi-command.ts";
import type { StackOpener } from "./stack-workspace.ts";

/** Why something failed: what a command has printed, or the message of an error. It may contain secrets. */
export function failureText(error: unknown): string {
  if (!(error instanceof PulumiCommandError)) return messageOf(error);
  return error.result.stderr.trim().replace(/^error: /, "") || error.message;
}

/** Returns a function that removes the secrets of the environment and of stacks from a text. */
export function quoting({ secrets }: Pick<StackOpener, "secrets">, stacks: readonly FleetStack[]): (text: string) => string {
  const known = [...secretsOfEnvironment(process.env), ...stacks.flatMap(({ name }) => Object.values(secrets.get(name) ?? {}))];
  return (text) => withoutSecrets(text, known);
}
