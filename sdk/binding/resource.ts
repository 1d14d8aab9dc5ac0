import * as pulumi from "@pulumi/pulumi";
import { InputError } from "../../provider/kernel/errors.ts";
import { isAbsent, isRecord } from "../../provider/kernel/json.ts";
import { resourceTypeOf, tokenOfResource } from "../../provider/kernel/type-tokens.ts";
import { bindingOf } from "./binding.ts";
import { warnOfClearText } from "./clear-text-warnings.ts";
import type { Kind, Options } from "./registration.ts";
import { dynamicRegistration, pluginRegistration } from "./registration.ts";
import { withoutTrace } from "./program-error.ts";
import { secretArguments, type Secrets } from "./secret-arguments.ts";
import { skipLeakTraces } from "./skip-leak-traces.ts";

/** The base class of all resources of this package. Each binding has the type of the other one as an alias. */
export abstract class SharingResource extends pulumi.CustomResource {
  /** Whether the program only looks it up (`get`). */
  readonly #isLookup: boolean;
  readonly #secrets: Secrets | undefined;

  constructor(kind: Kind, name: string, args: object | null | undefined, options: Options) {
    assertArguments(kind, name, args);
    assertProvider(kind, name, options?.provider);
    warnOfClearText();
    const share = shareNamedBy(args);
    // Outputs that show the share: its secret arguments are secret here too.
    const secrets = secretArguments(args, kind.showsShare === true && share !== undefined ? share.#secrets : undefined);
    const ownShare = share !== undefined && share.#isLookup ? undefined : share;
    const declaration = { kind, name, args, options, share, ownShare, secrets };
    const isOfPlugin = bindingOf(tokenOfResource(kind.name), options) === "plugin";
    const { type, properties, options: all } = isOfPlugin ? pluginRegistration(declaration) : dynamicRegistration(declaration);
    const restoreTraces = skipLeakTraces();
    try {
      super(type, name, properties, all);
    } finally {
      restoreTraces();
    }
    this.#isLookup = !isAbsent(options?.id);
    this.#secrets = secrets;
  }
}

/** JavaScript programs may pass anything. */
function assertArguments({ name: kind }: Kind, name: unknown, args: unknown): void {
  if (typeof name !== "string" || name === "")
    throw withoutTrace(InputError.of(kind, `the first argument must be the name of the resource: write new ${kind}("NAME", { … })`));
  if (isAbsent(args) || isRecord(args)) return;
  throw withoutTrace(InputError.of(`${kind} ${name}: arguments`, `must be an object: write new ${kind}("${name}", { … })`));
}

/** Rejects a provider that is none: Pulumi's own message names neither the resource nor what to write. */
function assertProvider({ name: kind }: Kind, name: string, provider: unknown): void {
  if (isAbsent(provider) || typeof provider === "object") return;
  const reason = `must be a Provider; for a configured account, use the argument account: ${JSON.stringify(provider)}`;
  throw withoutTrace(InputError.of(`${kind} ${name}: provider`, reason));
}

/** Returns the options of a lookup. Without an id, which JavaScript programs may forget, Pulumi would create an object. */
export function lookupOptions(
  kind: string,
  name: string,
  id: pulumi.Input<pulumi.ID>,
  options?: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  if (isAbsent(id)) throw withoutTrace(InputError.of(`${kind} ${name}: id`, "is required in `get`"));
  return { ...options, id };
}

/** Whether a value is a resource of the kind of a type, of either binding, also when another copy of this package created it. */
export function isOfKind(value: unknown, type: string): boolean {
  if (typeof value !== "object" || value === null || !("__pulumiType" in value)) return false;
  const { __pulumiType: actual } = value;
  return typeof actual === "string" && resourceTypeOf(actual)?.kind === resourceTypeOf(type)?.kind;
}

/** A method of every Output that its public type does not declare: the resources that the value comes from. */
interface Derived {
  resources(): ReadonlySet<unknown>;
}

/** The share whose `id` output is the argument `shareId`: a preview knows the share before the id. */
function shareNamedBy(args: object | null | undefined): SharingResource | undefined {
  const id: unknown = !isAbsent(args) && "shareId" in args ? args.shareId : undefined;
  const origins = pulumi.Output.isInstance(id) && isDerived(id) ? [...id.resources()] : [];
  return origins.find((one): one is SharingResource => one instanceof SharingResource && Object.is(one.id, id));
}

function isDerived(output: object): output is Derived {
  return "resources" in output && typeof output.resources === "function";
}
