import {
  unknownCheckingProxy,
  type PolicyResource,
  type ReportViolation,
  type ResourceValidationArgs,
  type StackValidationArgs,
} from "@pulumi/policy";
import { resourceTypeOf } from "../../../../provider/kernel/type-tokens.ts";
import { policies } from "../../../../sdk/policy/index.ts";

/** The engine's placeholder for an unknown value. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export type ListedPolicy = (typeof policies)[number];

/** A resource as a test writes it; `share` is the name of the share that its `shareId` comes from. */
export interface Given {
  readonly kind: string;
  readonly name: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly share?: string;
  readonly protect?: boolean;
  readonly secretOutputs?: readonly string[];
}

interface Found {
  readonly wrong: string[];
  readonly unclear: string[];
}

const typeOf = (kind: string) => (kind.includes(":") ? kind : `pulumi-nodejs:dynamic/resourceshare:${kind}`);
const urnOf = ({ kind, name }: Pick<Given, "kind" | "name">) => `urn:pulumi:test::program::${typeOf(kind)}::${name}`;

function argsOf(given: Given, config: object) {
  const { kind, name, props, protect = false, secretOutputs = [] } = given;
  const type = typeOf(kind);
  return {
    type,
    name,
    urn: urnOf(given),
    props: unknownCheckingProxy({ ...props }),
    opts: {
      protect,
      ignoreChanges: [],
      aliases: [],
      customTimeouts: { createSeconds: 0, updateSeconds: 0, deleteSeconds: 0 },
      additionalSecretOutputs: [...secretOutputs],
    },
    stackTags: new Map<string, string>(),
    isType: () => false,
    asType: () => undefined,
    // The caller chooses the type by this name, as in the library.
    getConfig: (() => config) as ResourceValidationArgs["getConfig"],
    notApplicable: (reason?: string): never => {
      throw new NotApplicable(reason);
    },
  };
}

class NotApplicable extends Error {}

/** All findings of a policy in resources, with the engine's calls. */
export async function findingsOf(policy: ListedPolicy, config: object, ...resources: readonly Given[]): Promise<Found> {
  const found: Found = { wrong: [], unclear: [] };
  // Notices are objects, which the published type omits.
  const report = ((finding: string | { message: string; enforcementLevel: string }) => {
    if (typeof finding === "string") found.wrong.push(finding);
    else found.unclear.push(finding.message);
  }) as ReportViolation;
  const { validateResource } = policy;
  for (const given of resources) {
    const args: ResourceValidationArgs = argsOf(given, config);
    try {
      if (typeof validateResource === "function") await validateResource(args, report);
    } catch (error) {
      if (!(error instanceof NotApplicable)) throw error;
    }
  }
  await policy.validateStack?.(stackArgs(resources, config), report);
  return found;
}

function stackArgs(resources: readonly Given[], config: object): StackValidationArgs {
  const seen: (PolicyResource & { share?: string | undefined })[] = resources.map((given) => ({
    ...argsOf(given, config),
    share: given.share,
    dependencies: [],
    propertyDependencies: {},
  }));
  for (const resource of seen) {
    const share = seen.find(({ type, name }) => resourceTypeOf(type)?.kind === "ResourceShare" && name === resource.share);
    if (share) resource.propertyDependencies["shareId"] = [share];
  }
  const { getConfig, notApplicable, stackTags } = argsOf({ kind: "", name: "", props: {} }, config);
  return { resources: seen, getConfig, notApplicable, stackTags };
}

/** A share without findings, with further arguments. */
export function share(name: string, props: Given["props"] = {}, more: Partial<Given> = {}): Given {
  return { kind: "ResourceShare", name, props: { name, allowExternalTargets: false, ...props }, ...more };
}

export function policyOf(name: string): ListedPolicy {
  const policy = policies.find((listed) => listed.name === name);
  if (!policy) throw new Error(`there is no policy ${name}`);
  return policy;
}
