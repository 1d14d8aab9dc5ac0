import { z } from "zod";
import { type IdForm, invitationIdForm, shareIdForm } from "../api/id-forms.ts";
import { type Failure, InputError } from "../kernel/errors.ts";
import { nearestArgument } from "../kernel/ids.ts";
import { withIllFormedTexts } from "../kernel/ill-formed.ts";
import { isRecord, withoutAbsentMembers } from "../kernel/json.ts";
import { inPlainWords } from "../kernel/shape-reason.ts";
import { isUnknown } from "../lifecycle/diff.ts";
import type { Values } from "../lifecycle/resource.ts";
import { camel, type Fields, fieldsOf, toWire, unwrapped } from "./camel-case.ts";

/** The shapes of a function's request. */
export interface RequestShapes<Request> {
  /** What programs may set, in the names of the request. */
  readonly visible: z.ZodObject;
  readonly whole: z.ZodType<Request>;
  /** The arguments that are ids, or lists of them, by their names in camelCase. @defaultValue those of the sharing API */
  readonly idForms?: Readonly<Record<string, IdForm>>;
}

const sharingIdForms: Readonly<Record<string, IdForm>> = {
  resourceShareId: shareIdForm,
  resourceShareIds: shareIdForm,
  resourceShareInvitationId: invitationIdForm,
  resourceShareInvitationIds: invitationIdForm,
};

/** Returns the request that arguments make. Throws an InputError with all failures. */
export function requestOf<Request>(shapes: RequestShapes<Request>, args: Values, defaults: object = {}): Request {
  const { parsed, failures } = readArguments(shapes, args, defaults);
  if (parsed.success && failures.length === 0) return parsed.data;
  throw new InputError(failures.map(asFailure));
}

/** Returns all failures of arguments; parts that are UNKNOWN are no failure. */
export function failuresOf<Request>(shapes: RequestShapes<Request>, args: Values): Failure[] {
  return readArguments(shapes, args, {})
    .failures.filter(({ value }) => !isUnknown(value))
    .map(asFailure);
}

/** A failure, with the wrong value where that may be UNKNOWN. */
interface Finding extends Failure {
  readonly value?: unknown;
}

/** Removes the value, which may be a secret. */
function asFailure({ property, reason }: Finding): Failure {
  return { property, reason };
}

function readArguments<Request>({ visible, whole, idForms = sharingIdForms }: RequestShapes<Request>, args: Values, defaults: object) {
  // A JavaScript program may pass an id alone.
  if (!isRecord(args)) throw InputError.of("arguments", "must be an object, as { name: value }");
  const present = withoutAbsentMembers(args);
  const wireArgs = toWire(visible, present);
  const parsed = whole.safeParse({ ...defaults, ...(isRecord(wireArgs) ? wireArgs : {}) }, inPlainWords);
  const invalid = (parsed.error?.issues ?? []).map((issue): Finding => {
    const { property, value } = placeOf(visible, issue.path, wireArgs);
    return { property, reason: value === undefined && issue.code !== "custom" ? "is required" : issue.message, value };
  });
  const failures: readonly Finding[] = withIllFormedTexts(present, [
    ...unknownArguments(visible, present),
    ...illFormedIds(present, idForms),
    ...invalid,
  ]);
  return { parsed, failures };
}

/** Returns a failure for each id that cannot be one: the service's own message has neither the value nor the form. */
function illFormedIds(args: Values, idForms: Readonly<Record<string, IdForm>>): Failure[] {
  return Object.entries(idForms).flatMap(([name, { pattern, reason }]) => {
    const value = args[name];
    const ids = Array.isArray(value) ? value.map((id: unknown, index) => [`${name}[${index}]`, id] as const) : [[name, value] as const];
    return ids.flatMap(([property, id]) =>
      typeof id === "string" && !pattern.test(id) ? [{ property, reason: `"${id}" ${reason}` }] : [],
    );
  });
}

/** Returns a failure for each undeclared argument, at any depth, with the nearest declared name. */
function unknownArguments(shape: z.core.$ZodType, value: unknown, path = ""): Failure[] {
  const inner = unwrapped(shape);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => unknownArguments(inner.element, item, `${path}[${index}]`));
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return [];
  const known = new Map(Object.entries(fieldsOf(inner)).map(([name, field]) => [camel(name), field]));
  return Object.entries(value).flatMap(([name, item]): Failure[] => {
    const property = path ? `${path}.${name}` : name;
    const field = known.get(name);
    if (field !== undefined) return unknownArguments(field, item, property);
    return [{ property, reason: `is not an argument${nearestArgument(name, [...known.keys()])}` }];
  });
}

/**
 * Converts a wire path to camelCase, and returns it with its value: `Body.SendTarget` becomes `body.sendTarget`.
 * The keys of free maps stay unchanged.
 */
function placeOf(shape: z.core.$ZodType, path: readonly PropertyKey[], root: unknown): { property: string; value: unknown } {
  let at: z.core.$ZodType | undefined = shape;
  let property = "";
  let value = root;
  for (const step of path) {
    const inner: z.core.$ZodType | undefined = at === undefined ? undefined : unwrapped(at);
    const name = String(step);
    const declared: Fields | undefined = inner instanceof z.ZodObject ? fieldsOf(inner) : undefined;
    const field = declared ? camel(name) : name;
    if (typeof step === "number") property += `[${step}]`;
    else property = property === "" ? field : `${property}.${field}`;
    at = inner instanceof z.ZodArray ? inner.element : declared?.[name];
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isRecord(value)) value = value[name];
    // All parts of an UNKNOWN value are UNKNOWN.
    else if (typeof value !== "symbol") value = undefined;
  }
  return { property, value };
}
