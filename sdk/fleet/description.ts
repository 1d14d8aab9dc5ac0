import type { Json } from "../../provider/kernel/json.ts";

/**
 * Where a secret is read from when a stack runs: a variable of the environment in which the fleet runs, or a file. A description contains no
 * secrets, so neither do logs and reports.
 */
export type SecretReference = { readonly env: string } | { readonly file: string };

/** Variables of the environment in which `pulumi` runs, by name. */
export type SecretVariables = Readonly<Record<string, SecretReference>>;

/** Plain values of a stack's configuration, by key: `resourceshare:maxAttempts`, or a key of the program's own project. */
export type FleetConfig = Readonly<Record<string, string | number | boolean | readonly Json[] | Readonly<Record<string, Json>>>>;

/** A program in the process of the fleet, as the Automation API takes it. Its result is the stack's outputs. */
export type InlineProgram = () => Promise<Readonly<Record<string, unknown>> | void>;

/** An account that owns or accepts shares. */
export interface FleetAccount {
  /** Id of the account. A stack that has the credentials of another account does nothing. */
  readonly id: string;
  /** Credentials of its stacks, such as `ALIBABA_CLOUD_ACCESS_KEY_ID` and `ALIBABA_CLOUD_ACCESS_KEY_SECRET`. */
  readonly environment?: SecretVariables;
  /** Configuration of its stacks. */
  readonly config?: FleetConfig;
}

/** A kind of stacks: one for each of its accounts in each of its regions. */
export interface FleetStackDescription {
  /**
   * Name of the stacks. In this and in `dependsOn` and `config`, `{account}` and `{region}` stand for the names of the stack's own.
   *
   * @example "owner-{account}-{region}"
   */
  readonly name: string;
  /** Folder of the Pulumi project, relative to the folder of the description, or an inline program; the fleet's folder when absent. */
  readonly program?: string | InlineProgram;
  /** Names of the accounts. */
  readonly accounts: readonly string[];
  readonly regions: readonly string[];
  /**
   * The wave of the stacks: they run when all stacks of the waves before have succeeded.
   *
   * @defaultValue 1
   */
  readonly wave?: number;
  /** Names of stacks that must have succeeded before; `*` stands for any text. */
  readonly dependsOn?: readonly string[];
  readonly config?: FleetConfig;
  readonly environment?: SecretVariables;
}

/** How many stacks run at the same time. */
export interface FleetConcurrency {
  /** @defaultValue 4 */
  readonly total?: number;
  /**
   * How many stacks of one account in one region: these share the account's rate limits.
   *
   * @defaultValue 2
   */
  readonly perAccountAndRegion?: number;
}

/** Many stacks, accounts and regions. */
export interface FleetDescription {
  /** Name of the fleet, and the project of inline programs. */
  readonly name: string;
  /** URL of the backend, without credentials; when absent, the backend of the environment or of the project. */
  readonly backend?: string;
  /** The secrets provider of stacks that are created. */
  readonly secretsProvider?: string;
  /** The program of stacks that name none. */
  readonly program?: string | InlineProgram;
  readonly accounts: Readonly<Record<string, FleetAccount>>;
  readonly stacks: readonly FleetStackDescription[];
  readonly concurrency?: FleetConcurrency;
  /** Configuration of all stacks. */
  readonly config?: FleetConfig;
  /** Variables of all stacks. */
  readonly environment?: SecretVariables;
  /** Folders of policy packs that run with previews and updates. */
  readonly policyPacks?: readonly string[];
}

/**
 * Describes a fleet: the default export of the file that `resourceshare fleet --file` names. It returns its argument, for the types.
 *
 * @example
 * ```ts
 * import { defineFleet } from "pulumi-resourceshare/fleet";
 *
 * export default defineFleet({
 *   name: "network",
 *   accounts: {
 *     owner: { id: "1000000000000001" },
 *     consumer: { id: "2000000000000001" },
 *   },
 *   stacks: [
 *     { name: "share-{region}", program: "./owner", accounts: ["owner"], regions: ["cn-hangzhou", "cn-beijing"] },
 *     {
 *       name: "accept-{account}-{region}",
 *       program: "./acceptor",
 *       accounts: ["consumer"],
 *       regions: ["cn-hangzhou", "cn-beijing"],
 *       dependsOn: ["share-{region}"],
 *     },
 *   ],
 * });
 * ```
 */
export function defineFleet(description: FleetDescription): FleetDescription {
  return description;
}
