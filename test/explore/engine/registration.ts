import { UNKNOWN_TEXT } from "../../../provider/host/engine-values.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import { type Binding, dynamicTypeOf, tokenOfResource } from "../../../provider/kernel/type-tokens.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { resourceOf } from "../../support/bindings/dynamic.ts";
import type { Kind } from "../../support/harness.ts";
import type { ProgramEntry } from "../../support/random-programs/render.ts";

/** A resource of the program after its step: what other resources of the program can read from it. */
export interface Made {
  readonly urn: string;
  readonly id: string;
  readonly outputs: Values;
}

/** What the engine receives about a resource. */
export interface Registration {
  readonly urn: string;
  readonly kind: Kind;
  /** URNs that it may have in the state. */
  readonly aliases: readonly string[];
  readonly properties: Values;
  readonly dependencies: readonly string[];
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  /** The id of an object that the program reads. */
  readonly id: string | undefined;
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly deleteBeforeReplace: boolean | undefined;
  readonly retainOnDelete: boolean;
  readonly deletedWith: string | undefined;
}

/** Returns the URN of a resource without a parent. */
export function urnOf(binding: Binding, kind: string, name: string): string {
  const type = binding === "dynamic" ? dynamicTypeOf(kind) : tokenOfResource(kind);
  return `urn:pulumi:test::engine::${type}::${name}`;
}

/** Returns the names of the resources that a resource of the program needs. */
export function needsOf({ args, options }: ProgramEntry): string[] {
  const { dependsOn = [], deletedWith } = options;
  return [...new Set([...references(args), ...namesIn(dependsOn), ...namesIn([deletedWith])])];
}

/** Returns a resource as its class registers it, when all that it needs is made. */
export function registrationOf(
  { kind, name, args, options }: ProgramEntry,
  made: ReadonlyMap<string, Made>,
  binding: Binding,
): Registration {
  const madeOf = (other: string): Made => {
    const found = made.get(other);
    if (found === undefined) throw new Error(`${name} needs ${other}, which is not in the program`);
    return found;
  };
  const urn = urnOf(binding, kind, name);
  const urnsOf = (names: readonly string[]) => names.map((other) => madeOf(other).urn);
  const shareId = args["shareId"];
  const internals = {
    __provider: "exports.handler = () => undefined;",
    __urn: urn,
    ...(kind === "ResourceShare" ? { __origin: "0a" } : {}),
    ...(options["id"] === undefined ? {} : { __lookup: true }),
    ...(isRecord(shareId) ? { __share: urnsOf(references(shareId))[0] } : {}),
  };
  return {
    urn,
    kind,
    aliases: listOf(options["aliases"]).flatMap((alias) => (isRecord(alias) ? [urnOf(binding, kind, String(alias["name"]))] : [])),
    properties: { ...resolved(args, madeOf), ...(binding === "dynamic" ? internals : { __urn: urn }) },
    dependencies: urnsOf([...new Set([...references(args), ...namesIn(options["dependsOn"])])]),
    propertyDependencies: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, urnsOf(references(value))])),
    id: typeof options["id"] === "string" ? options["id"] : undefined,
    ignoreChanges: namesIn(options["ignoreChanges"]),
    replaceOnChanges: namesIn(options["replaceOnChanges"]),
    deleteBeforeReplace:
      typeof options["deleteBeforeReplace"] === "boolean"
        ? options["deleteBeforeReplace"]
        : resourceOf(kind).deletesBeforeReplacement || undefined,
    retainOnDelete: options["retainOnDelete"] === true,
    deletedWith: urnsOf([...namesIn([options["deletedWith"]]), ...(kind === "SharePermission" ? references(shareId) : [])])[0],
  };
}

/** Replaces references to outputs by their values; in a preview, an output that a resource does not have is not known yet. */
function resolved(args: Values, madeOf: (name: string) => Made): Values {
  const valueOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(valueOf);
    if (!isRecord(value)) return value;
    if (typeof value["$id"] === "string") return madeOf(value["$id"]).id || UNKNOWN_TEXT;
    if (typeof value["$name"] === "string") return madeOf(value["$name"]).outputs["name"] ?? UNKNOWN_TEXT;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, valueOf(inner)]));
  };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, valueOf(value)]));
}

/** Returns the names of the resources whose outputs a value contains. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isRecord(value)) return [];
  const named = value["$id"] ?? value["$name"];
  return typeof named === "string" ? [named] : Object.values(value).flatMap(references);
}

function namesIn(value: unknown): string[] {
  return listOf(value).filter((name) => typeof name === "string");
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
