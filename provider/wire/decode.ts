import { getOrCreate } from "../kernel/get-or-create.ts";
import { z, type ZodType } from "zod";
import { isRecord, parseJson } from "../kernel/json.ts";
import { pathText } from "../kernel/paths.ts";
import type { Parameters } from "./encode.ts";

/** The problem of a JSON response that has none of the declared fields, which is another server's. */
export const foreign = "the body holds none of the fields of the answer";

/**
 * The maximum number of values in a response: parser and schema take far longer for a value than for a character, and a schema reports
 * each wrong one. The longest page of a list has about 2000.
 */
const mostValues = 50_000;

/** Why a response body could not be decoded. */
export interface Undecodable {
  readonly problem: string;
}

/**
 * Decodes a JSON response with its operation's schema; undeclared fields are dropped.
 * `redact` removes secrets from every text. Texts may be unprintable: whatever shows or stores them makes them printable.
 */
export function decodeResponse<T>(shape: ZodType<T>, body: string, redact: Redact = (text) => text): { readonly value: T } | Undecodable {
  if (hasTooManyValues(body)) return { problem: `the body has more than ${mostValues} values` };
  let json: unknown;
  try {
    json = withoutSecrets(JSON.parse(body), "", redact);
  } catch {
    return { problem: body === "" ? "the body is empty" : "the body is not JSON" };
  }
  const result = shape.safeParse(json);
  if (result.success && !namesNothingOf(shape, json)) return { value: result.data };
  if (result.success) return { problem: foreign };
  const first = result.error.issues[0];
  return { problem: `${pathText(first?.path ?? []) || "the body"}: ${first?.message ?? "has another shape"}` };
}

/** Counts what begins a value in JSON; lists and objects without values count too. */
function hasTooManyValues(body: string): boolean {
  let values = 0;
  let isText = false;
  // A value has at least one character.
  for (let at = 0; body.length > mostValues && at < body.length; at += 1) {
    const character = body[at];
    if (isText && character === "\\") at += 1;
    else if (character === '"') isText = !isText;
    else if (!isText && (character === "," || character === "[" || character === "{")) values += 1;
  }
  return values > mostValues;
}

// Most fields are optional, so another server's `{"status":"ok"}` would decode as an empty list,
// and existing resources would count as deleted (assumption S-answer).
function namesNothingOf(shape: ZodType, json: unknown): boolean {
  if (!(shape instanceof z.ZodObject) || !isRecord(json)) return false;
  const declared = getOrCreate(fields, shape, () => new Set(Object.keys(shape.shape).map((name) => name.toLowerCase())));
  return !Object.keys(json).some((name) => declared.has(name.toLowerCase()));
}

/** The declared field names of each schema, in lower case: a pure memo of data that never changes. */
const fields = new WeakMap<ZodType, ReadonlySet<string>>();

/** The fields of ids, types, states and times: an empty text in one of them is no value. */
const neverEmpty = /(?:Id|Arn|Type|Owner|Status|Reason|Time)$/;

/** Removes secrets from the text of a field. */
export type Redact = (text: string, field: string) => string;

/** Redacts a parsed response and removes its empty members, in place. */
function withoutSecrets(value: unknown, field: string, redact: Redact): unknown {
  if (typeof value === "string") return redact(value, field);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, field, redact));
  if (!isRecord(value)) return value;
  for (const [name, inner] of Object.entries(value)) {
    // The service may send null or an empty text in place of no field (assumption S-null).
    if (inner === null || (inner === "" && neverEmpty.test(name))) delete value[name];
    else value[name] = withoutSecrets(inner, name, redact);
  }
  return value;
}

/** The inverse of `encodeRpc`, apart from types: `Name.N.Field` becomes lists and objects whose values are texts. */
export function decodeRpc(parameters: Parameters): Record<string, unknown> {
  const root: Tree = new Map();
  for (const [name, value] of Object.entries(parameters)) {
    let node = root;
    const steps = name.split(".");
    for (const step of steps.slice(0, -1)) {
      const next = node.get(step);
      const inner: Tree = next instanceof Map ? next : new Map();
      node.set(step, inner);
      node = inner;
    }
    node.set(steps.at(-1) ?? name, value);
  }
  const value = plain(root);
  return isRecord(value) ? value : {};
}

/**
 * The inverse of `encodeForm`.
 * @param structured - whether the field of that name is encoded as JSON; its text stays as it is when it is not valid JSON
 */
export function decodeForm(parameters: Parameters, structured: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name, structured(name) ? (parseJson(text) ?? text) : text]));
}

type Tree = Map<string, string | Tree>;

function plain(node: string | Tree, depth = 0): unknown {
  if (typeof node === "string") return node;
  const keys = [...node.keys()];
  // Not at the top level: the name of a parameter is never a number.
  const isList = depth > 0 && keys.length > 0 && keys.every((key) => /^[1-9]\d*$/.test(key));
  if (isList) {
    return keys.toSorted((a, b) => Number(a) - Number(b)).map((key) => plain(node.get(key) ?? "", depth + 1));
  }
  return Object.fromEntries([...node].map(([key, inner]) => [key, plain(inner, depth + 1)]));
}
