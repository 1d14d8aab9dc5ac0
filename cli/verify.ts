import { basename, dirname } from "node:path";
import { didYouMean } from "../provider/kernel/ids.ts";
import { nonEmptyText } from "../access/untyped-values.ts";
import { targetKind } from "../provider/api/entities.ts";
import { systemClock } from "../provider/kernel/clock.ts";
import { systemRandom } from "../provider/kernel/random.ts";
import { httpTransport } from "../provider/client/undici.ts";
import type { Configuration } from "../provider/client/config/configuration.ts";
import { defaultEndpoint } from "../provider/client/config/endpoint.ts";
import { checkValues } from "../provider/lifecycle/check-values.ts";
import type { EntityLists } from "../provider/resources/association/entity-inputs.ts";
import { parseArn } from "../provider/resources/association/resource-type.ts";
import { ShareAssociation } from "../provider/resources/association/share-association.ts";
import { writeFiles } from "./adopt/files.ts";
import { configOptions, configurationOf, sourceOf } from "./input/clients.ts";
import { assertNewFile, tableStyle } from "./input/input-files.ts";
import { exitCodes } from "./exit-codes.ts";
import { interruptionSignals } from "./interruptions.ts";
import { type Command, flag, single, type Terminal, UsageError, type Values } from "./command.ts";
import { deleteShares } from "./verify/clean.ts";
import { dryRun } from "./verify/dry-run.ts";
import { recordingOf, textOfRecording } from "./verify/recording.ts";
import { notTriedLines, resultSummary, tableOf } from "./verify/report.ts";
import { mostCalls, mostShares, type Permitted, Run, type RunParts, sharePrefix } from "./verify/run.ts";
import { callerOf, verify as verifyService } from "./verify/verify.ts";

const options = {
  "allow-writes": flag(`creates and deletes up to ${mostShares} shares of its own in the account that --account-id names`),
  "account-id": single("<id>", "the account that the credentials must belong to"),
  resource: single("<type:id>", "the only resource that it puts into a share, also as an ARN; no target gets access to it"),
  target: single("<id>", "the only account, folder or directory that it puts into a share; it gets no resource"),
  external: single("<id>", "the only account outside the directory that it invites, to an empty share"),
  receiver: single("<name>", "the configured account that --external names: it rejects and accepts the invitation, and leaves"),
  throttle: flag("sends 25 calls at once, to measure the service's limit"),
  output: single("<file>", "writes the exchanges to a new file, without credentials, tokens, account ids and names"),
  "dry-run": flag("makes no call: prints what the run creates, needs and calls"),
  clean: flag("with --allow-writes, deletes the shares that a killed run has left, and nothing else"),
  ...configOptions,
};
type VerifyOptions = Values<typeof options>;

/** `resourceshare verify`: compares what this package assumes about the service with its answers. */
export const verify: Command<typeof options> = {
  name: "verify",
  summary: "Compares what this package assumes about the service with its answers. It reads only, unless --allow-writes.",
  usage: ["[options]", "--allow-writes --account-id ID [options]", "--allow-writes --account-id ID --clean"],
  example: "verify --allow-writes --account-id <id> --dry-run",
  options,
  async run(options, _words, terminal) {
    const permittedHere = permittedBy(options);
    assertNewFile(nonEmptyText(options.output), "--output");
    const configuration = await configurationOf(sourceOf(options, "config", terminal));
    const permitted = { ...permittedHere, receiver: receiverOf(options, configuration) };
    const isCleaning = options.clean === true;
    if (options["dry-run"] === true) {
      const lines = isCleaning
        ? [`for each share whose name begins with ${sharePrefix}: DeleteResourceShare`]
        : await dryRunLines(permitted);
      for (const line of lines) terminal.out(line);
      return exitCodes.done;
    }
    const message = permitted["allow-writes"] ? "Interrupted: the shares are deleted. Ctrl-C again leaves them." : undefined;
    const [signal, cleaningSignal] = interruptionSignals(terminal, message);
    const parts: RunParts = {
      configuration,
      permitted,
      transport: httpTransport,
      clock: systemClock,
      random: systemRandom,
      accountId: nonEmptyText(options["account-id"]) ?? configuration.account.accountId,
      signal,
      cleaningSignal,
    };
    const run = new Run(parts);
    const account = await confirmedAccount(run, options);
    terminal.err(`Account ${account}, region ${run.region}, ${configuration.endpoint ?? defaultEndpoint("resourcesharing", run.region)}.`);
    terminal.err(isCleaning ? `It deletes the shares named ${sharePrefix}…, and nothing else.` : promiseOf(permitted, run.prefix));
    const { results, left } = isCleaning
      ? { results: undefined, left: await deleteShares(parts, sharePrefix, account) }
      : await verifyService(run);
    // First what matters most: writing the file may fail.
    if (left.length > 0)
      terminal.err(`These shares are left: ${left.join(", ")}. Run resourceshare verify --allow-writes --account-id ID --clean.`);
    if (left.length === 0 && (isCleaning || (signal.aborted && permitted["allow-writes"]))) terminal.err("No share is left.");
    if (signal.aborted) return exitCodes.interrupted;
    if (results !== undefined) {
      const measured = Object.entries(run.measured).map(([what, value]) => `${what}: ${value}`);
      for (const line of [...tableOf(results, tableStyle()), "", ...measured]) terminal.out(line);
      terminal.err(resultSummary(results));
      writeRecording(options, textOfRecording(recordingOf(run, results)), terminal);
    }
    // Nothing is known about a service that has answered nothing.
    if (left.length > 0 || results?.every(({ result }) => result === "not tried") === true) return exitCodes.failed;
    return results?.some(({ result }) => result === "differs") === true ? exitCodes.refused : exitCodes.done;
  },
};

const exampleAccount = "1000000000000001";

function permittedBy(options: VerifyOptions): Omit<Permitted, "receiver"> {
  const writes = options["allow-writes"] === true;
  const account = accountNamed("account-id", options);
  const text = nonEmptyText(options.resource);
  const resource = text === undefined ? undefined : resourceNamed(text);
  const target = nonEmptyText(options.target);
  if (target !== undefined && targetKind(target) === "Service")
    throw new UsageError(`--target ${target} is not the id of an account, folder (fd-…) or resource directory (rd-…)`);
  if (target !== undefined) assertEntities("--target", { targets: [target] });
  const external = accountNamed("external", options);
  const dependent = (["resource", "target", "external", "receiver", "clean"] as const).find((name) => options[name] !== undefined);
  if (dependent !== undefined && !writes) {
    const value = dependent === "clean" ? "" : ` ${options[dependent]}`;
    const example = `resourceshare verify --allow-writes --account-id ${account ?? exampleAccount} --${dependent}${value}`;
    throw new UsageError(`--${dependent} goes with --allow-writes: ${example}`);
  }
  if (writes && account === undefined)
    throw new UsageError(`--allow-writes needs --account-id, the account that this may write in, as --account-id ${exampleAccount}`);
  return { "allow-writes": writes ? account : undefined, throttle: options.throttle === true, resource, target, external };
}

function accountNamed(option: "account-id" | "external", options: VerifyOptions): string | undefined {
  const id = nonEmptyText(options[option]);
  if (id !== undefined && !/^\d{16}$/.test(id))
    throw new UsageError(`--${option} ${id} is no account: give 16 digits, as ${exampleAccount}`);
  return id;
}

function receiverOf(options: VerifyOptions, { accounts }: Configuration): Permitted["receiver"] {
  const name = nonEmptyText(options.receiver);
  if (name === undefined) return undefined;
  if (nonEmptyText(options.external) === undefined)
    throw new UsageError(`--receiver goes with --external: --external 2000000000000001 --receiver ${name}`);
  const receiver = accounts.get(name);
  if (receiver !== undefined) return receiver;
  const known = [...accounts.keys()];
  const advice = known.length === 0 ? `none: set RESOURCESHARE_ACCOUNTS='{"${name}":{"profile":"PROFILE"}}'` : known.join(", ");
  throw new UsageError(`--receiver ${name} is not configured; known are ${advice}${didYouMean(name, known)}`);
}

/** Reads `TYPE:ID`, where the id may have colons too, or an ARN. */
function resourceNamed(text: string): NonNullable<Permitted["resource"]> {
  const arnId = parseArn(text)?.id;
  if (arnId !== undefined) assertEntities("--resource", { resourceArns: [text] });
  if (arnId !== undefined) return { text, id: arnId, request: { ResourceArns: [text] } };
  const [, ResourceType = "", ResourceId] = /^(?!acs:)([^:]+):(.+)$/.exec(text) ?? [];
  if (ResourceId === undefined) throw new UsageError(`--resource ${text} is neither TYPE:ID, such as VSwitch:vsw-…, nor an ARN`);
  assertEntities("--resource", { resources: [{ type: ResourceType, id: ResourceId }] });
  return { text, id: ResourceId, request: { Resources: [{ ResourceType, ResourceId }] } };
}

/** Refuses what cannot be a target or a resource, or is probably misspelt, as a preview does. */
function assertEntities(option: string, lists: EntityLists): void {
  const inputs = { shareId: "rs-verify", ...lists };
  const [wrong] = [...checkValues(ShareAssociation, inputs), ...(ShareAssociation.advise?.(inputs) ?? [])];
  if (wrong !== undefined) throw new UsageError(`${option}: ${wrong.reason}`);
}

function promiseOf({ "allow-writes": owner, resource, target, external, receiver }: Permitted, prefix: string): string {
  if (owner === undefined) return `It only reads, with at most ${mostCalls} calls.`;
  const shared = [resource?.text, target, external].filter((entity) => entity !== undefined);
  const entities = shared.length === 0 ? "nothing is shared" : `with ${shared.join(", ")} in them, one after another`;
  const answers = receiver === undefined ? "" : ` ${external} rejects the first invitation, accepts the second and leaves.`;
  return `It creates at most ${mostShares} shares named ${prefix}…, ${entities}, makes at most ${mostCalls} calls, and then deletes the shares.${answers}`;
}

/** What the run is, what it creates, calls and needs, what it would check with more options, and then its calls. */
async function dryRunLines(permitted: Permitted): Promise<readonly string[]> {
  const { results, operations, calls } = await dryRun(permitted);
  const compared = results.filter(({ result }) => result !== "not tried").length;
  const { "allow-writes": owner, resource, target, external, receiver } = permitted;
  const needed = [
    `credentials ${owner === undefined ? "" : `of account ${owner} `}that may do this`,
    ...(resource === undefined ? [] : [`${resource.text}, which this account owns`]),
    ...(target === undefined ? [] : [`${target} in its resource directory`]),
    ...(external === undefined ? [] : [`${external} outside the directory`]),
    ...(receiver === undefined ? [] : [`credentials of ${external}, as the configured account ${receiver.name}`]),
  ];
  return [
    `This is a dry run: it makes no call. Without --dry-run, verify compares ${compared} assumptions (docs/assumptions.md) with the service.`,
    promiseOf(permitted, `${sharePrefix}<run>-`),
    `It calls ${operations.join(", ")}.`,
    `It needs ${needed.join("; ")}.`,
    ...notTriedLines(results.filter(({ seen }) => seen.startsWith("needs --"))),
    "",
    "Each assumption with what is asked and expected, and the calls that check it; repeated lists are left out.",
    ...calls,
    ...(owner === undefined ? [] : ["for each of its own shares: DeleteResourceShare"]),
  ];
}

/**
 * Returns the account of the credentials.
 * @throws UsageError when it is not the one that the user has named, so that nothing is written elsewhere
 */
async function confirmedAccount(run: Run, options: VerifyOptions): Promise<string> {
  const named = nonEmptyText(options["account-id"]);
  const { external, receiver } = run.permitted;
  const { account, problem } = await callerOf(run);
  if (named === undefined) return account ?? `unknown (${problem})`;
  if (account === undefined) throw new Error(problem);
  if (account !== named)
    throw new UsageError(
      `the credentials belong to ${account}, but --account-id names ${named}: nothing was written; use credentials of ${named}, or correct --account-id`,
    );
  const owner = receiver && (await run.callerAccount(receiver));
  if (receiver !== undefined && owner !== external) {
    const found = `the credentials of --receiver ${options.receiver} belong to ${owner ?? "an unknown account"}`;
    throw new UsageError(`${found}, but --external names ${external}: nothing was written`);
  }
  return account;
}

function writeRecording(options: VerifyOptions, text: string, terminal: Terminal): void {
  const file = nonEmptyText(options.output);
  if (file === undefined) return;
  writeFiles(dirname(file), { [basename(file)]: text }, true);
  terminal.err(`The exchanges are in ${file}. Read the file before you send it.`);
}
