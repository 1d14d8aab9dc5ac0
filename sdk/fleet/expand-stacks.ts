import { resolve } from "node:path";
import type { Failure } from "../../provider/kernel/errors.ts";
import { groupedBy } from "../../provider/kernel/grouped-by.ts";
import { didYouMean } from "../../provider/kernel/ids.ts";
import { isRecord } from "../../provider/kernel/json.ts";
import { matches } from "../../provider/kernel/wildcard.ts";
import { firstTexts } from "../../access/first-texts.ts";
import type { FleetConfig, FleetDescription, FleetStackDescription, SecretReference, SecretVariables } from "./description.ts";
import type { FleetProgram, FleetStack } from "./fleet.ts";

/** A stack, and the place of its description for messages. */
interface Place {
  readonly stack: FleetStack;
  readonly property: string;
}

/** Makes one stack for each account and region of each entry, and reports names that lead nowhere or that are used twice. */
export function expandedStacks(
  description: FleetDescription,
  folder: string,
): { readonly stacks: readonly FleetStack[]; readonly failures: readonly Failure[] } {
  const places = description.stacks.flatMap((entry, index) => stacksOf(entry, `stacks[${index}]`, description, folder));
  const names = places.map(({ stack }) => stack.name);
  const ofNames = nameFailures(places, description.backend);
  const failures = [
    ...description.stacks.flatMap((entry, index) => entryFailures(entry, `stacks[${index}]`, description)),
    // A dependency on a stack whose name is wrong may be right.
    ...(ofNames.length > 0 ? ofNames : dependencyFailures(places, names)),
  ];
  return { stacks: places.map(({ stack }) => ({ ...stack, dependsOn: dependenciesOf(stack, names) })), failures };
}

function entryFailures(entry: FleetStackDescription, property: string, { accounts, program }: FleetDescription): Failure[] {
  const known = Object.keys(accounts);
  const unknown = entry.accounts.filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => ({ property: `${property}.accounts`, reason: `${name} is not in \`accounts\`${didYouMean(name, known)}` })),
    ...((entry.program ?? program) === undefined
      ? [{ property: `${property}.program`, reason: "is required where the fleet has none" }]
      : []),
  ];
}

function stacksOf(entry: FleetStackDescription, property: string, description: FleetDescription, folder: string): Place[] {
  return entry.accounts.flatMap((account) =>
    entry.regions.map((region) => {
      const own = description.accounts[account];
      const config: FleetConfig = { ...description.config, ...own?.config, ...entry.config };
      const environment: SecretVariables = { ...description.environment, ...own?.environment, ...entry.environment };
      const stack: FleetStack = {
        name: filled(entry.name, { account, region }),
        program: programOf(entry, property, description, folder),
        account,
        accountId: own?.id ?? "",
        region,
        wave: entry.wave ?? 1,
        dependsOn: (entry.dependsOn ?? []).map((pattern) => filled(pattern, { account, region })),
        config: Object.fromEntries([
          ...Object.entries(config).map(([key, value]) => [key, filledValue(value, { account, region })] as const),
          ["resourceshare:accountId", own?.id ?? ""],
          ["resourceshare:region", region],
        ]),
        environment: Object.fromEntries(Object.entries(environment).map(([key, from]) => [key, withWholePath(from, folder)])),
      };
      return { stack, property };
    }),
  );
}

function programOf(
  { program: own }: FleetStackDescription,
  place: string,
  { program: common, name }: FleetDescription,
  folder: string,
): FleetProgram {
  const program = own ?? common ?? "";
  if (typeof program === "string") {
    const property = own === undefined ? "program" : `${place}.program`;
    return { kind: "folder", folder: resolve(folder, program), property };
  }
  return { kind: "inline", project: name, run: program };
}

function withWholePath(reference: SecretReference, folder: string): SecretReference {
  return "file" in reference ? { file: resolve(folder, reference.file) } : reference;
}

/** What `{account}` and `{region}` stand for. */
interface Placeholders {
  readonly account: string;
  readonly region: string;
}

/** The names of the placeholders. */
export const placeholders: readonly string[] = ["account", "region"] satisfies (keyof Placeholders)[];

function filled(text: string, { account, region }: Placeholders): string {
  return text.replace(/\{account\}|\{region\}/g, (placeholder) => (placeholder === "{account}" ? account : region));
}

/** Fills in the texts of a value, at any depth. */
function filledValue<Value>(value: Value, own: Placeholders): Value;
function filledValue(value: unknown, own: Placeholders): unknown {
  if (typeof value === "string") return filled(value, own);
  if (Array.isArray(value)) return value.map((item: unknown) => filledValue(item, own));
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filledValue(inner, own)])) : value;
}

function formProblem(name: string): string | undefined {
  if (/^([\w.-]+\/)?[\w.-]{1,100}$/.test(name)) return undefined;
  return placeholderProblem(name) ?? "is no name of a stack: letters, digits, hyphens, underscores and periods";
}

/** What is wrong with a placeholder that is left in a name; `undefined` for a name without one. */
function placeholderProblem(name: string): string | undefined {
  const [written, placeholder] = /\{(\w*)\}/.exec(name) ?? [];
  if (placeholder === undefined) return undefined;
  const known = placeholders.map((one) => `{${one}}`).join(" and ");
  return `contains ${written}, and the placeholders are ${known}${didYouMean(placeholder, placeholders, (one) => `{${one}}`)}`;
}

function nameFailures(places: readonly Place[], backend = "https://"): Failure[] {
  return groupedBy(places, ({ stack }) => stack.name).flatMap(([{ stack, property: first }, second]) => {
    const { name } = stack;
    const wrong = formProblem(name) ?? organizationProblem(name, backend);
    if (wrong !== undefined) return [{ property: `${first}.name`, reason: `${name} ${wrong}` }];
    if (second === undefined) return [];
    const reason =
      second.property === first
        ? `two stacks are named ${name}: write {account} or {region} into the name`
        : `a stack of ${first} is named ${name} too: give one of them another name`;
    return [{ property: `${second.property}.name`, reason }];
  });
}

function organizationProblem(name: string, backend: string): string | undefined {
  const [, own] = name.split("/");
  if (own === undefined || /^https?:/.test(backend)) return undefined;
  return `names an organization, and this backend has none: write ${own}, without a slash`;
}

function dependencyFailures(places: readonly Place[], names: readonly string[]): Failure[] {
  const missing = places.flatMap(({ stack: { name, dependsOn }, property }) =>
    dependsOn.filter((pattern) => !names.some((one) => matches([pattern], one))).map((pattern) => ({ name, property, pattern })),
  );
  // The stacks of an entry may depend on the same name.
  return groupedBy(missing, ({ property, pattern }) => `${property} ${pattern}`).map(([{ name, property, pattern }]) => {
    const others = names.filter((other) => other !== name);
    const meant = didYouMean(pattern, others) || (others.length > 0 ? `; the others are ${firstTexts(others, 10)}` : "; there is no other");
    const problem = placeholderProblem(pattern);
    const reason = problem === undefined ? `no stack is named ${pattern}${meant}` : `${pattern} ${problem}`;
    return { property: `${property}.dependsOn`, reason };
  });
}

/** The stacks that a stack depends on, in the order of the fleet; a pattern does not mean the stack itself. */
function dependenciesOf({ name: own, dependsOn }: FleetStack, names: readonly string[]): string[] {
  const patterns = dependsOn.filter((pattern) => pattern.includes("*"));
  return names.filter((name) => dependsOn.includes(name) || (name !== own && matches(patterns, name)));
}
