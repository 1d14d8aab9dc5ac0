import { type Failure, InputError } from "../../kernel/errors.ts";
import { isRecord, jsonErrorPlace, parseJson, withoutAbsentMembers } from "../../kernel/json.ts";
import { checkedEndpoint, isRegion } from "./endpoint.ts";

/** Environment variables, which override stored configuration. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The namespace of the configuration's keys. */
export const namespace = "resourceshare:";

/**
 * Reads configuration values and collects the failures of invalid ones. An empty text counts as not set.
 * No failure quotes a value: it may be a secret.
 */
export class Reader {
  readonly failures: Failure[] = [];
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #environment: Environment;

  constructor(values: Readonly<Record<string, unknown>>, environment: Environment) {
    this.#values = values;
    this.#environment = environment;
  }

  fail(property: string, reason: string): void {
    this.failures.push({ property, reason });
  }

  /** The value of an environment variable. */
  variable(name: string): string | undefined {
    return this.#environment[name] || undefined;
  }

  /** The stored text of a key; ignores the environment. */
  stored(key: string): string | undefined {
    return this.textOf(this.storedName(key), this.#value(key));
  }

  /** The name under which a key is stored: with the namespace, as in a stack's configuration, or without. */
  storedName(key: string): string {
    return this.#values[namespace + key] === undefined ? key : namespace + key;
  }

  /** The name of a value's source, for failures: the environment variable if that is set, otherwise the key. */
  source(key: string, variable: string): string {
    return this.variable(variable) === undefined ? this.storedName(key) : variable;
  }

  /** Converts a value to a text; a failure names `property`. */
  textOf(property: string, value: unknown): string | undefined {
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    this.fail(property, "must be a text");
    return undefined;
  }

  /** A text from the environment, otherwise from the stored configuration. */
  text(key: string, variable: string): string | undefined {
    return this.variable(variable) ?? this.stored(key);
  }

  region(property: string, text: string): string {
    if (!isRegion(text)) this.fail(property, "must be the id of a region, such as cn-hangzhou");
    return text;
  }

  accountId(property: string, text: string | undefined): string | undefined {
    if (text !== undefined && !/^\d+$/.test(text)) this.fail(property, "must be the id of an account, which has digits only");
    return text;
  }

  endpoint(key: string, variable: string): string | undefined {
    const text = this.text(key, variable);
    if (text === undefined) return undefined;
    try {
      return checkedEndpoint(this.source(key, variable), text);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.failures.push(...error.failures);
      return undefined;
    }
  }

  /** A number above zero, without a fraction when `whole` is set. */
  number(key: string, variable: string, byDefault: number, whole = false): number {
    const text = this.text(key, variable);
    if (text === undefined) return byDefault;
    const number = Number(text);
    if (Number.isFinite(number) && number > 0 && number <= 1_000_000 && (!whole || Number.isInteger(number))) return number;
    this.fail(this.source(key, variable), `must be a ${whole ? "whole " : ""}number above 0, such as ${byDefault}`);
    return byDefault;
  }

  flag(key: string, variable: string, byDefault: boolean): boolean {
    const text = this.text(key, variable)?.toLowerCase();
    if (text === undefined) return byDefault;
    if (text === "true" || text === "false") return text === "true";
    this.fail(this.source(key, variable), "must be true or false");
    return byDefault;
  }

  /** An object, or the JSON text of one; empty when absent. */
  object(key: string, variable: string): Record<string, unknown> {
    const raw = this.variable(variable) ?? this.#value(key);
    if (raw === undefined || raw === null || raw === "") return {};
    const value = typeof raw === "string" ? parseJson(raw) : raw;
    if (isRecord(value)) return withoutAbsentMembers(value);
    if (value === null) return {};
    const place = typeof raw === "string" ? jsonErrorPlace(raw) : undefined;
    const why = place === undefined ? "" : `; the text is not JSON from ${place} on`;
    this.fail(this.source(key, variable), `must be an object, or the JSON text of one${why}`);
    return {};
  }

  #value(key: string): unknown {
    return this.#values[namespace + key] ?? this.#values[key];
  }
}
