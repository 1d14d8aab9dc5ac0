import { configurationKeys } from "./configuration-keys.ts";

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

/** Keys that are taken from one place as a whole set: parts of two access keys, or the tokens of two users, do not match. */
const sets: readonly (readonly string[])[] = [
  ["accessKeyId", "accessKeySecret", "securityToken", "profile"],
  ["deviceAccessToken", "deviceRefreshToken"],
];

/** The places of configuration values: for each key, the first place that has a value counts. An empty text is no value. */
export class ConfigurationSources {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #environment: Environment;
  readonly #storedAs: StoredAs;
  /** Stored keys have the namespace all alike, or none has. */
  readonly #prefix: string;

  constructor(values: Readonly<Record<string, unknown>>, environment: Environment, storedAs: StoredAs) {
    this.#values = values;
    this.#environment = environment;
    this.#storedAs = storedAs;
    this.#prefix = Object.keys(values).some((key) => key.startsWith(namespace)) ? namespace : "";
  }

  /** The value that counts; `undefined` when no place has one. */
  valueOf(key: string): unknown {
    const origin = this.originOf(key);
    return origin && this.#valueAt(origin, key);
  }

  /** The place that counts; `undefined` when none has a value. */
  originOf(key: string): Origin | undefined {
    const set = sets.find((keys) => keys.includes(key)) ?? [key];
    return this.#origins.find((origin) => set.some((one) => this.isAt(origin, one)));
  }

  /** Whether a place has a value of a key. */
  isAt(origin: Origin, key: string): boolean {
    return this.#valueAt(origin, key) !== undefined;
  }

  /** The name of a key where it counts: its variable, or the key as it is stored. */
  nameOf(key: string): string {
    return this.nameAt(this.originOf(key) ?? "stored", key);
  }

  /** The name of a key at a place. */
  nameAt(origin: Origin, key: string): string {
    return origin === "environment" ? variableOf(key) : this.#prefix + key;
  }

  /** The name of a key for the texts of messages; `byDefault` where it has no value. */
  placeOf(key: string, byDefault: string): string {
    const origin = this.originOf(key);
    if (origin === undefined) return byDefault;
    const name = this.nameAt(origin, key);
    return origin === "stored" && this.#storedAs === "arguments" ? `the provider's argument ${name}` : name;
  }

  /** The name of a key for the texts of messages, also with the place whose value it hides. */
  placesOf(key: string, byDefault: string): string {
    const [, hidden] = this.#origins.filter((origin) => this.isAt(origin, key));
    return this.placeOf(key, byDefault) + (hidden === undefined ? "" : `, which hides ${this.nameAt(hidden, key)}`);
  }

  get #origins(): readonly Origin[] {
    return this.#storedAs === "stack" ? ["environment", "stored"] : ["stored", "environment"];
  }

  #valueAt(origin: Origin, key: string): unknown {
    const value = origin === "environment" ? this.#environment[variableOf(key)] : (this.#values[namespace + key] ?? this.#values[key]);
    // An empty account id, as of an unset variable, would switch the account guard off: it counts, and is refused.
    return value === null || (value === "" && key !== "accountId") ? undefined : value;
  }
}

function variableOf(key: string): string {
  const known = configurationKeys[key];
  if (known === undefined) throw new RangeError(`${key} is not a key of the configuration`);
  return known.variable;
}
