import { isAbsolute, resolve } from "node:path";
import { accountMembers, configurationKeys } from "../../provider/client/config/configuration-keys.ts";
import { namespace } from "../../provider/client/config/configuration-sources.ts";
import { unknownNames } from "../../provider/host/unknown-keys.ts";
import { type Failure, InputError } from "../../provider/kernel/errors.ts";
import { didYouMean, nearest } from "../../provider/kernel/ids.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import { hasSecretForm, isSecretName } from "../../access/output/secret-forms.ts";
import { hasSecret } from "../../access/output/secrets.ts";
import { expandedStacks, placeholders } from "./expand-stacks.ts";
import type { FleetConfig, FleetDescription } from "./description.ts";
import { parseDescription } from "./description-schema.ts";
import type { Fleet } from "./fleet.ts";

const defaults = { total: 4, perAccountAndRegion: 2 };

/**
 * Reads a description: checks all of it, and makes one entry for each stack.
 *
 * @param value What the file of the description exports.
 * @param folder The folder that paths in the description are relative to.
 * @throws InputError that names everything that is wrong.
 */
export function readDescription(value: unknown, folder: string): Fleet {
  const parsed = parseDescription(value);
  if ("failures" in parsed) throw new InputError(parsed.failures);
  const { description } = parsed;
  const { stacks, failures } = expandedStacks(description, folder);
  const all = [...backendFailures(description), ...configFailures(description), ...failures];
  if (all.length > 0) throw new InputError(all);
  return {
    name: description.name,
    backend: description.backend === undefined ? undefined : absoluteBackend(description.backend, folder),
    secretsProvider: description.secretsProvider,
    concurrency: { ...defaults, ...description.concurrency },
    policyPacks: (description.policyPacks ?? []).map((path) => resolve(folder, path)),
    stacks,
  };
}

/** A relative folder would be one of the folder in which `pulumi` runs. */
function absoluteBackend(url: string, folder: string): string {
  const path = /^file:\/\/(.*)$/.exec(url)?.[1];
  return path === undefined || path.startsWith("~") || isAbsolute(path) ? url : `file://${resolve(folder, path)}`;
}

function backendFailures({ backend = "", secretsProvider = "" }: FleetDescription): Failure[] {
  const ofBackend = "contains credentials: leave it out, and set the variable PULUMI_BACKEND_URL of the process that runs the fleet";
  const ofProvider = "contains credentials: set them in the environment of the process that runs the fleet";
  return [
    ...(hasSecretForm(backend) ? [{ property: "backend", reason: ofBackend }] : []),
    ...(hasSecretForm(secretsProvider) ? [{ property: "secretsProvider", reason: ofProvider }] : []),
  ];
}

/** Reports secrets, keys that do not exist, and keys that come from the account and the region. */
function configFailures({ config, accounts, stacks, program: common }: FleetDescription): Failure[] {
  return [
    ...failuresIn(config, "config"),
    ...Object.entries(accounts).flatMap(([name, account]) => failuresIn(account.config, `accounts.${name}.config`)),
    ...stacks.flatMap(({ config: own, program = common }, index) =>
      failuresIn(own, `stacks[${index}].config`, typeof program === "string" ? program : undefined),
    ),
  ];
}

/** @param folder of the program, where the configuration is of one */
function failuresIn(config: FleetConfig = {}, place: string, folder = "the folder of each program"): Failure[] {
  return Object.entries(config).flatMap(([key, value]) => {
    const reason = keyProblem(key, value, folder);
    return reason === undefined ? [] : [{ property: `${place}.${key}`, reason }];
  });
}

function keyProblem(key: string, value: unknown, folder: string): string | undefined {
  const stored = `in ${folder}, run \`pulumi stack select STACK --create\` and \`pulumi config set --secret ${key}\` for each stack`;
  const ofVariable = (variable: string) => `set the variable ${variable} in \`environment\``;
  const name = key.startsWith(namespace) ? key.slice(namespace.length) : undefined;
  if (name === "region" || name === "accountId") return "comes from `regions` and the `id` of the account: remove it";
  if (name === "accounts") return hasSecretMember(value) ? secretProblem(ofVariable("RESOURCESHARE_ACCOUNTS")) : undefined;
  const own = name === undefined ? undefined : configurationKeys[name];
  if (name !== undefined && own?.isSecret === true) return secretProblem(ofVariable(own.variable));
  if (name === undefined && isSecretName(key)) return secretProblem(stored);
  const [unknown] = name === undefined ? [] : unknownNames([key]);
  if (unknown !== undefined) return `is not a key of the configuration${didYouMean(name ?? "", Object.keys(configurationKeys))}`;
  return hasSecret(value) ? secretProblem(stored) : misspeltPlaceholder(value);
}

/** A program may have placeholders of its own, so that only one that is close to those of a fleet is a mistake. */
function misspeltPlaceholder(value: unknown): string | undefined {
  for (const [written, name = ""] of JSON.stringify(value).matchAll(/\{(\w+)\}/g)) {
    const meant = placeholders.includes(name) ? undefined : nearest(name, placeholders, 1);
    if (meant !== undefined) return `contains ${written}; did you mean {${meant}}?`;
  }
  return undefined;
}

function secretProblem(advice: string): string {
  return `is a secret, and a description contains no secrets: ${advice}`;
}

/** Whether the named accounts have credentials, and not only roles and profiles. */
function hasSecretMember(value: unknown): boolean {
  const accounts = typeof value === "string" ? parseJson(value) : value;
  const secret = Object.keys(accountMembers).filter((member) => accountMembers[member]?.isSecret);
  return isRecord(accounts) && Object.values(accounts).some((account) => isRecord(account) && secret.some((member) => member in account));
}
