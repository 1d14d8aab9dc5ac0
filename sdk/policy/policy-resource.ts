import type { PolicyResourceOptions } from "@pulumi/policy";
import { isAbsent } from "../../provider/kernel/json.ts";
import { UNKNOWN, type Values } from "../../provider/lifecycle/resource.ts";
import { resourceTypeOf } from "../../provider/kernel/type-tokens.ts";

/** A resource of this package that policies check. */
export interface CheckedResource {
  /** The last part of its type, as `ResourceShare`. */
  readonly kind: string;
  /** The name of the resource in messages. */
  readonly label: string;
  readonly name: string;
  readonly urn: string;
  /** Whether the engine refuses to delete it. */
  readonly isProtected: boolean;
  /** Whether the resource is known to have `retainOnDelete`. */
  readonly isRetained: boolean;
  /** Arguments before the update, outputs after it; `UNKNOWN` replaces values that are not known yet. */
  readonly values: Values;
}

interface PolicyArgs {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly opts: PolicyResourceOptions;
  readonly props: Values;
}

/** A name among the secret outputs of resources with `retainOnDelete`: the engine does not pass that option to policies. */
const retained = "__retainOnDelete";

/** Converts a resource for the rules; `undefined` when it is not a resource of this package. */
export function checkedResourceOf({ type, name, urn, opts, props }: PolicyArgs): CheckedResource | undefined {
  const kind = resourceTypeOf(type)?.kind;
  if (kind === undefined) return undefined;
  const isRetained = opts.additionalSecretOutputs.includes(retained);
  return { kind, label: `${kind} ${name}`, name, urn, isProtected: opts.protect, isRetained, values: known(props) };
}

/** A copy that is safe to read: in the original, reading a property that is not known yet throws. */
function known(record: object): Values {
  const members = Object.keys(record).map((key) => [key, settled(record, key)] as const);
  return Object.fromEntries(members.filter(([, value]) => !isAbsent(value)));
}

/** Reads a property; `UNKNOWN` when it is not known yet. */
export function settled(holder: object, key: string): unknown {
  let value: unknown;
  try {
    value = Reflect.get(holder, key);
  } catch {
    return UNKNOWN;
  }
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const items = Object.keys(list).map((index) => settled(list, index));
    return items.filter((item) => !isAbsent(item));
  }
  return typeof value === "object" && value !== null ? known(value) : value;
}
