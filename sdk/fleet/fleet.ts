import type { FleetConfig, InlineProgram, SecretVariables } from "./description.ts";

/** The program of a stack: the folder of a Pulumi project, or a function in the process of the fleet. */
export type FleetProgram =
  | {
      readonly kind: "folder";
      readonly folder: string;
      /** The place in the description that names it, for messages. */
      readonly property: string;
    }
  | { readonly kind: "inline"; readonly project: string; readonly run: InlineProgram };

/** One stack of a fleet, with everything that the description has about it. */
export interface FleetStack {
  readonly name: string;
  readonly program: FleetProgram;
  /** Name of its account in the description. */
  readonly account: string;
  readonly accountId: string;
  readonly region: string;
  readonly wave: number;
  /** Names of the stacks that it names in `dependsOn`; the waves add more. */
  readonly dependsOn: readonly string[];
  readonly config: FleetConfig;
  readonly environment: SecretVariables;
}

/** A fleet whose description is valid: one entry for each stack. */
export interface Fleet {
  readonly name: string;
  readonly backend: string | undefined;
  readonly secretsProvider: string | undefined;
  readonly concurrency: { readonly total: number; readonly perAccountAndRegion: number };
  /** Absolute paths. */
  readonly policyPacks: readonly string[];
  /** In the order of the description. */
  readonly stacks: readonly FleetStack[];
}

/** The name of a stack without its organization and its project. */
export function nameInProject(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
