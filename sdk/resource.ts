import * as pulumi from "@pulumi/pulumi";
import { isAbsent } from "../provider/kernel/json.ts";
import { providerCode } from "./provider-code.ts";
import { rememberSecrets, secretArguments } from "./secret-arguments.ts";
import { stateOrigin } from "./state-origin.ts";
import { skipMarkedTraces } from "./skip-stack-traces.ts";

/** What the shared part needs to know of a class. */
export interface Kind {
  /** The last part of the type. */
  readonly name: string;
  /** All outputs, the arguments among them. */
  readonly outputs: readonly string[];
  /** Whether a replacement can only be made once the old object is gone. */
  readonly naturalKey: boolean;
}

/** Programs in JavaScript write `null` for absent, whatever the types say. */
type Options = pulumi.CustomResourceOptions | null | undefined;

/** The part that all resources of this package have in common. */
export abstract class SharingResource extends pulumi.CustomResource {
  constructor(kind: Kind, name: string, args: object | null | undefined, options: Options) {
    const share = shareNamedBy(args);
    // What a receiver sees of a share repeats what was given to the share.
    const secrets = secretArguments(args, kind.outputs.includes("sharedResources") ? share : undefined);
    const internals = { __share: share?.then((one) => one?.urn), __secrets: secrets };
    const lookUpAgain = skipMarkedTraces();
    try {
      super(typeOf(kind), name, { ...propertiesOf(kind, name, args, options), ...present(internals) }, optionsOf(kind, options));
    } finally {
      lookUpAgain();
    }
    rememberSecrets(this, secrets);
  }
}

/** Whether a value is a resource of a kind, whichever copy of this package made it. */
export function isOfKind(value: unknown, type: string): boolean {
  return typeof value === "object" && value !== null && "__pulumiType" in value && value.__pulumiType === type;
}

function typeOf(kind: Kind): string {
  return `pulumi-nodejs:dynamic/resourceshare:${kind.name}`;
}

function propertiesOf(kind: Kind, name: string, args: object | null | undefined, options: Options): pulumi.Inputs {
  return {
    // Outputs must be named to exist, also those of arguments that are left out.
    ...Object.fromEntries(kind.outputs.map((output) => [output, undefined])),
    // Whatever was written goes through, so that check can refuse what does not exist by its nearest name.
    ...args,
    __provider: providerCode(kind.name),
    __urn: pulumi.createUrn(name, typeOf(kind), options?.parent),
    ...present({
      // Only what is created exactly once needs to be told apart from the resource of another stack of the same name.
      __origin: kind.name === "ResourceShare" ? stateOrigin() : undefined,
      // The engine keeps timeouts to itself.
      __timeouts: options?.customTimeouts,
      __lookup: isAbsent(options?.id) ? undefined : true,
    }),
  };
}

/** Each property that is named costs time, also one without a value. */
function present(properties: pulumi.Inputs): pulumi.Inputs {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => !isAbsent(value)));
}

/** What every Output knows of its origin, which its public type keeps to itself. */
interface Derived {
  resources(): ReadonlySet<unknown> | Promise<ReadonlySet<unknown>>;
}

/** The share whose own `id` is the argument `shareId`: a preview knows it before it knows the id. */
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
  // A forced replacement does not ask the provider: without this option it would delete what it has just made.
  const ours: pulumi.CustomResourceOptions = {
    hideDiffs: ["__provider", "__urn", "__share", "__secrets", "__origin", "__timeouts", "__lookup"],
    // The engine keeps this option from policies, which ask for it: named as an output, it reaches them.
    ...(options?.retainOnDelete === true ? { additionalSecretOutputs: ["__retainOnDelete"] } : {}),
  };
  return pulumi.mergeOptions(kind.naturalKey ? { ...ours, deleteBeforeReplace: true } : ours, options ?? undefined);
}
