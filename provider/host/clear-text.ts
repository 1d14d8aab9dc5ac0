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
    secretNames(accountMembers).flatMap((name) => (isRecord(members) && name in members ? [`${key}.${account}.${name}`] : [])),
  );
  return paths.map((path) => stored(path, "--path --secret"));
}

/** Returns the names that only secrets have. The id of an access key alone is no secret, and `accounts` holds what its members are. */
function secretNames(keys: Readonly<Record<string, { readonly isSecret?: boolean | undefined }>>): string[] {
  return Object.keys(keys).filter((name) => keys[name]?.isSecret === true && name !== "accessKeyId" && name !== "accounts");
}

function stored(path: string, options: string): ClearText {
  return { path, fix: `store it by pulumi config set ${options} ${path}, and change it where others could read it` };
}
