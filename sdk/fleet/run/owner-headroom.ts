import { groupedBy } from "../../../provider/kernel/grouped-by.ts";
import { createClients } from "../../../provider/client/client-registry.ts";
import { type Configuration, readConfiguration } from "../../../provider/client/config/configuration.ts";
import { ApiError, InputError } from "../../../provider/kernel/errors.ts";
import { numberOf } from "../../../access/diff/counts.ts";
import type { Preview } from "../../../access/diff/preview.ts";
import { type Finding, problem, warning } from "../../../access/output/finding.ts";
import { examineNeeds, usageFinding } from "../../headroom/findings.ts";
import { type Need, needsOf } from "../../headroom/need.ts";
import type { Quotas } from "../../headroom/quotas.ts";
import { readUsage } from "../../headroom/usage.ts";
import type { FleetStack } from "../fleet.ts";
import { failureText, reportRedactor } from "./failure-text.ts";
import { mapAtMost } from "./map-at-most.ts";
import type { StackResult } from "./results.ts";
import { openStack, type StackOpener } from "./stack-workspace.ts";

/** A stack that has or changes shares of its account, and what its next update needs. */
export interface OwnerStack {
  readonly stack: FleetStack;
  readonly needs: readonly Need[];
}

/** A previewed stack; what it needs is not known when its preview did not succeed. */
interface PreviewedStack {
  readonly stack: FleetStack;
  readonly needs?: readonly Need[] | undefined;
  readonly result: Pick<StackResult, "status">;
}

/** Returns what the update of a preview needs of accounts that own shares. A stack that only accepts shares needs no quota. */
export function ownerNeedsOf(preview: Preview, { region }: FleetStack): readonly Need[] {
  const needs = needsOf([preview]).filter(({ isChanged, hasUnknown, isOfReceiver }) => hasUnknown || (isChanged && !isOfReceiver));
  // The clients of an account serve all regions of the fleet, and a program that names no region means the region of its stack.
  return needs.map((need) => (need.account === undefined ? { ...need, region: need.region ?? region } : need));
}

/** Compares what the next updates of previewed stacks need with the quotas of each account. */
export async function examineNextUpdates(
  opener: StackOpener,
  previewed: readonly PreviewedStack[],
  quotas: Quotas,
): Promise<readonly Finding[]> {
  const owners = previewed.filter((one): one is PreviewedStack & OwnerStack => one.needs !== undefined && one.needs.length > 0);
  const others = previewed.filter(({ needs }) => needs === undefined);
  const waiting = others.filter(({ result }) => result.status === "unknown").length;
  const outputs = `${waiting === 1 ? "it needs" : "they need"} outputs of stacks that are not deployed`;
  return [
    ...(await examineOwners(opener, owners, quotas)),
    ...unknownNeeds(others.length - waiting, "the preview did not succeed"),
    ...unknownNeeds(waiting, outputs),
  ];
}

function unknownNeeds(stacks: number, reason: string): readonly Finding[] {
  const text = `what ${numberOf(stacks, "stack")} will need is not known, because ${reason}`;
  return stacks === 0 ? [] : [warning("Next update", text)];
}

/**
 * Reports the quotas of each account that owns shares, and compares them with what the next updates need. As many accounts
 * at a time as the fleet runs stacks: each starts commands of `pulumi`, for its configuration.
 */
export async function examineOwners(opener: StackOpener, owners: readonly OwnerStack[], quotas: Quotas): Promise<Finding[]> {
  const accounts = groupedBy(owners, ({ stack }) => stack.account);
  const all = await mapAtMost(opener.fleet.concurrency.total, accounts, async (stacks) => {
    const [first] = stacks;
    const findings = await examineOwner(opener, first.stack, stacks, quotas).catch((error: unknown) => [unread(error)]);
    const quotable = reportRedactor(opener, first.stack);
    return findings.map((one) => ({ ...one, subject: `${first.stack.account}: ${one.subject}`, message: quotable(one.message) }));
  });
  return all.flat();
}

/** @param first The stack whose configuration is that of the account. */
async function examineOwner(opener: StackOpener, first: FleetStack, owners: readonly OwnerStack[], quotas: Quotas): Promise<Finding[]> {
  const configuration = await configurationOf(opener, first);
  const clients = createClients(configuration, { regionSource: "`regions` of the fleet" });
  const regions = [...new Set(owners.map(({ stack }) => stack.region))];
  const usages = new Map(
    await Promise.all(
      regions.map(async (region) => {
        const client = clients.client(undefined, region);
        return [client, await readUsage(client)] as const;
      }),
    ),
  );
  const needs = owners.flatMap((owner) => owner.needs);
  return [
    ...Array.from(usages, ([client, usage]) => usageFinding(client, usage, quotas)),
    ...(needs.length > 0 ? await examineNeeds(clients, needs, usages, quotas) : []),
  ];
}

/** An account that cannot be read is no problem of the update, which may be allowed to do more than list; that its region or its id is wrong is one. */
function unread(error: unknown): Finding {
  const reason = failureText(error);
  if (error instanceof ApiError && error.code === "InvalidParameter.RegionId")
    return problem("Account", reason, "correct the region in `regions`");
  const ofAccount = error instanceof InputError ? error.failures.find(({ property }) => property === "accountId") : undefined;
  if (ofAccount !== undefined) return problem("Account", ofAccount.reason);
  return warning("Quotas", `not read: ${reason}`, "run `resourceshare doctor` with the credentials of the account");
}

/** The configuration that the provider of a stack has: what the stack stores, and its variables. */
async function configurationOf(opener: StackOpener, stack: FleetStack): Promise<Configuration> {
  using open = await openStack(opener, stack, false);
  if (open === undefined) throw InputError.of("stack", `${stack.name} does not exist`);
  const stored = Object.entries(await open.stack.getAllConfig()).filter(([key]) => key.startsWith("resourceshare:"));
  const values = Object.fromEntries(stored.map(([key, { value }]) => [key, value]));
  const configuration = readConfiguration(values, { ...process.env, ...open.stack.workspace.envVars });
  // The vendor's library reads the environment of this process, which does not have the stack's variables.
  if (configuration.account.credentials.kind === "chain" && Object.keys(stack.environment).length > 0)
    throw InputError.of("credentials", "the default credential chain does not read the variables in `environment` here");
  return configuration;
}
