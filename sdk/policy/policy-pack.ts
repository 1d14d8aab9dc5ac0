import { PolicyPack } from "@pulumi/policy";
import type { EnforcementLevel, PolicyPackConfig } from "@pulumi/policy";
import { nearest } from "../../provider/kernel/ids.ts";
import { withoutAbsentMembers } from "../../provider/kernel/json.ts";
import type { ValuesOf } from "./option.ts";
import { policies } from "./policies.ts";
import { checkOptions, plain } from "./rule.ts";

type ListedPolicy = (typeof policies)[number];

/** The name of one of the policies. */
export type PolicyName = ListedPolicy["name"];

/** The options of a policy by its name. */
export type PolicyOptions<Name extends PolicyName> = ValuesOf<Extract<ListedPolicy, { name: Name }>["options"]>;

/** Levels and options of the policies: of all together, and of each by its name. */
export type ResourceShareGuardArgs = {
  /** The level of every policy that names none of its own; `advisory` when absent. */
  readonly all?: EnforcementLevel;
} & {
  readonly [Name in PolicyName]?: EnforcementLevel | ({ readonly enforcementLevel?: EnforcementLevel } & PolicyOptions<Name>);
};

/**
 * The whole pack, set by its constructor. What a policy configuration file says (`--policy-pack-config`) comes on top of it, option by option.
 * The folder of the pack needs a package.json with a version.
 */
export class ResourceShareGuard extends PolicyPack {
  /**
   * @param args Levels and options of the policies. Throws when a policy or an option does not exist.
   * @param name Name of the pack: letters, digits, hyphens, underscores and periods.
   */
  constructor(args: ResourceShareGuardArgs = {}, name = "resource-share-guard") {
    super(name, { policies: [...policies] }, checked(args));
  }
}

/** The same for `@pulumi/policy`, in which options without a level would count as `advisory` whatever `all` says. */
function checked(args: ResourceShareGuardArgs): PolicyPackConfig {
  const { all, ...each } = args;
  // Absent is also what is null.
  const level = all ?? "advisory";
  const entries = Object.entries(withoutAbsentMembers(each) as typeof each).map(([name, given]) => {
    const policy = policies.find((listed) => listed.name === name);
    if (!policy) throw plain(new Error(strangerMessage(name)));
    const { enforcementLevel = level, ...options } = typeof given === "string" ? { enforcementLevel: given } : given;
    checkOptions(name, policy.options, options);
    return [name, { enforcementLevel, ...options }] as const;
  });
  return { all: level, ...Object.fromEntries(entries) };
}

function strangerMessage(name: string): string {
  const names = policies.map((policy) => policy.name);
  const meant = nearest(name, names);
  return `There is no policy "${name}"; ${meant === undefined ? `there are ${names.join(", ")}` : `did you mean "${meant}"?`}`;
}
