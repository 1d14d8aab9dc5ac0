import { z, type ZodType } from "zod";
import { isRecord, parseJson } from "../kernel/json.ts";
import { isPrintable, singleLine } from "../kernel/printable.ts";
import type { Parameters } from "./encode.ts";

/** What is said of JSON that has nothing to do with what was asked. */
export const foreign = "the body holds none of the fields of the answer";

/** A text that could not be read as what was expected, and why. */
export interface Undecodable {
  readonly problem: string;
}

/**
 * The value of a JSON answer, when it has the shape that was declared. Fields that nobody declared are dropped. This is the boundary for texts of
 * a service: `redact` takes secrets out of each of them, and what cannot be printed is replaced, except where people may have written it.
 */
export function decodeAnswer<T>(shape: ZodType<T>, body: string, redact: Redact = (text) => text): { readonly value: T } | Undecodable {
  let json: unknown;
  try {
    json = cleaned(JSON.parse(body), "", redact);
  } catch {
    return { problem: body === "" ? "the body is empty" : "the body is not JSON" };
  }
  const result = shape.safeParse(json);
  if (result.success && !namesNothingOf(shape, json)) return { value: result.data };
  if (result.success) return { problem: foreign };
  const first = result.error.issues[0];
  return { problem: `${first?.path.join(".") || "the body"}: ${first?.message ?? "has another shape"}` };
}

// Most fields may be absent, so that some other server's `{"status":"ok"}` would be a list without records, and what it
// should hold would be taken for gone (assumption S-answer).
function namesNothingOf(shape: ZodType, json: unknown): boolean {
  if (!(shape instanceof z.ZodObject) || !isRecord(json)) return false;
  const declared = fields.get(shape) ?? new Set(Object.keys(shape.shape).map((name) => name.toLowerCase()));
  fields.set(shape, declared);
  return !Object.keys(json).some((name) => declared.has(name.toLowerCase()));
}

/** The names of the fields that a shape declares, in lower case. */
const fields = new WeakMap<ZodType, ReadonlySet<string>>();

/**
 * The fields that hold what people have written, or that go into later calls as they are: programs and states compare them with their own texts,
 * so that these are made printable where they are printed.
 */
const verbatim = /(?:Name|Key|Value|Property|Token)$/i;

/** Takes secrets out of the text of a field. */
export type Redact = (text: string, field: string) => string;

/** An answer with printable texts and without secrets, changed in place: it has just been parsed. */
function cleaned(value: unknown, field: string, redact: Redact): unknown {
  if (typeof value === "string") {
    const text = redact(value, field);
    return verbatim.test(field) || isPrintable(text) ? text : singleLine(text);
  }
  if (Array.isArray(value)) return value.map((item) => cleaned(item, field, redact));
  if (!isRecord(value)) return value;
  for (const [name, inner] of Object.entries(value)) {
    // A field that is null is a field that is not there: the service sends either (assumption S-null).
    if (inner === null) delete value[name];
    else value[name] = cleaned(inner, name, redact);
  }
  return value;
}

/** The inverse of the RPC encoding, as far as texts go: `Name.N.Field` becomes lists and objects of texts. */
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

/** The inverse of the form encoding for fields whose names are known: `structured` are those that travel as JSON texts. A text that is no JSON stays. */
export function decodeForm(parameters: Parameters, structured: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name, structured(name) ? (parseJson(text) ?? text) : text]));
}

type Tree = Map<string, string | Tree>;

function plain(node: string | Tree, depth = 0): unknown {
  if (typeof node === "string") return node;
  const keys = [...node.keys()];
  // Only below the top: a parameter's own name is never a number.
  const isList = depth > 0 && keys.length > 0 && keys.every((key) => /^[1-9]\d*$/.test(key));
  if (isList) {
    return keys.toSorted((a, b) => Number(a) - Number(b)).map((key) => plain(node.get(key) ?? "", depth + 1));
  }
  return Object.fromEntries([...node].map(([key, inner]) => [key, plain(inner, depth + 1)]));
}
