import { readFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import type { Environment } from "../config/configuration-sources.ts";
import type { CredentialsChoice } from "../config/configuration.ts";

/** What to do where no credentials are found. */
export const credentialsAdvice =
  "set ALIBABA_CLOUD_ACCESS_KEY_ID and ALIBABA_CLOUD_ACCESS_KEY_SECRET, or name a profile of ~/.aliyun/config.json in ALIBABA_CLOUD_PROFILE";

/** The variables that name another source of credentials: an OIDC role, the role of the instance, an address. */
const sources = ["ALIBABA_CLOUD_OIDC_TOKEN_FILE", "ALIBABA_CLOUD_ECS_METADATA", "ALIBABA_CLOUD_CREDENTIALS_URI"];

/**
 * Returns whether this machine has no credentials, as far as variables and files show.
 * The default chain may still find the role of the instance that it runs on.
 */
export function areCredentialsMissing(choice: CredentialsChoice, environment: Environment, home = os.homedir()): boolean {
  if (choice.kind === "role") return areCredentialsMissing(choice.base, environment, home);
  if (choice.kind === "key") return false;
  const texts = profileTexts(environment, home);
  if (choice.kind === "chain") return texts.length === 0 && !sources.some((name) => environment[name]);
  // How the two files name a profile: as JSON, and as a section.
  const names = [JSON.stringify(choice.profile), `[${choice.profile}]`];
  return !texts.some((text) => text === "" || names.some((name) => text.includes(name)));
}

/** Returns the texts of the files with profiles; an empty text for one that cannot be read. */
export function profileTexts(environment: Environment, home = os.homedir()): readonly string[] {
  const files = [
    join(home, ".aliyun/config.json"),
    environment["ALIBABA_CLOUD_CREDENTIALS_FILE"] ?? join(home, ".alibabacloud/credentials"),
  ];
  return files.flatMap((file) => fileText(file) ?? []);
}

/** Returns the text of a file; an empty text when it cannot be read, and `undefined` when there is none. */
function fileText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? undefined : "";
  }
}
