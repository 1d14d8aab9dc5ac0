import { z, type ZodObject } from "zod";
import { vocabularies, type Vocabulary } from "../../../provider/api/vocabulary.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import { camel } from "../../../provider/functions/camel-case.ts";
import type { Effect, ProgramFunction } from "../../../provider/functions/types.ts";
import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { propertiesOf, type Property } from "./shape.ts";

/** One kind of resource, as plain data. */
export interface ResourceSchema {
  readonly token: string;
  readonly summary: string;
  /** Whether the arguments identify the object, so that two with equal arguments cannot exist at the same time. */
  readonly deletesBeforeReplacement: boolean;
  /** Whether a create tag finds the object of an interrupted creation. */
  readonly hasCreateTag: boolean;
  /** What the id of an existing object is, in words; absent for objects that cannot be looked up. */
  readonly id: string | undefined;
  /** Whether a program that also manages the share leaves the deletion to that of the share. */
  readonly isDeletedWithShare: boolean;
  /** Whether an output may show arguments of the share that `shareId` names. */
  readonly showsShare: boolean;
  readonly inputs: Readonly<Record<string, Property>>;
  /** All outputs: the applied arguments, and the values that the service adds. */
  readonly outputs: Readonly<Record<string, Property>>;
  /** Arguments that exclude each other, and one of which is required; empty when there are none. */
  readonly exactlyOne: readonly string[];
  /** Arguments whose change replaces the object. */
  readonly replaceOn: readonly string[];
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
  /** Arguments that exclude each other, and one of which is required; empty when there are none. */
  readonly exactlyOne: readonly string[];
  readonly result: Readonly<Record<string, Property>>;
}

/** The schema of the package, as plain data; classes and documentation are generated from it. */
export interface PackageSchema {
  readonly name: string;
  readonly resources: Readonly<Record<string, ResourceSchema>>;
  readonly functions: Readonly<Record<string, FunctionSchema>>;
  /** The functions of the user, device and content API. */
  readonly deviceFunctions: Readonly<Record<string, FunctionSchema>>;
  /** The documented values of texts, by the names of their types. */
  readonly vocabularies: Readonly<Record<string, Vocabulary>>;
}

/** A function without its client type. */
type FunctionDescription = Omit<ProgramFunction, "call">;

/** Returns the schema of resources and functions. */
export function schemaOf(
  resources: readonly Resource[],
  functions: readonly FunctionDescription[] = [],
  deviceFunctions: readonly FunctionDescription[] = [],
): PackageSchema {
  const schemas = (list: readonly FunctionDescription[]) => Object.fromEntries(list.map((one) => [one.name, functionSchema(one)]));
  return {
    name: "resourceshare",
    resources: Object.fromEntries(resources.map((resource) => [resource.token, resourceSchema(resource)])),
    functions: schemas(functions),
    deviceFunctions: schemas(deviceFunctions),
    vocabularies,
  };
}

function functionSchema({ name, summary, effect, operation, secrets = [], shapes }: FunctionDescription): FunctionSchema {
  const { args, result } = shapes();
  const [request, response] = [camelSchema(args), camelSchema(result)];
  return {
    name,
    summary,
    effect,
    operation,
    secrets,
    args: propertiesIn(request),
    exactlyOne: exactlyOneIn(request),
    result: propertiesIn(response),
  };
}

function resourceSchema(resource: Resource): ResourceSchema {
  return {
    token: resource.token,
    summary: resource.summary,
    deletesBeforeReplacement: resource.deletesBeforeReplacement,
    hasCreateTag: resource.hasCreateTag === true,
    id: resource.idForm?.reason.replaceAll(/^must be |:.*/g, ""),
    isDeletedWithShare: resource.isDeletedWithShare === true,
    showsShare: Object.values(resource.repeats ?? {}).some((repeated) => repeated?.includes("shareId")),
    inputs: fields(resource.inputs, "input"),
    outputs: { ...fields(resource.inputs, "output"), ...fields(resource.outputs, "output") },
    exactlyOne: exactlyOneIn(resource.inputs.meta()),
    replaceOn: resource.replaceOn,
  };
}

/** Returns the properties of a shape. A property with a default is optional as an argument, and required as an output. */
function fields(object: ZodObject, io: "input" | "output"): Record<string, Property> {
  return propertiesIn(z.toJSONSchema(object, { io, unrepresentable: "any" }));
}

function propertiesIn(schema: unknown): Record<string, Property> {
  if (!isRecord(schema)) return {};
  return propertiesOf(schema, isRecord(schema["$defs"]) ? schema["$defs"] : {});
}

function exactlyOneIn(schema: unknown): readonly string[] {
  const names: unknown = isRecord(schema) ? schema["exactlyOne"] : undefined;
  return Array.isArray(names) ? names.map(String) : [];
}

/** Returns the JSON schema of a shape with its names in camelCase. */
function camelSchema(shape: z.ZodType): unknown {
  return renamed(z.toJSONSchema(shape, { io: "input", unrepresentable: "any" }));
}

function renamed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(renamed);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === "properties" && isRecord(value)) {
        return [key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [camel(name), renamed(inner)]))];
      }
      if (key === "required" && Array.isArray(value)) return [key, value.map((name) => camel(String(name)))];
      return [key, renamed(value)];
    }),
  );
}
