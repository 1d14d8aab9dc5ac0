import { z } from "zod";
import type { ZodObject } from "zod";
import { isRecord } from "../kernel/json.ts";
import type { Effect, ProgramFunction } from "../functions/types.ts";
import type { Resource } from "../lifecycle/resource.ts";
import { hasNaturalKey } from "./keys.ts";
import { propertiesOf } from "./shape.ts";
import type { Property } from "./shape.ts";

/** One kind of resource, as plain data. */
export interface ResourceSchema {
  readonly token: string;
  readonly summary: string;
  /** Whether the arguments alone name the object, so that two of them cannot live side by side. */
  readonly naturalKey: boolean;
  readonly inputs: Readonly<Record<string, Property>>;
  /** All outputs: the arguments as they were applied, and what the service adds. */
  readonly outputs: Readonly<Record<string, Property>>;
  /** Arguments whose change makes a new object. */
  readonly replaceOn: readonly string[];
  /** Arguments without meaning once the object exists. */
  readonly onCreateOnly: readonly string[];
}

/** One function, as plain data. */
export interface FunctionSchema {
  readonly name: string;
  readonly summary: string;
  readonly effect: Effect;
  /** The operation that it calls. */
  readonly operation: string;
  /** Arguments and fields of the result that are secret. */
  readonly secrets: readonly string[];
  readonly args: Readonly<Record<string, Property>>;
  readonly result: Readonly<Record<string, Property>>;
}

/** All that the package offers, as plain data: what classes and documents are made of. */
export interface PackageSchema {
  readonly name: string;
  readonly resources: Readonly<Record<string, ResourceSchema>>;
  readonly functions: Readonly<Record<string, FunctionSchema>>;
  /** Those of the user, device and content API. */
  readonly deviceFunctions: Readonly<Record<string, FunctionSchema>>;
}

/** A function without what its client is. */
type Told = Omit<ProgramFunction, "call">;

/** The schema of a list of resources and of the lists of functions. */
export function schemaOf(
  resources: readonly Resource[],
  functions: readonly Told[] = [],
  deviceFunctions: readonly Told[] = [],
): PackageSchema {
  const schemas = (list: readonly Told[]) => Object.fromEntries(list.map((one) => [one.name, functionSchema(one)]));
  return {
    name: "resourceshare",
    resources: Object.fromEntries(resources.map((resource) => [resource.token, resourceSchema(resource)])),
    functions: schemas(functions),
    deviceFunctions: schemas(deviceFunctions),
  };
}

function functionSchema({ name, summary, effect, operation, secrets = [], shapes }: Told): FunctionSchema {
  const { args, result } = shapes();
  return { name, summary, effect, operation, secrets, args: propertiesIn(args), result: propertiesIn(result) };
}

function resourceSchema(resource: Resource): ResourceSchema {
  return {
    token: resource.token,
    summary: resource.summary,
    naturalKey: hasNaturalKey(resource.token),
    inputs: fields(resource.inputs, "input"),
    outputs: { ...fields(resource.inputs, "output"), ...fields(resource.outputs, "output") },
    replaceOn: resource.replaceOn,
    onCreateOnly: resource.onCreateOnly,
  };
}

/** As arguments, what has a default may be left out; as outputs it is always there. */
function fields(object: ZodObject, io: "input" | "output"): Record<string, Property> {
  return propertiesIn(z.toJSONSchema(object, { io, unrepresentable: "any" }));
}

function propertiesIn(schema: unknown): Record<string, Property> {
  if (!isRecord(schema)) return {};
  return propertiesOf(schema, isRecord(schema["$defs"]) ? schema["$defs"] : {});
}
