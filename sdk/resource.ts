import * as pulumi from "@pulumi/pulumi";
import { isAbsent } from "../provider/kernel/json.ts";
import { providerCode } from "./provider-code.ts";
import { rememberSecrets, secretArguments } from "./secret-arguments.ts";
import { stateOrigin } from "./state-origin.ts";
import { skipMarkedTraces } from "./skip-stack-traces.ts";

/** The properties of a resource class that {@link SharingResource} needs. */
export interface Kind {
  /** The last part of the type, as `ResourceShare`. */
  readonly name: string;
  /** The names of all outputs, including arguments. */
  readonly outputs: readonly string[];
  /** Whether a replacement needs the old object to be deleted first. */
  readonly naturalKey: boolean;
}

/** JavaScript programs may pass `null` for absent options. */
type Options = pulumi.CustomResourceOptions | null | undefined;

/** The base class of all resources of this package. */
export abstract class SharingResource extends pulumi.CustomResource {
  constructor(kind: Kind, name: string, args: object | null | undefined, options: Options) {
    const share = shareNamedBy(args);
    // Outputs of a receiver repeat values of the share, so secret arguments of the share are secret here too.
    const secrets = secretArguments(args, kind.outputs.includes("sharedResources") ? share : undefined);
    const internals = { __share: share?.then((one) => one?.urn), __secrets: secrets };
    const restoreTraces = skipMarkedTraces();
    try {
      super(typeOf(kind), name, { ...propertiesOf(kind, name, args, options), ...present(internals) }, optionsOf(kind, options));
    } finally {
      restoreTraces();
    }
    rememberSecrets(this, secrets);
  }
}

/** Whether a value is a resource of a type, also when another copy of this package created it. */
export function isOfKind(value: unknown, type: string): boolean {
  return typeof value === "object" && value !== null && "__pulumiType" in value && value.__pulumiType === type;
}

function typeOf(kind: Kind): string {
  return `pulumi-nodejs:dynamic/resourceshare:${kind.name}`;
}

function propertiesOf(kind: Kind, name: string, args: object | null | undefined, options: Options): pulumi.Inputs {
  return {
    // An output exists only when it is a property here, also the output of an absent argument.
    ...Object.fromEntries(kind.outputs.map((output) => [output, undefined])),
    // Unknown arguments are passed on: `check` rejects them and suggests the nearest name.
    ...args,
    __provider: providerCode(kind.name),
    __urn: pulumi.createUrn(name, typeOf(kind), options?.parent),
    ...present({
      // Only a create that must happen exactly once has to distinguish stacks with the same name.
      __origin: kind.name === "ResourceShare" ? stateOrigin() : undefined,
      // The engine does not pass `customTimeouts` to dynamic providers.
      __timeouts: options?.customTimeouts,
      __lookup: isAbsent(options?.id) ? undefined : true,
    }),
  };
}

/** Drops absent properties: each property costs time, also one without a value. */
function present(properties: pulumi.Inputs): pulumi.Inputs {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => !isAbsent(value)));
}

/** A method of every Output that its public type does not declare: the resources that the value comes from. */
interface Derived {
  resources(): ReadonlySet<unknown> | Promise<ReadonlySet<unknown>>;
}

/** The share whose `id` output is the argument `shareId`: a preview knows the share before the id. */
function shareNamedBy(args: object | null | undefined): Promise<SharingResource | undefined> | undefined {
  const id: unknown = !isAbsent(args) && "shareId" in args ? args.shareId : undefined;
  return pulumi.Output.isInstance(id) && isDerived(id) ? shareOf(id) : undefined;
}

async function shareOf(id: Derived): Promise<SharingResource | undefined> {
  const origins = [...(await id.resources())];
  return origins.find((one): one is SharingResource => one instanceof SharingResource && Object.is(one.id, id));
}

function isDerived(output: object): output is Derived {
  return "resources" in output && typeof output.resources === "function";
}

function optionsOf(kind: Kind, options: Options): pulumi.CustomResourceOptions {
  // A forced replacement (`--replace`) does not call the provider's `diff`. Create-first, its delete would remove the new object.
  const ours: pulumi.CustomResourceOptions = {
    hideDiffs: ["__provider", "__urn", "__share", "__secrets", "__origin", "__timeouts", "__lookup"],
    // The engine does not pass `retainOnDelete` to policies, which need it. They can read the names of secret outputs.
    ...(options?.retainOnDelete === true ? { additionalSecretOutputs: ["__retainOnDelete"] } : {}),
  };
  return pulumi.mergeOptions(kind.naturalKey ? { ...ours, deleteBeforeReplace: true } : ours, options ?? undefined);
}
