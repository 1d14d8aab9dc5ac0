import type { Client } from "../provider/client/client.ts";
import { type Clients, createClients } from "../provider/client/client-registry.ts";
import { type Configuration, readConfiguration } from "../provider/client/config/configuration.ts";
import { httpTransport } from "../provider/client/undici.ts";
import { isExistingShare } from "../provider/api/entities.ts";
import { ListResourceShares } from "../provider/api/shares.ts";
import type { Transport } from "../provider/wire/transport.ts";
import { systemClock } from "../provider/kernel/clock.ts";
import { asError, messageOf } from "../provider/kernel/errors.ts";
import { groupedBy } from "../provider/kernel/grouped-by.ts";
import { getOrCreate } from "../provider/kernel/get-or-create.ts";
import { managedShares, type StackState } from "../access/stack-state.ts";
import { nonEmptyText } from "../access/untyped-values.ts";
import { withCamelAccounts } from "../provider/host/camel-accounts.ts";
import { placementWarnings } from "../provider/host/placement-warnings.ts";
import { type Need, needsOf } from "../sdk/headroom/need.ts";
import type { Quotas } from "../sdk/headroom/quotas.ts";
import { readUsage, type Usage } from "../sdk/headroom/usage.ts";
import { type ConfigurationSource, sourceOf, trustOption } from "./input/clients.ts";
import { tableStyle } from "./input/input-files.ts";
import { previewInFile } from "./input/preview-file.ts";
import { quotasOf, reviewOptions } from "./input/review-options.ts";
import { exitCodes } from "./exit-codes.ts";
import { type Command, paths, single } from "./command.ts";
import { examineAccount, examineAccountOfStack, type Examined } from "./doctor/account.ts";
import { examineBindings } from "./doctor/bindings.ts";
import { examineEndpoints } from "./doctor/endpoint.ts";
import { linesOf } from "../access/format/finding-lines.ts";
import { type Finding, ok, problem, subjectWithAccount, warning } from "../access/output/finding.ts";
import { examineNeeds, usageFinding } from "../sdk/headroom/findings.ts";
import { examineCreateTags, examineMissingShares, examineOrphanedShares, examineSharesOfSeveral } from "./doctor/orphaned-shares.ts";
import { type ProjectStates, readStates } from "./doctor/project-states.ts";
import { examineMachine } from "./doctor/environment-checks.ts";
import { examineProviderCode } from "./doctor/stored-code.ts";
import { examineSettings } from "./doctor/settings.ts";
import { countThrottles } from "./doctor/throttles.ts";

const options = {
  stack: single("<dir>", "a Pulumi project: its stored configuration counts, and its selected stack is compared with the service"),
  ...trustOption("--stack"),
  preview: paths("<file>", "once or more: what `pulumi preview --json` has printed; what its update needs is compared with the quotas"),
  quota: reviewOptions.quota,
};

/** `resourceshare doctor`: reports problems of the installation and the configuration, and how to fix them. */
export const doctor: Command<typeof options> = {
  name: "doctor",
  summary: "Checks everything that must work, and reports what is wrong and how to fix it. It changes nothing.",
  usage: ["[options]"],
  insteadOfWords: "name a project with --stack",
  example: "doctor --stack .",
  options,
  async run(options, _words, terminal) {
    const quotas = quotasOf(options);
    const previews = await Promise.all((options.preview ?? []).map(previewInFile));
    const needs = previews.length > 0 ? needsOf(previews) : undefined;
    const source = sourceOf(options, "stack", terminal);
    const style = tableStyle();
    const findings: Finding[] = [];
    for await (const finding of examined(source, needs, quotas)) findings.push(finding);
    const { problem: wrong = [], warning: unexpected = [], ok: passed = [] } = Object.groupBy(findings, ({ level }) => level);
    const [problems, warnings] = [merged(wrong), merged(unexpected)];
    // With --preview, what the accounts of the update have and need is the answer, also when everything fits.
    const touched = needs?.filter(({ isChanged, explicitProvider }) => isChanged && explicitProvider === undefined) ?? [];
    const answers = new Set(touched.map((need) => subjectWithAccount("Quotas", need)));
    const isAnswer = ({ subject }: Finding) => answers.has(subject) || checkOf(subject) === "Next update";
    // A check of several accounts or regions may pass in one only.
    const fine = passed.filter((finding) => isAnswer(finding) || !wrong.some(({ subject }) => subject === finding.subject));
    const rest = fine.filter((finding) => !isAnswer(finding));
    const shown = [...problems, ...warnings, ...fine.filter(isAnswer), ...(rest.length > 0 ? [ok("In order", briefOf(rest))] : [])];
    for (const line of shown.flatMap((finding) => linesOf(finding, style))) terminal.out(line);
    terminal.err(`${problems.length} wrong, ${warnings.length} to be aware of, ${fine.length} in order.`);
    return problems.length > 0 ? exitCodes.failed : exitCodes.done;
  },
};

/** Joins findings that are equal but for their subjects and request ids, as those of accounts in one misspelt region. */
function merged(findings: readonly Finding[]): Finding[] {
  const alike = groupedBy(findings, ({ message, fix }) => JSON.stringify([message.replace(/ \(request [^)]*\)/, ""), fix]));
  return alike.map((group) => ({ ...group[0], subject: joinedSubjects(group) }));
}

/** The subjects of findings, each check once: `Directory sharing of the default account, hub, abroad`. */
function joinedSubjects(findings: readonly Finding[]): string {
  const checks = Map.groupBy(findings, ({ subject }) => checkOf(subject));
  return [...checks]
    .map(([check, alike]) => {
      if (new Set(alike.map(({ subject }) => subject)).size === 1) return alike[0]?.subject ?? check;
      const accounts = alike.map(({ subject }) => subject.slice(`${check} of `.length) || "the default account");
      return `${check} of ${accounts.join(", ")}`;
    })
    .join("; ");
}

function checkOf(subject: string): string {
  return subject.split(" of ", 1)[0] ?? "";
}

/** What is in order, each check once: `Node 24.21.0`, a version or an id but no sentence, or `Quotas (9 accounts)`. */
function briefOf(findings: readonly Finding[]): string {
  const checks = Map.groupBy(findings, ({ subject }) => checkOf(subject));
  return [...checks]
    .map(([check, alike]) => {
      const areShort = alike.length <= 3 && alike.every(({ message }) => !message.includes(" "));
      if (areShort) return alike.map(({ subject, message }) => `${subject} ${message}`).join(", ");
      return alike.length > 1 ? `${check} (${alike.length} accounts)` : check;
    })
    .join(", ");
}

/**
 * Yields all findings; a check comes after those that it depends on.
 *
 * @param needs What the updates of the given previews need; `undefined` without previews.
 */
async function* examined(source: ConfigurationSource, needs: readonly Need[] | undefined, quotas: Quotas): AsyncGenerator<Finding> {
  const { folder } = source;
  yield* await examineMachine(folder ?? process.cwd(), folder !== undefined);
  const { findings, configuration } = await examineSettings(source);
  yield* findings;
  // This check needs no service. It matters most for projects that are not trusted, whose endpoints are refused.
  const states = folder === undefined ? undefined : await readStates(folder);
  if (states !== undefined && !Array.isArray(states))
    yield* [...examineBindings(states.selected), ...examineProviderCode(states), ...examineSharesOfSeveral(states.stacksOfShare)];
  if (configuration === undefined) return;
  const ofEndpoints = await examineEndpoints(configuration);
  yield* ofEndpoints;
  // When the service cannot be reached, every further check would fail too, after many attempts.
  if (ofEndpoints.some(({ level, subject }) => level === "problem" && subject !== "Device service"))
    return yield* examinePlacement(configuration);
  const { transport, finding: ofThrottles } = countThrottles(httpTransport);
  const clients = createClients(configuration, { transport });
  const { findings: ofAccounts, usages } = await examineAccounts(clients, configuration, quotas);
  yield* ofAccounts;
  if (needs !== undefined) yield* await examineNeeds(clients, needs, usages, quotas);
  if (states !== undefined) yield* Array.isArray(states) ? states : await examineStack(states, { clients, transport, source });
  yield ofThrottles();
}

/** Reports what shows without a call: a misspelt region, a malformed account id and missing credentials. */
function examinePlacement({ account, accounts }: Configuration): Finding[] {
  return [account, ...accounts.values()].flatMap((one) =>
    placementWarnings(one, process.env).map((text) => warning(subjectWithAccount("Account", { account: one.name }), text)),
  );
}

/** Checks each configured account, and returns what those use that can be read. */
async function examineAccounts(clients: Clients, configuration: Configuration, quotas: Quotas) {
  const accounts = [configuration.account, ...configuration.accounts.values()];
  const usages = new Map<Client, Usage>();
  const all = await Promise.all(
    accounts.map(async ({ name, accountId }): Promise<Finding[]> => {
      const client = clients.client(name);
      const { findings, shares }: Examined = await examineAccount(client, accountId);
      if (findings.some(({ level }) => level === "problem")) return [...findings];
      const unfinished = examineCreateTags(client, shares, systemClock.wallTime(), configuration.timeoutMs);
      const usage = await readUsage(client, shares).catch(asError);
      if (!(usage instanceof Error)) usages.set(client, usage);
      const fix = "run this again; the quotas are not compared without the account's lists";
      const ofQuotas =
        usage instanceof Error ? problem(subjectWithAccount("Quotas", client), usage.message, fix) : usageFinding(client, usage, quotas);
      return [...findings, ...unfinished, ofQuotas];
    }),
  );
  return { findings: all.flat(), usages };
}

/** How a stack's accounts are reached: by the clients of its configuration, or by those of an explicit provider, through one transport. */
interface StackAccess {
  readonly clients: Clients;
  readonly transport: Transport;
  readonly source: ConfigurationSource;
}

/** What a stack has in one account and region. */
interface StackShares {
  /** The names of its shares. */
  readonly names: Set<string>;
  /** The ids of the shares that it manages. */
  readonly ids: Set<string>;
  /** The accounts from which they are managed. */
  readonly accountIds: Set<string>;
}

/** Searches for lost and missing shares where the stack has shares: in the account and region of each. */
async function examineStack({ selected, shareIds }: ProjectStates, access: StackAccess): Promise<Finding[]> {
  const clientsOf = clientsByProvider(selected, access);
  const managed = new Set(managedShares(selected).map(({ id }) => id));
  const places = new Map<Client, StackShares>();
  const failures = new Map<string, Finding>();
  for (const { kind, id, inputs, outputs, provider, explicitProvider } of [...selected.resources, ...selected.interrupted]) {
    const name = nonEmptyText(outputs["name"] ?? inputs["name"]);
    if (kind !== "ResourceShare" || name === undefined) continue;
    // An interrupted create has no region in the state.
    const [account, region] = [outputs["account"] ?? inputs["account"], outputs["regionId"] ?? inputs["region"]].map(nonEmptyText);
    try {
      const client = clientsOf(explicitProvider === undefined ? undefined : provider).client(account, region);
      const ofStack = getOrCreate(places, client, () => ({ names: new Set(), ids: new Set(), accountIds: new Set() }));
      ofStack.names.add(name);
      if (id !== undefined && managed.has(id)) ofStack.ids.add(id);
      for (const accountId of [outputs["accountId"], outputs["owner"]].map(nonEmptyText)) {
        if (accountId !== undefined) ofStack.accountIds.add(accountId);
      }
    } catch (error) {
      const place = explicitProvider === undefined ? "name the account in the configuration" : `correct the provider ${explicitProvider}`;
      failures.set(messageOf(error), problem("Lost shares", messageOf(error), `${place}: the stack has shares there`));
    }
  }
  const found = await Promise.all([...places].map(([client, ofStack]) => examinePlace(client, ofStack, shareIds)));
  return [...failures.values(), ...found.flat()];
}

/** Returns the clients of an explicit provider, by its configuration in the state; without a provider, the clients of the stack's configuration. */
function clientsByProvider({ explicitProviders }: StackState, { clients, transport, source }: StackAccess) {
  const known = new Map<string | undefined, Clients>([[undefined, clients]]);
  return (reference: string | undefined): Clients =>
    getOrCreate(known, reference, () => {
      const { inputs = {} } = explicitProviders.find((provider) => provider.reference === reference) ?? {};
      const { trustsEndpoints } = source;
      const configuration = readConfiguration(withCamelAccounts(inputs), process.env, { storedAs: "arguments", trustsEndpoints });
      return createClients(configuration, { transport });
    });
}

async function examinePlace(client: Client, { names, ids, accountIds }: StackShares, known: ReadonlySet<string>): Promise<Finding[]> {
  try {
    const ofAccount = await examineAccountOfStack(client, accountIds);
    if (ofAccount !== undefined) return [ofAccount];
    const all = await client.all(ListResourceShares, { ResourceOwner: "Self" }, (page) => page.ResourceShares);
    const shares = all.filter(isExistingShare);
    return [...examineOrphanedShares(client, shares, names, known), ...examineMissingShares(client, shares, ids)];
  } catch (error) {
    return [problem("Lost shares", messageOf(error), "fix the problem above")];
  }
}
