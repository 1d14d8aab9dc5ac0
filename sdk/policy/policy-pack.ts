import { PolicyPack, type EnforcementLevel, type PolicyPackConfig } from "@pulumi/policy";
import { didYouMean } from "../../provider/kernel/ids.ts";
import { manifestIn } from "../../access/output/manifest.ts";
import { isPlain, withoutAbsentMembers } from "../../provider/kernel/json.ts";
import type { ValuesOf } from "./option.ts";
import { policies } from "./policies.ts";
import { checkLevel, checkOptions, hasNeededOption, neededOptionText, notNamed, plain } from "./rule.ts";

type ListedPolicy = (typeof policies)[number];

/** The name of one of the policies. */
export type PolicyName = ListedPolicy["name"];

/**
 * The type of a policy's options.
 *
 * @example
 * ```ts
 * const tags: PolicyOptions<"required-tags"> = { tags: { owner: "network" } };
 * ```
 */
export type PolicyOptions<Name extends PolicyName> = ValuesOf<Extract<ListedPolicy, { name: Name }>["options"]>;

/**
 * Enforcement levels and options of the policies, for all policies and for each by its name.
 *
 * @example
 * ```ts
 * const args: ResourceShareGuardArgs = {
 *   all: "advisory",
 *   "whole-directory": "mandatory",
 *   "external-targets": { enforcementLevel: "mandatory", allow: ["2000000000000001"] },
 * };
 * ```
 */
export type ResourceShareGuardArgs = {
  /**
   * The enforcement level of every policy without a level of its own.
   *
   * @defaultValue `"advisory"`
   */
  readonly all?: EnforcementLevel;
} & {
  readonly [Name in PolicyName]?: EnforcementLevel | ({ readonly enforcementLevel?: EnforcementLevel } & PolicyOptions<Name>);
};

/**
 * A policy pack with all policies of this package. A policy configuration file (`--policy-pack-config`) overrides its arguments, option by
 * option. The folder of the pack needs a package.json with a version.
 *
 * @example
 * ```ts
 * import { ResourceShareGuard } from "pulumi-resourceshare/policy";
 *
 * new ResourceShareGuard({ all: "advisory", "whole-directory": "mandatory" });
 * ```
 */
export class ResourceShareGuard extends PolicyPack {
  /**
   * @param args Enforcement levels and options of the policies.
   * @param name Name of the pack: letters, digits, hyphens, underscores and periods.
   * @throws Error when a policy, an option or a level does not exist, or when a named policy has none of the options that it needs.
   */
  constructor(args: ResourceShareGuardArgs = {}, name = "resource-share-guard") {
    super(name, { policies: [...policies] }, checked(args));
  }
}

const howToSet = 'is set by a level, as "mandatory", or by an object, as { enforcementLevel: "mandatory" }';

/** Throws unless `PolicyPack` finds the version of the pack: it fails with a stack trace. */
function assertVersion(): void {
  if (manifestIn(process.cwd())?.["version"]) return;
  const example = '{ "name": "policies", "version": "1.0.0", "main": "index.ts" }';
  throw plain(new Error(`The folder of the policy pack, ${process.cwd()}, needs a package.json with a version, as ${example}`));
}

/** Adds the level `all` to options without a level: `@pulumi/policy` would take them as `advisory`. */
function checked(args: ResourceShareGuardArgs): PolicyPackConfig {
  assertVersion();
  if (!isPlain(args))
    throw plain(new Error(`The levels of ResourceShareGuard are an object, as new ResourceShareGuard({ all: "mandatory" })`));
  const { all, ...each } = args;
  // `null` counts as absent.
  const level = all ?? "advisory";
  checkLevel("all", level);
  // Every member may be absent, so what is left has the same type.
  const present = withoutAbsentMembers(each) as typeof each;
  const entries = Object.entries(present).map(([name, given]) => {
    const policy = policies.find((listed) => listed.name === name);
    if (!policy) throw plain(new Error(unknownPolicyMessage(name)));
    if (typeof given !== "string" && !isPlain(given)) throw plain(new Error(`Policy ${name} ${howToSet}`));
    const { enforcementLevel = level, ...options } = typeof given === "string" ? { enforcementLevel: given } : given;
    checkLevel(name, enforcementLevel);
    checkOptions(policy, options);
    if (enforcementLevel !== "disabled" && !hasNeededOption(policy, options))
      throw plain(new Error(`Policy ${name} ${neededOptionText(policy)}`));
    return [name, { enforcementLevel, ...options }] as const;
  });
  // A policy that the file names is then configured, and one that only has the level `all` is not named either.
  const others = policies.map(({ name }) => [name, { enforcementLevel: level, [notNamed]: true }] as const);
  return { all: level, ...Object.fromEntries([...others, ...entries]) };
}

function unknownPolicyMessage(name: string): string {
  const names = ["all", ...policies.map((policy) => policy.name)];
  return `There is no policy "${name}"${didYouMean(name, names, (meant) => `"${meant}"`) || `; there are ${names.join(", ")}`}`;
}
