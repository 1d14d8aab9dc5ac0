import * as pulumi from "@pulumi/pulumi";
import type { Failure } from "../provider/kernel/errors.ts";
import { InputError } from "../provider/kernel/errors.ts";
import { didYouMeanCode } from "../provider/kernel/ids.ts";
import { isAbsent, isPlain, isRecord, presentMembers } from "../provider/kernel/json.ts";
import { withoutTrace } from "./binding/program-error.ts";
import { InvitationAcceptor } from "./resources/invitation-acceptor.ts";
import type { ResourceShareArgs } from "./resources/resource-share.ts";
import { ResourceShare } from "./resources/resource-share.ts";

/** One share of a {@link LandingZone}: everything that a {@link ResourceShare} takes, except `adopt`. */
export interface LandingZoneShareArgs extends Omit<ResourceShareArgs, "name" | "adopt"> {
  /** Name of the share; `<team>-<share>` when absent. */
  name?: pulumi.Input<string>;
  /** Names of configured `accounts`, which accept the share and leave it when they are removed here. */
  acceptedBy?: readonly string[];
}

/** The arguments of a {@link LandingZone}. */
export interface LandingZoneArgs {
  /** The shares by team and by share. A share is called by its row, `<team>-<share>`. */
  teams: Readonly<Record<string, Readonly<Record<string, LandingZoneShareArgs>>>>;
  /** Tags of every share. The tag `team` is added; tags of a single share override both. */
  tags?: ResourceShareArgs["tags"];
  /** Account that owns the shares: all acceptors check it before they accept. When absent, they accept the shares of any account. */
  senderAccountId?: pulumi.Input<string>;
}

/** The members of the arguments. The types make these lists complete. */
const zoneMembers = Object.keys({ teams: 1, tags: 1, senderAccountId: 1 } satisfies Record<keyof LandingZoneArgs, 1>);
const shareMembers = Object.keys({
  name: 1,
  allowExternalTargets: 1,
  resourceGroupId: 1,
  resources: 1,
  resourceArns: 1,
  targets: 1,
  resourceProperties: 1,
  permissionNames: 1,
  tags: 1,
  exclusive: 1,
  account: 1,
  region: 1,
  acceptedBy: 1,
} satisfies Record<keyof LandingZoneShareArgs, 1>);

/**
 * The shares of many teams as one table: each row becomes a {@link ResourceShare} with the tags of the table and the tag `team`, and an
 * {@link InvitationAcceptor} for each account that it names.
 *
 * @example
 * ```ts
 * import * as rs from "pulumi-resourceshare";
 *
 * const zone = new rs.LandingZone("zone", {
 *   tags: { "managed-by": "platform" },
 *   teams: {
 *     network: { subnets: { resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["fd-core01"] } },
 *     partner: {
 *       pools: {
 *         allowExternalTargets: true,
 *         resources: [{ type: "IpamPool", id: "ipam-pool-demo01" }],
 *         targets: ["2000000000000001"],
 *         acceptedBy: ["consumer"],
 *       },
 *     },
 *   },
 * });
 *
 * export const subnets = zone.shares["network-subnets"]?.id;
 * export const accepted = zone.acceptors["partner-pools"]?.["consumer"]?.status;
 * ```
 */
export class LandingZone extends pulumi.ComponentResource {
  /** The type of the component. Its module is not `index`: types of that module are of resources that a provider manages. */
  static readonly __pulumiType = "resourceshare:components:LandingZone";

  /** Whether a value is a LandingZone, also one of another copy of this package. */
  static override isInstance(obj: unknown): obj is LandingZone {
    return isRecord(obj) && obj["__pulumiType"] === LandingZone.__pulumiType;
  }

  /** The shares by row, `<team>-<share>`. */
  readonly shares: Readonly<Record<string, ResourceShare>>;
  /** The acceptors by row and by name of the account. */
  readonly acceptors: Readonly<Record<string, Readonly<Record<string, InvitationAcceptor>>>>;

  /**
   * Declares the shares of many teams: each row becomes a {@link ResourceShare} named `<team>-<share>`, with an {@link InvitationAcceptor}
   * for each account in its `acceptedBy`.
   *
   * @param name The name in the program: part of its URN.
   * @param args The arguments.
   * @param opts Options of the component. `dependsOn`, providers, `protect`, `retainOnDelete`, `deletedWith` and `customTimeouts` also apply to its resources.
   * @throws InputError for a member that does not exist, with the nearest name, and for two rows with the same name.
   */
  constructor(name: string, args: LandingZoneArgs, opts?: pulumi.ComponentResourceOptions) {
    const rows = rowsOf(name, args);
    super(LandingZone.__pulumiType, name, {}, opts ?? {});
    const options = { ...inheritedOptions(opts), parent: this };
    const made = rows.map(({ row, team, acceptedBy, share }) => {
      const tags = mergedTags(args.tags, { team }, share.tags);
      const owned = new ResourceShare(row, { name: row, ...share, tags }, options);
      const acceptors = acceptedBy.map((account): [string, InvitationAcceptor] => {
        const common = { senderAccountId: args.senderAccountId, region: share.region };
        return [account, new InvitationAcceptor(`${row}-${account}`, { shareId: owned.id, account, ...presentMembers(common) }, options)];
      });
      return { row, owned, acceptors: Object.fromEntries(acceptors) };
    });
    this.shares = Object.fromEntries(made.map(({ row, owned }) => [row, owned]));
    this.acceptors = Object.fromEntries(made.map(({ row, acceptors }) => [row, acceptors]));
    this.registerOutputs({ shares: Object.fromEntries(made.map(({ row, owned }) => [row, owned.id])) });
  }
}

/** Options of a component for its children: Pulumi passes on providers by itself. */
function inheritedOptions(opts: pulumi.ComponentResourceOptions | undefined): pulumi.CustomResourceOptions {
  return presentMembers({
    dependsOn: opts?.dependsOn,
    protect: opts?.protect,
    retainOnDelete: opts?.retainOnDelete,
    deletedWith: opts?.deletedWith,
    customTimeouts: opts?.customTimeouts,
  });
}

/** Merges tags; later ones override earlier ones. Plain maps stay plain, so that a preview knows the tags that do not depend on outputs. */
function mergedTags(...maps: LandingZoneArgs["tags"][]): NonNullable<LandingZoneArgs["tags"]> {
  const given = maps.filter((one) => !isAbsent(one));
  return given.every(isPlainTags) ? mergedMaps(given) : pulumi.output(given).apply(mergedMaps);
}

type PlainTags = Record<string, pulumi.Input<string>>;

function isPlainTags(tags: pulumi.Input<PlainTags>): tags is PlainTags {
  return isPlain(tags);
}

function mergedMaps<Value>(maps: readonly { readonly [key: string]: Value }[]): Record<string, Value> {
  return Object.fromEntries(maps.flatMap((one) => Object.entries(one)));
}

/** A checked row of the table. */
interface Row {
  readonly row: string;
  readonly team: string;
  readonly acceptedBy: readonly string[];
  readonly share: Omit<LandingZoneShareArgs, "acceptedBy">;
}

/**
 * Returns the rows of the table, in its order.
 *
 * @throws InputError for everything that is wrong with the table itself; the arguments of the shares are checked by the shares
 */
function rowsOf(name: string, args: LandingZoneArgs): Row[] {
  const failures = tableFailures(args);
  const rows = failures.length > 0 ? [] : tableRows(args);
  const resources = rows.flatMap(({ row, acceptedBy }) => [`the share ${row}`, ...acceptedBy.map((one) => `the acceptor ${row}-${one}`)]);
  const repeated = new Set(resources.filter((one, index) => resources.indexOf(one) !== index));
  failures.push(
    ...[...repeated].map((one) => ({ property: "teams", reason: `two rows make ${one}; rename a team, a share or an account` })),
  );
  if (failures.length === 0) return rows;
  throw withoutTrace(new InputError(failures.map(({ property, reason }) => ({ property: `LandingZone ${name}: ${property}`, reason }))));
}

function tableRows({ teams }: LandingZoneArgs): Row[] {
  return Object.entries(teams).flatMap(([team, shares]) =>
    Object.entries(shares).map(([key, members]) => {
      const { acceptedBy, ...share } = presentMembers(members);
      return { row: `${team}-${key}`, team, acceptedBy: [...new Set(acceptedBy)], share };
    }),
  );
}

/** Returns what is wrong with the form of a table: programs in JavaScript may pass anything. */
function tableFailures(args: unknown): Failure[] {
  if (!isPlain(args)) return [notPlain("arguments")];
  const { teams } = args;
  const failures = unknownMembers(args, "", "an argument of LandingZone", zoneMembers);
  if (isAbsent(teams)) return [...failures, { property: "teams", reason: "is required" }];
  if (!isPlain(teams)) return [...failures, notPlain("teams")];
  return [...failures, ...Object.entries(teams).flatMap(([team, shares]) => teamFailures(shares, `teams.${team}`))];
}

function teamFailures(shares: unknown, property: string): Failure[] {
  if (!isPlain(shares)) return [notPlain(property)];
  return Object.entries(shares).flatMap(([key, share]) => {
    if (isPlain(share)) return shareFailures(share, `${property}.${key}`);
    return pulumi.Output.isInstance(share) || share instanceof Promise
      ? [notPlain(`${property}.${key}`)]
      : [{ property: `${property}.${key}`, reason: noShareReason(property, key) }];
  });
}

/** Returns why a value is no share. Where a program has left out the name of the share, the key is a member of a share. */
function noShareReason(team: string, key: string): string {
  const hint = shareMembers.includes(key) ? `; did you mean ${team}.<share>.${key}?` : "";
  return `must be a share, as { resources, targets }${hint}`;
}

function shareFailures(share: Readonly<Record<string, unknown>>, property: string): Failure[] {
  const { acceptedBy } = share;
  const isListOfNames = Array.isArray(acceptedBy) && acceptedBy.every((one) => typeof one === "string");
  const failures = unknownMembers(share, `${property}.`, "a member of a share of LandingZone", shareMembers);
  if (isAbsent(acceptedBy) || isListOfNames) return failures;
  return [...failures, { property: `${property}.acceptedBy`, reason: "must be a list of names of configured `accounts`" }];
}

function notPlain(property: string): Failure {
  return { property, reason: "must be an object and no output, as in teams: { net: { shared: { resources, targets } } }" };
}

function unknownMembers(values: object, prefix: string, what: string, known: readonly string[]): Failure[] {
  const unknown = Object.entries(values).filter(([name, value]) => !isAbsent(value) && !known.includes(name));
  return unknown.map(([name]) => ({ property: prefix + name, reason: `is not ${what}${didYouMeanCode(name, known)}` }));
}
