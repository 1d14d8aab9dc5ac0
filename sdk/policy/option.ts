import type { Policy } from "@pulumi/policy";

/** The JSON schema of an option, as the engine checks it. */
export type OptionSchema = NonNullable<Policy["configSchema"]>["properties"][string];

/** One option of a policy: its schema, and the type of its value. */
export interface Option<Value> {
  readonly schema: OptionSchema;
  /** Never there: it only carries the type. */
  readonly value?: Value;
}

/** The options of a policy by name; none has to be given. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** What is configured, by the names of the options. */
export type ValuesOf<Declared extends Options> = {
  readonly [Name in keyof Declared]?: Declared[Name] extends Option<infer Value> ? Value : never;
};

/** A list of texts. */
export function texts(description: string): Option<readonly string[]> {
  return { schema: { type: "array", items: { type: "string", minLength: 1 }, description } };
}

/** One text. */
export function text(description: string): Option<string> {
  return { schema: { type: "string", minLength: 1, description } };
}

/** A number that something may not exceed. */
export function most(description: string): Option<number> {
  return { schema: { type: "integer", minimum: 0, description } };
}

/** Yes or no. */
export function flag(description: string): Option<boolean> {
  return { schema: { type: "boolean", description } };
}

/** Texts by name. */
export function textsByName(description: string): Option<Readonly<Record<string, string>>> {
  return { schema: { type: "object", additionalProperties: { type: "string" }, description } };
}

/** Names alone, or texts by name. */
export function namesOrTexts(description: string): Option<readonly string[] | Readonly<Record<string, string>>> {
  return {
    schema: { type: ["array", "object"], items: { type: "string", minLength: 1 }, additionalProperties: { type: "string" }, description },
  };
}
