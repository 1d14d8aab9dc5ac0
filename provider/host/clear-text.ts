import { accountMembers, configurationKeys } from "../client/config/configuration-keys.ts";
import { namespace } from "../client/config/configuration-sources.ts";
import { isRecord } from "../kernel/json.ts";

/** A secret that the configuration of a stack stores in clear text. */
export interface ClearText {
  /** The key, or the path in a structured value. */
  readonly path: string;
  /** What to do about it. */
  readonly fix: string;
}

/**
 * Returns the secrets in the value of a key of a stack's configuration.
 *
 * @param value - a structured value is an object, or a JSON text
 */
export function secretsIn(key: string, value: unknown): ClearText[] {
  if (key !== `${namespace}accounts`) {
    return secretNames(configurationKeys).some((name) => key === namespace + name) ? [stored(key, "--secret")] : [];
  }
  // A part of a text cannot be encrypted alone.
  if (typeof value === "string" && secretNames(accountMembers).some((name) => value.includes(name))) return [stored(key, "--secret")];
  if (!isRecord(value)) return [];
  const paths = Object.entries(value).flatMap(([account, members]) =>
    secretNames(accountMembers).flatMap((name) => (isRecord(members) && name in members ? [`${key}${stepText(account)}.${name}`] : [])),
  );
  // Pulumi reports the whole key as a secret as soon as one part of it is.
  const hint = paths.length > 1 ? "; once one is encrypted, Pulumi does not show that others are not" : "";
  return paths.map((path) => stored(path, "--path --secret", hint));
}

/** Returns the names that only secrets have. The id of an access key alone is no secret, and `accounts` holds what its members are. */
export function secretNames(keys: Readonly<Record<string, { readonly isSecret?: boolean | undefined }>>): string[] {
  return Object.keys(keys).filter((name) => keys[name]?.isSecret === true && name !== "accessKeyId" && name !== "accounts");
}

/** A member's name in a path: a dot would separate two names. */
function stepText(name: string): string {
  return /^[\w-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function stored(path: string, options: string, hint = ""): ClearText {
  const quoted = path.includes('"') ? `'${path}'` : path;
  const fix = `store it by pulumi config set ${options} ${quoted}, and create a new secret if others could read this one${hint}`;
  return { path, fix };
}
