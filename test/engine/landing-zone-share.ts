import type { Guest } from "../../examples/landing-zone/shares.ts";

/** A row of the example, and what other teams add to it. */
export interface Share {
  readonly team: string;
  /** The share's key in its team. */
  readonly key: string;
  readonly name?: string;
  readonly resources?: Guest["resources"];
  readonly resourceArns?: string[];
  readonly resourceProperties?: { readonly arn: string; readonly property: object }[];
  readonly targets?: (string | { readonly id: string; readonly property: object })[];
  readonly permissionNames?: string[];
  readonly allowExternalTargets?: boolean;
  readonly resourceGroupId?: string;
  readonly exclusive?: boolean;
  readonly tags?: Readonly<Record<string, string>>;
  readonly guest?: Guest;
  readonly costs?: Readonly<Record<string, string>>;
}
