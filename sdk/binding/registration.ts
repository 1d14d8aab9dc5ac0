import * as pulumi from "@pulumi/pulumi";
import { timeoutFailures } from "../../provider/dynamic/internal-properties.ts";
import { InputError } from "../../provider/kernel/errors.ts";
import { isAbsent, presentMembers } from "../../provider/kernel/json.ts";
import { dynamicTypeOf, tokenOfResource } from "../../provider/kernel/type-tokens.ts";
import { assertPluginFound } from "./plugin-presence.ts";
import { VERSION } from "./provider-args.ts";
import { withoutTrace } from "./program-error.ts";
import { providerCode } from "../../provider/host/provider-code.ts";
import { stateOrigin } from "./state-origin.ts";

/** The properties of a resource class that its registration needs. */
export interface Kind {
  /** The last part of the type, as `ResourceShare`. */
  readonly name: string;
  /** The names of all outputs, including arguments. */
  readonly outputs: readonly string[];
  /** Whether a replacement needs the old object to be deleted first. */
  readonly deletesBeforeReplacement: boolean;
  /** Whether a create tag finds the object of an interrupted creation. */
  readonly hasCreateTag?: boolean;
  /** Whether the deletion of the program's own share deletes the object. */
  readonly isDeletedWithShare?: boolean;
  /** Whether an output may show arguments of the share that `shareId` names. */
  readonly showsShare?: boolean;
}

/** JavaScript programs may pass `null` for absent options. */
export type Options = pulumi.CustomResourceOptions | null | undefined;

/** What a program passes to the constructor of a resource, and what is known about it. */
export interface Declaration {
  readonly kind: Kind;
  readonly name: string;
  readonly args: object | null | undefined;
  readonly options: Options;
  /** The share that the resource belongs to. */
  readonly share: pulumi.Resource | undefined;
  /** The same share, if the program manages it. */
  readonly ownShare: pulumi.Resource | undefined;
  /** The names of the secret arguments. */
  readonly secrets: Promise<string[] | undefined> | undefined;
}

/** What the engine receives about a resource. */
export interface Registration {
  readonly type: string;
  readonly properties: pulumi.Inputs;
  readonly options: pulumi.CustomResourceOptions;
}

/** Returns the registration of a resource with the dynamic provider. By its alias, a resource that the plugin has created becomes this resource. */
export function dynamicRegistration(declaration: Declaration): Registration {
  const { kind, name, args, options, share, secrets } = declaration;
  assertOptions(kind, name, options);
  const type = dynamicTypeOf(kind.name);
  const properties = {
    ...propertiesOf(kind, args),
    __provider: providerCode(kind.name),
    __urn: urnOf(name, type, options?.parent ?? undefined),
    // Each property costs time, also one without a value.
    ...presentMembers({
      __origin: kind.hasCreateTag === true ? stateOrigin() : undefined,
      // The engine does not pass `customTimeouts` to dynamic providers.
      __timeouts: options?.customTimeouts,
      __lookup: isAbsent(options?.id) ? undefined : true,
      __share: share?.urn,
      __secrets: secrets,
    }),
  };
  const hideDiffs = ["__provider", "__urn", "__share", "__secrets", "__origin", "__timeouts", "__lookup"];
  return { type, properties, options: optionsOf(declaration, { hideDiffs, aliases: [{ type: tokenOfResource(kind.name) }] }) };
}

/**
 * Returns the URN of a resource as a promise: an output of a component's URN depends on all children of the component, so two children
 * would wait for each other.
 */
function urnOf(name: string, type: string, parent: pulumi.Resource | undefined): Promise<string> {
  const urn = pulumi.createUrn(name, type, parent);
  return new Promise((resolve) => void urn.apply(resolve));
}

/** Rejects options before the engine does, whose message names neither the resource nor what to write. */
function assertOptions(kind: Kind, name: string, options: Options): void {
  const failures = timeoutFailures({ __timeouts: options?.customTimeouts });
  if (!isAbsent(options?.import)) {
    const reason = `Pulumi cannot import dynamic resources: set the argument \`adopt\` to "${options.import}" in place of this option`;
    failures.push({ property: "import", reason });
  }
  if (failures.length === 0) return;
  throw withoutTrace(new InputError(failures.map(({ property, reason }) => ({ property: `${kind.name} ${name}: ${property}`, reason }))));
}

/** Returns the registration of a resource with the plugin. By its alias, a dynamic resource becomes this resource. */
export function pluginRegistration(declaration: Declaration): Registration {
  const { kind, name, args, options, share, secrets } = declaration;
  assertPluginFound(`${kind.name} ${name}`, options);
  const properties = propertiesOf(kind, args);
  // Outputs that show the share repeat arguments that the plugin does not see: when one of them is secret, the id is secret.
  if (share !== undefined && secrets !== undefined && kind.showsShare === true) {
    const shareId: unknown = properties["shareId"];
    properties["shareId"] = pulumi.output(secrets).apply((names) => (names?.includes("shareId") ? pulumi.secret(shareId) : shareId));
  }
  const ours = { version: VERSION, aliases: [{ type: dynamicTypeOf(kind.name) }] };
  return { type: tokenOfResource(kind.name), properties, options: optionsOf(declaration, ours) };
}

function propertiesOf(kind: Kind, args: object | null | undefined): pulumi.Inputs {
  // An output exists only when it is a property here, also the output of an absent argument.
  // Unknown arguments are passed on: `check` rejects them and suggests the nearest name.
  return { ...Object.fromEntries(kind.outputs.map((output) => [output, undefined])), ...args };
}

function optionsOf({ kind, options, ownShare }: Declaration, ofBinding: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  const ours: pulumi.CustomResourceOptions = {
    ...ofBinding,
    // A forced replacement (`--replace`) does not call the provider's `diff`. Create-first, its delete would remove the new object.
    ...(kind.deletesBeforeReplacement ? { deleteBeforeReplace: true } : {}),
    ...(kind.isDeletedWithShare === true && ownShare !== undefined ? { deletedWith: ownShare } : {}),
    // The engine does not pass `retainOnDelete` to policies, which need it. They can read the names of secret outputs.
    ...(options?.retainOnDelete === true ? { additionalSecretOutputs: ["__retainOnDelete"] } : {}),
  };
  return pulumi.mergeOptions(ours, options ?? undefined);
}
