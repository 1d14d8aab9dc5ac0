import { publishedQuotas } from "../../provider/api/quotas.ts";
import type { Client } from "../../provider/client/client.ts";
import type { Clients } from "../../provider/client/client-registry.ts";
import { messageOf } from "../../provider/kernel/errors.ts";
import { type Finding, ok, problem, subjectWithAccount, warning } from "../../access/output/finding.ts";
import { numberOf } from "../../access/diff/counts.ts";
import type { Need } from "./need.ts";
import { type QuotaName, quotaNames, type Quotas, quotaTexts, total } from "./quotas.ts";
import { readUsage, type Usage } from "./usage.ts";

/** From this fraction of a quota on, a warning is reported. */
const tightFraction = 0.9;
const numbers = new Intl.NumberFormat("en-US");
const lists = new Intl.ListFormat("en-GB");

/** One quota of an account beside what is used and what updates need. */
interface Headroom {
  readonly quota: QuotaName;
  readonly used: number;
  /** What the updates add. */
  readonly added: number;
  /** What the updates remove, after they have added. */
  readonly removed: number;
  /** The quota; `undefined` when it is not known. */
  readonly limit: number | undefined;
  /** Whether the updates need more than the quota, or only meanwhile, as they add before they remove. */
  readonly exceeded?: "always" | "meanwhile";
}

/** Compares what an account uses in the client's region with its quotas. */
export function usageFinding(client: Client, usage: Usage, quotas: Quotas): Finding {
  const subject = subjectWithAccount("Quotas", client);
  const all = headroomOf([usage], [], quotas);
  const text = `${lists.format(all.map(usedOf))} in ${client.region}`;
  const beyond = all.filter(({ used, limit }) => limit !== undefined && used > limit);
  const tight = all.filter(({ used, limit }) => limit !== undefined && used <= limit && used >= limit * tightFraction);
  if (tight.length > 0) return warning(subject, `${text}: the quota of ${namesOf(tight)} is nearly used up`, higherQuota(tight));
  if (beyond.length > 0) return warning(subject, `${text}: the account uses more than the quota of ${namesOf(beyond)}`, ownQuota(beyond));
  return ok(subject, text);
}

/**
 * Compares what updates need with the quotas of each account, in all regions of the stacks: a quota is of all regions together.
 *
 * @param known The usage of clients that were read before.
 */
export async function examineNeeds(
  clients: Clients,
  needs: readonly Need[],
  known: ReadonlyMap<Client, Usage>,
  quotas: Quotas,
): Promise<Finding[]> {
  const changed = needs.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return [ok(subjectOfUpdate(undefined), "changes nothing at the service")];
  const providers = new Set(changed.flatMap(({ explicitProvider }) => explicitProvider ?? []));
  const readable = needs.filter(({ explicitProvider }) => explicitProvider === undefined);
  const byAccount = [...Map.groupBy(readable, ({ account }) => account)].filter(([, own]) => own.some(({ isChanged }) => isChanged));
  const all = await Promise.all(byAccount.map(([account, own]) => examineAccountNeed(clients, account, own, known, quotas)));
  const unread = [...providers].map((name) =>
    warning(
      subjectOfUpdate(undefined),
      `what the explicit provider ${name} changes is not compared with quotas: a preview does not show its credentials`,
    ),
  );
  return [...all.flat(), ...unread];
}

async function examineAccountNeed(
  clients: Clients,
  account: string | undefined,
  needs: readonly Need[],
  known: ReadonlyMap<Client, Usage>,
  quotas: Quotas,
): Promise<Finding[]> {
  const subject = subjectOfUpdate(account);
  try {
    // Two needs may have the same client: one names the account's own region.
    const used = new Set([clients.client(account), ...needs.map(({ region }) => clients.client(account, region))]);
    const usages = await Promise.all([...used].map(async (client) => known.get(client) ?? readUsage(client)));
    const all = headroomOf(usages, needs, quotas);
    const { always = [], meanwhile = [] } = Object.groupBy(all, ({ exceeded }) => exceeded ?? "never");
    return [
      ok(subject, needText(all)),
      ...always.map((one) => problem(subject, `needs ${shortage(one)}: the service will refuse it`, higherQuota([one]))),
      ...meanwhile.map((one) =>
        warning(subject, `additions come first, so that it needs ${shortage(one)} while it runs`, "remove first, in an update of its own"),
      ),
      ...(needs.some(({ hasUnknown }) => hasUnknown)
        ? [warning(subject, "has targets, resources or shares that are known only while it runs, and are not counted")]
        : []),
    ];
  } catch (error) {
    return [problem(subject, messageOf(error), "name the account in the configuration, and allow it to list its shares")];
  }
}

/**
 * Compares the quotas of an account with what it uses and what updates need.
 *
 * @param usages What the account uses in each region.
 * @param needs What the updates need in this account.
 * @example
 * headroomOf([await readUsage(client)], needsOf([preview]), publishedQuotas)
 * // [{ quota: "shares", used: 998, added: 5, removed: 0, limit: 1000, exceeded: "always" }, …]
 */
export function headroomOf(usages: readonly Usage[], needs: readonly Need[], quotas: Quotas): Headroom[] {
  return quotaNames.map((quota) => {
    const added = total(needs.map(({ changes }) => changes[quota].added));
    const removed = total(needs.map(({ changes }) => changes[quota].removed));
    const parts = { used: total(usages.map((usage) => usage[quota])), added, removed, limit: quotas[quota] };
    const exceeded = excessOf(quota, parts);
    return { quota, ...parts, ...(exceeded === undefined ? {} : { exceeded }) };
  });
}

function excessOf(quota: QuotaName, { used, added, removed, limit }: Omit<Headroom, "quota">): Headroom["exceeded"] {
  // An account that uses more than the published quota must have a higher one.
  if (limit === undefined || added === 0 || (limit === publishedQuotas[quota] && used > limit)) return undefined;
  if (used + added - removed > limit) return "always";
  return used + added > limit ? "meanwhile" : undefined;
}

function subjectOfUpdate(account: string | undefined): string {
  return subjectWithAccount("Next update", { account });
}

function needText(all: readonly Headroom[]): string {
  const changed = (side: "added" | "removed") =>
    all.flatMap((one) => {
      const isAtMost = one.quota === "pendingInvitations" && side === "added";
      return one[side] > 0 ? [`${isAtMost ? "up to " : ""}${numberOf(one[side], quotaTexts[one.quota])}`] : [];
    });
  const parts = [
    ["adds", changed("added")],
    ["removes", changed("removed")],
  ] as const;
  return (
    parts.flatMap(([verb, counts]) => (counts.length > 0 ? [`${verb} ${lists.format(counts)}`] : [])).join("; ") ||
    "changes nothing that a quota counts"
  );
}

function usedOf({ quota, used, limit }: Headroom): string {
  return limit === undefined
    ? numberOf(used, quotaTexts[quota])
    : `${numbers.format(used)} of ${numbers.format(limit)} ${quotaTexts[quota]}s`;
}

function shortage({ quota, used, added, removed, exceeded, limit = 0 }: Headroom): string {
  const needed = numberOf(used + added - (exceeded === "always" ? removed : 0), quotaTexts[quota]);
  const ofRemoved = removed === 0 ? "" : `, ${numbers.format(removed)} removed`;
  return `${needed}, and the quota is ${numbers.format(limit)} (${numbers.format(used)} used, ${numbers.format(added)} added${ofRemoved})`;
}

function higherQuota(all: readonly Headroom[]): string {
  return `ask the service for a higher quota; ${ownQuota(all)}`;
}

function ownQuota(all: readonly Headroom[]): string {
  return `when the account has a higher one, give it with ${all.map(({ quota }) => `--quota ${quota}=NUMBER`).join(" ")}`;
}

function namesOf(all: readonly Headroom[]): string {
  return lists.format(all.map(({ quota }) => `${quotaTexts[quota]}s`));
}
