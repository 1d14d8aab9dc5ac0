import { statSync } from "node:fs";
import { z } from "zod";
import { documentedType, resourceTypes } from "../../provider/api/catalogue.ts";
import { messageOf } from "../../provider/kernel/errors.ts";
import { nearest } from "../../provider/kernel/ids.ts";
import { isPlain, isRecord, jsonErrorPlace, parseJson, textsIn } from "../../provider/kernel/json.ts";
import { pathText } from "../../provider/kernel/paths.ts";
import { inPlainWords } from "../../provider/kernel/shape-reason.ts";
import { typeKey, typeKeyIn } from "../../provider/resources/association/resource-type.ts";
import { tagKeyInput } from "../../provider/resources/tags/tag-calls.ts";

type TypeName = "array" | "boolean" | "integer" | "object" | "string";

/** The JSON schema of an option. The engine checks configuration files by it. */
type OptionSchema = {
  type: TypeName | TypeName[];
  description?: string;
  items?: OptionSchema;
  additionalProperties?: OptionSchema;
  minLength?: number;
  minimum?: number;
};

/** One option of a policy: its schema, and the type of its value. */
export interface Option<Value> {
  readonly schema: OptionSchema;
  /** Returns what is wrong with a value of any type, where the schema does not say it or says it without advice. */
  readonly problem?: (value: unknown) => string | undefined;
  /** Never set; it exists only for type inference. */
  readonly value?: Value;
}

/** The options of a policy by name; all are optional. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** The configured values, by option name. */
export type ValuesOf<Declared extends Options> = {
  readonly [Name in keyof Declared]?: Declared[Name] extends Option<infer Value> ? Value : never;
};

/** Returns what is wrong with the value of an option, in this package's words: the engine's have no advice. */
export function optionProblem(name: string, { schema, problem }: Option<unknown>, value: unknown): string | undefined {
  const reason = problem?.(value);
  if (reason !== undefined) return `${name}: ${reason}`;
  const [issue] = z.fromJSONSchema(schema).safeParse(value, inPlainWords).error?.issues ?? [];
  return issue === undefined ? undefined : `${pathText([name, ...issue.path])}: ${issue.message}`;
}

/** An action with a dot for the colon. No documented permission has a dot in its name. */
const dottedAction = /^[a-z][\w-]*\.[\w-]*\*[\w*-]*$/;

/** The kinds of texts in options: which texts are one, where `*` stands for any text, and what messages call it. */
const kinds = {
  text: [/^/, "a text"],
  account: [/^(?:\d{16}|(?=\d*\*)[\d*]+)$/, "the id of an account, which has 16 digits"],
  folder: [/^(?:fd-|\*)[\w*-]*$/, "the id of a folder, as fd-…"],
  directory: [/^(?:rd?-|\*)[\w*-]*$/, "the id of a resource directory or root folder, as rd-… or r-…"],
  service: [/^(?=[\w-]*[.*])[\w*.-]+$/, "the name of a service, as ipam.aliyuncs.com"],
  path: [/^(?!\.{0,2}\/).*[^/]$/, "the path of a file from the program's folder, as src/keys.ts or src/*"],
  tag: [
    /^[^=:]+$|^[^=]*[^=\s]=(?!\s)/,
    (entry: string) => {
      const [key = "", value = ""] = entry.split(/[=:](.*)/s).map((part) => part.trim());
      const colon = entry.includes("=") ? "" : `, or "${entry}=*" where the key has a colon`;
      return `the key of a tag, or "key=value"; write "${key || "key"}=${value}"${colon}`;
    },
  ],
  // The name of a share may have any form.
  outside: [/^(?:\d{16}|.*\D.*)$/, "the id of an account, which has 16 digits, a service or the name of a share"],
  permission: [
    { test: (entry: string) => /^[\w*.-]+(?::[\w*.-]+)?$/.test(entry) && !dottedAction.test(entry) },
    (entry: string) =>
      dottedAction.test(entry)
        ? `the name of a permission; it looks like an action: write ${entry.replace(".", ":")}`
        : "the name of a permission, or an action, as vpc:Describe*",
  ],
  // The service has more types than the documented ones.
  type: [
    {
      test: (entry: string) =>
        /[*:]/.test(entry) ? !entry.includes("/") && meantType(entry) === undefined : documentedType(typeKey(entry)) !== undefined,
    },
    (entry: string) => {
      const meant = meantType(entry);
      return meant === undefined
        ? `a documented type (${resourceTypes.join(", ")}); write another one with a star, as NewType*`
        : `a documented type; did you mean ${meant}?`;
    },
  ],
} as const;

/** Returns the documented type, or its beginning before a star, that an entry probably misspells; a short text only when two letters are swapped. */
function meantType(entry: string): string | undefined {
  const [, service = "", type = "", star = ""] = /^(?:([^:*]+):)?([^:*]+)(\*?)$/.exec(entry.toLowerCase()) ?? [];
  const key = service === "" ? typeKey(type) : typeKeyIn(`acs:${service}:::${type}/id`);
  const known = star === "" ? resourceTypes : [...resourceTypes, ...resourceTypes.map((name) => name.slice(0, key.length))];
  const meant = nearest(key, known, key.length < 6 ? 0.5 : 1);
  if (meant === undefined) return undefined;
  const written = service === "" ? `${meant}${star}` : `${service}:${meant.toLowerCase().replace(service, "")}${star}`;
  return written.toLowerCase() === entry.toLowerCase() ? undefined : written;
}

/** Returns which text of a value is not of a kind. */
function kindProblem(kind: keyof typeof kinds): (value: unknown) => string | undefined {
  const [form, called] = kinds[kind];
  return (value) => {
    const entries = textsIn([value].flat());
    const blank = entries.find((entry) => entry !== entry.trim());
    if (blank !== undefined) return `${JSON.stringify(blank)} begins or ends with a blank: remove it`;
    const wrong = entries.find((entry) => entry !== "" && !form.test(entry));
    return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is not ${typeof called === "string" ? called : called(wrong)}`;
  };
}

/** Declares an option with a list of strings of one kind. */
export function texts(description: string, kind: keyof typeof kinds = "text"): Option<readonly string[]> {
  return { schema: { type: "array", items: { type: "string", minLength: 1 }, description }, problem: kindProblem(kind) };
}

/** Declares an option whose empty value would have no effect. */
export function nonEmpty<Value>({ schema, problem }: Option<Value>): Option<Value> {
  const isEmpty = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return {
    schema,
    problem: (value) => (isEmpty(value) ? "is empty and has no effect: list at least one, or leave it out" : problem?.(value)),
  };
}

/** Declares an option with a string of one kind. */
export function text(description: string, kind: keyof typeof kinds = "text"): Option<string> {
  return { schema: { type: "string", minLength: 1, description }, problem: kindProblem(kind) };
}

/** Declares an option with a regular expression. */
export function pattern(description: string): Option<string> {
  return { ...text(description), problem: patternProblem };
}

function patternProblem(value: unknown): string | undefined {
  if (value instanceof RegExp) return `must be a text: write ${JSON.stringify(value.source)}`;
  if (typeof value !== "string") return undefined;
  if (/^\/.+\/$/.test(value)) return `has slashes at its ends: write ${JSON.stringify(value.slice(1, -1))}`;
  try {
    "".search(new RegExp(value, "u"));
    return undefined;
  } catch (error) {
    return `${messageOf(error)}; write one such as "^[a-z-]+$"`;
  }
}

/** Declares an option with the path of a folder. */
export function folder(description: string): Option<string> {
  return { ...text(description), problem: folderProblem };
}

function folderProblem(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "" || statSync(value, { throwIfNoEntry: false })?.isDirectory() === true) return undefined;
  return `there is no folder ${JSON.stringify(value)} in ${process.cwd()}`;
}

/** Declares an option with an upper limit. */
export function most(description: string): Option<number> {
  return { schema: { type: "integer", minimum: 0, description } };
}

/** Declares a boolean option. */
export function flag(description: string): Option<boolean> {
  return { schema: { type: "boolean", description } };
}

/** Declares an option with the JSON texts of policies by name. */
export function policyTexts(description: string): Option<Readonly<Record<string, string>>> {
  return { schema: { type: "object", additionalProperties: { type: "string" }, description }, problem: policyTextProblem };
}

function policyTextProblem(value: unknown): string | undefined {
  for (const [name, written] of Object.entries(isPlain(value) ? value : {})) {
    if (typeof written !== "string") return `${name}: must be the JSON text of a policy: write JSON.stringify({ … })`;
    const place = jsonErrorPlace(written);
    if (!isRecord(parseJson(written)))
      return `${name}: must be the JSON text of a policy${place === undefined ? "" : `; it is not JSON from ${place}`}`;
  }
  return undefined;
}

/** Declares an option with a list of the keys of tags, or with values by key. */
export function tagsOrKeys(description: string): Option<readonly string[] | Readonly<Record<string, string>>> {
  return {
    schema: { type: ["array", "object"], items: { type: "string", minLength: 1 }, additionalProperties: { type: "string" }, description },
    problem: tagKeyProblem,
  };
}

function tagKeyProblem(value: unknown): string | undefined {
  for (const key of isPlain(value) ? Object.keys(value) : textsIn(value)) {
    const [issue] = tagKeyInput.safeParse(key).error?.issues ?? [];
    if (issue !== undefined) return `${JSON.stringify(key)} cannot be required: ${issue.message}`;
  }
  return undefined;
}
