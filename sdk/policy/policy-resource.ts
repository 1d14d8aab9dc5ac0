import type { PolicyResourceOptions } from "@pulumi/policy";
import { isAbsent } from "../../provider/kernel/json.ts";
import { UNKNOWN } from "../../provider/lifecycle/resource.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";

/** A resource of this package as policies see it. */
export interface CheckedResource {
  /** The last part of its type. */
  readonly kind: string;
  /** What it is called in messages. */
  readonly label: string;
  readonly name: string;
  readonly urn: string;
  /** Whether the engine refuses to delete it. */
  readonly isProtected: boolean;
  /** Whether the engine is known to forget it instead of deleting it. */
  readonly isRetained: boolean;
  /** Arguments before the update, outputs after it; UNKNOWN stands for what is not known yet. */
  readonly values: Values;
}

interface Seen {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly opts: PolicyResourceOptions;
  readonly props: Values;
}

/** What a resource that is retained bears among its secret outputs: of `retainOnDelete` itself the engine tells policies nothing. */
const retained = "__retainOnDelete";

const types = "pulumi-nodejs:dynamic/resourceshare:";

/** A resource as a subject; `undefined` when it is none of this package's. */
export function checkedResourceOf({ type, name, urn, opts, props }: Seen): CheckedResource | undefined {
  if (!type.startsWith(types)) return undefined;
  const kind = type.slice(types.length);
  const isRetained = opts.additionalSecretOutputs.includes(retained);
  return { kind, label: `${kind} ${name}`, name, urn, isProtected: opts.protect, isRetained, values: known(props) };
}

/** A copy that can be looked at: reading what is not known yet throws in the original. */
function known(record: object): Values {
  const members = Object.keys(record).map((key) => [key, settled(record, key)] as const);
  return Object.fromEntries(members.filter(([, value]) => !isAbsent(value)));
}

/** A member of a record, UNKNOWN where it is not known yet. */
export function settled(holder: object, key: string): unknown {
  let value: unknown;
  try {
    value = Reflect.get(holder, key);
  } catch {
    return UNKNOWN;
  }
  if (Array.isArray(value)) {
    const items = Object.keys(value).map((index) => settled(value as unknown[], index));
    return items.filter((item) => !isAbsent(item));
  }
  return typeof value === "object" && value !== null ? known(value) : value;
}
