import { type Failure, InputError } from "../../kernel/errors.ts";
import { isRecord, jsonErrorPlace, parseJson, withoutAbsentMembers } from "../../kernel/json.ts";
import { configurationKeys } from "./configuration-keys.ts";
import { checkedEndpoint, isRegion } from "./endpoint.ts";

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The namespace of the configuration's keys. */
export const namespace = "resourceshare:";

/** Where a value is: in the environment, or among the stored values. */
export type Origin = "environment" | "stored";

/**
 * What the stored values are: the configuration of a stack, over which the environment wins, or the arguments of an explicit provider, which
 * win over the environment.
 */
export type StoredAs = "stack" | "arguments";

/**
 * Reads configuration values and collects the failures of invalid ones. An empty text counts as not set.
 * No failure quotes a value: it may be a secret.
 */
export class Reader {
  readonly failures: Failure[] = [];
  /** The places of values: the first that has one counts. */
  readonly origins: readonly Origin[];
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #environment: Environment;
  readonly #storedAs: StoredAs;

  constructor(values: Readonly<Record<string, unknown>>, environment: Environment, storedAs: StoredAs) {
    this.#values = values;
    this.#environment = environment;
    this.#storedAs = storedAs;
    this.origins = storedAs === "stack" ? ["environment", "stored"] : ["stored", "environment"];
  }

  fail(property: string, reason: string): void {
    this.failures.push({ property, reason });
  }

  /** The place whose values of these keys count; `undefined` when none has one. */
  originOf(...keys: readonly string[]): Origin | undefined {
    return this.origins.find((origin) => keys.some((key) => this.hasAt(origin, key)));
  }

  /** Whether a place has a value. */
  hasAt(origin: Origin, key: string): boolean {
    return !isEmpty(this.#valueAt(origin, key));
  }

  /** The name of a key at a place: the variable, or the key with the namespace where it is stored so. */
  nameAt(origin: Origin, key: string): string {
    if (origin === "environment") return variableOf(key);
    return this.#values[namespace + key] === undefined ? key : namespace + key;
  }

  /** The name of a value's source, for failures. */
  source(key: string): string {
    return this.nameAt(this.originOf(key) ?? "stored", key);
  }

  /** The same for the texts of messages; `byDefault` where the value is not set. */
  place(key: string, byDefault: string): string {
    const origin = this.originOf(key);
    return origin === undefined ? byDefault : this.placeAt(origin, key);
  }

  /** The name of a key at a place, for the texts of messages. */
  placeAt(origin: Origin, key: string): string {
    const name = this.nameAt(origin, key);
    return origin === "stored" && this.#storedAs === "arguments" ? `the provider's argument ${name}` : name;
  }

  /** Converts a value to a text; a failure names `property`. */
  textOf(property: string, value: unknown): string | undefined {
    if (isEmpty(value)) return undefined;
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    this.fail(property, "must be a text");
    return undefined;
  }

  /** The text of a key at one place. */
  textAt(origin: Origin, key: string): string | undefined {
    return this.textOf(this.nameAt(origin, key), this.#valueAt(origin, key));
  }

  /** The text of a key. */
  text(key: string): string | undefined {
    const origin = this.originOf(key);
    return origin && this.textAt(origin, key);
  }

  /** Fails where a value is an empty text: what should protect, and is empty by mistake, must not count as not set. */
  refuseEmpty(key: string): void {
    const origin = this.origins.find((one) => (this.#valueAt(one, key) ?? undefined) !== undefined);
    if (origin !== undefined && !this.hasAt(origin, key)) this.fail(this.nameAt(origin, key), "is empty: set it, or leave it out");
  }

  region(property: string, text: string): string {
    if (!isRegion(text)) this.fail(property, "must be the id of a region, such as cn-hangzhou");
    return text;
  }

  accountId(property: string, text: string | undefined): string | undefined {
    if (text !== undefined && !/^\d+$/.test(text)) this.fail(property, "must be the id of an account, which has digits only");
    return text;
  }

  endpoint(key: string): string | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    try {
      return checkedEndpoint(this.source(key), text);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.failures.push(...error.failures);
      return undefined;
    }
  }

  /** A number above zero, without a fraction when `whole` is set. */
  number(key: string, byDefault: number, whole = false): number {
    const text = this.text(key);
    if (text === undefined) return byDefault;
    const number = Number(text);
    if (Number.isFinite(number) && number > 0 && number <= 1_000_000 && (!whole || Number.isInteger(number))) return number;
    this.fail(this.source(key), `must be a ${whole ? "whole " : ""}number above 0, such as ${byDefault}`);
    return byDefault;
  }

  flag(key: string, byDefault: boolean): boolean {
    const text = this.text(key)?.toLowerCase();
    if (text === undefined) return byDefault;
    if (text === "true" || text === "false") return text === "true";
    this.fail(this.source(key), "must be true or false");
    return byDefault;
  }

  /** An object, or the JSON text of one; empty when absent. */
  object(key: string): Record<string, unknown> {
    const raw = this.#valueAt(this.originOf(key) ?? "stored", key);
    if (isEmpty(raw)) return {};
    const value = typeof raw === "string" ? parseJson(raw) : raw;
    if (isRecord(value)) return withoutAbsentMembers(value);
    if (value === null) return {};
    const place = typeof raw === "string" ? jsonErrorPlace(raw) : undefined;
    const why = place === undefined ? "" : `; the text is not JSON from ${place} on`;
    this.fail(this.source(key), `must be an object, or the JSON text of one${why}`);
    return {};
  }

  #valueAt(origin: Origin, key: string): unknown {
    return origin === "environment" ? this.#environment[variableOf(key)] : (this.#values[namespace + key] ?? this.#values[key]);
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function variableOf(key: string): string {
  const known = configurationKeys[key];
  if (known === undefined) throw new RangeError(`${key} is not a key of the configuration`);
  return known.variable;
}
