import type { Simulator } from "../index.ts";
import { type Access, accessOf } from "../../access/access.ts";
import { groupsOf } from "../../access/format/groups.ts";
import { accountsText } from "../../access/format/owners.ts";
import { toSvg } from "../../access/format/svg.ts";
import { describedName, kindOf, targetRiskOf, type TargetRisk } from "../../access/format/target-kind.ts";
import { isWritePermission, riskFirst } from "../../access/diff/review/risks.ts";
import { shareKey, type ShareName } from "../../access/share-snapshot.ts";
import { permissionText } from "../../access/permission-text.ts";
import { summaryText } from "../../access/summary.ts";
import { type EntityNamer, entityNamer, matchesSearch } from "./search.ts";

/** A row of the console's table of accesses: targets that can all use the same resources, and whose accounts and folders have names. */
export interface AccessRow {
  readonly target: string;
  readonly risk: TargetRisk | undefined;
  readonly resource: string;
  readonly permission: string;
  readonly isWritePermission: boolean;
  readonly pending: boolean;
  readonly shares: readonly { readonly id: string | undefined; readonly label: string }[];
  /** The owner account; `undefined` where there is only one. */
  readonly owner: string | undefined;
}

/** The accesses that match a search: `found` of `total`. */
export interface AccessTable {
  readonly total: number;
  readonly found: number;
  /** Their counts, with those of risks, as a sentence. */
  readonly summary: string;
  readonly rows: readonly AccessRow[];
}

/** Returns a reader of {@link accessTable} as JSON. The page asks twice a second, so that it is made again only after a change. */
export function accessTableReader(simulator: Simulator): (parameters: URLSearchParams) => string {
  let last = { source: "", text: "" };
  return (parameters) => {
    const source = JSON.stringify([parameters.get("search"), namedEntities(simulator), simulator.grants()]);
    if (source !== last.source) last = { source, text: JSON.stringify(accessTable(simulator, parameters)) };
    return last.text;
  };
}

/** The rows of the accesses that match the `search`. */
function accessTable(simulator: Simulator, parameters: URLSearchParams): AccessTable {
  const { named, all, found } = searched(simulator, parameters);
  const ownerOf = accountsText(all);
  const labelOf = labelsOf(all.flatMap(({ shares }) => shares));
  const nameOf = (target: Access["target"]) => describedName({ ...target, id: named(target.id) });
  const rows = groupsOf(riskFirst(found)).map(({ first, targets, resources }) => ({
    target: `${targets.map(nameOf).join(", ")} (${kindOf(first.target, targets.length)})`,
    risk: targetRiskOf(first.target),
    resource: `${first.resource.type} ${resources.map(describedName).join(", ")}`,
    permission: permissionText(first),
    isWritePermission: isWritePermission(first.permission),
    pending: first.pending,
    shares: first.shares.map((share) => ({ id: share.id, label: labelOf(share) })),
    owner: ownerOf?.(first),
  }));
  return { total: all.length, found: found.length, summary: summaryText(found), rows };
}

/** Returns a function that labels a share by its name, and by its id where several have that name. */
function labelsOf(shares: readonly ShareName[]): (share: ShareName) => string {
  const names = new Map(shares.map((share) => [shareKey(share), share.name]));
  const sharesByName = Map.groupBy(names, ([, name]) => name);
  return ({ id, name }) => (id === undefined || sharesByName.get(name)?.length === 1 ? name : `${name} (${id})`);
}

/** Draws the accesses that match the `search`, as the command `access` draws them, for a `width` in pixels. Accounts and folders have names. */
export function accessPicture(simulator: Simulator, parameters: URLSearchParams): string {
  const { named, found } = searched(simulator, parameters);
  const drawn = found.map((access) => ({ ...access, target: { ...access.target, id: named(access.target.id) } }));
  return toSvg(drawn, summaryText(drawn), Number(parameters.get("width")) || undefined);
}

/** All accesses of a simulated service, and those that match the `search`. */
function searched(simulator: Simulator, parameters: URLSearchParams) {
  const named = entityNamer(namedEntities(simulator));
  const all = accessOf(
    simulator.grants().map(({ shareId, shareName, owner, target, resource, permission, pending }) => ({
      share: { id: shareId, name: shareName },
      account: named(owner),
      targets: [{ entity: target, pending }],
      resources: [{ entity: resource, pending: false }],
      permissions: new Map([[resource.type, permission]]),
    })),
  );
  const search = parameters.get("search") ?? "";
  return { named, all, found: all.filter((access) => matchesSearch(textOf(access, named), search)) };
}

/** The ids and names of accounts and folders. */
function namedEntities({ world }: Simulator): { readonly id: string; readonly name: string }[] {
  const folders = [...world.directories.values()].flatMap((directory) => directory.folders);
  return [...world.accounts.values(), ...folders].map(({ id, name }) => ({ id, name }));
}

/** The words of an access that a search compares. */
function textOf({ target, resource, permission, shares, account, pending }: Access, named: EntityNamer): string {
  const names = shares.flatMap(({ name, id }) => [name, id]);
  return [
    named(target.id),
    kindOf(target),
    resource.type,
    resource.id,
    permission,
    ...names,
    account,
    pending ? "pending" : "in force",
  ].join(" ");
}
