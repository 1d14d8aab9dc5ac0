import { basename, dirname } from "node:path";
import { didYouMean } from "../provider/kernel/ids.ts";
import { nonEmptyText } from "../access/untyped-values.ts";
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
import { type Command, flag, single, type Terminal, UsageError, type Values } from "./command.ts";
import { callsOf } from "./verify/dry-run.ts";
import { recordingOf, textOfRecording } from "./verify/recording.ts";
import { resultSummary, tableOf, timeLines } from "./verify/report.ts";
import { mostCalls } from "./verify/calls.ts";
import { clean, type Verification, verify as verifyService } from "./verify/run.ts";
import type { Permitted } from "./verify/permitted.ts";
import type { Caller } from "./verify/scenario.ts";
import { mostShares, sharePrefix } from "./verify/shares.ts";

const options = {
  "allow-writes": flag(`creates and deletes up to ${mostShares} shares of its own in the account that --account-id names`),
  "account-id": single("<id>", "the account that the credentials must belong to"),
  resource: single("<type:id>", "the only resource that it puts into a share, also as an ARN; no target gets access to it"),
  target: single("<id>", "the only account, folder or directory that it puts into a share; it gets no resource"),
  external: single("<id>", "the only account outside the directory that it invites, to an empty share"),
  receiver: single("<name>", "the configured account that --external names: it rejects and accepts the invitation, and leaves"),
  throttle: flag("sends 25 calls at once, to measure the service's limit"),
  output: single("<file>", "writes the exchanges to a new file, without credentials, tokens, account ids and names"),
  "dry-run": flag("prints the calls, and makes none"),
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
  async run(options, words, terminal) {
    if (words.length > 0) throw new UsageError(`verify takes no "${words.join(" ")}"`);
    const permittedHere = permittedBy(options);
    assertNewFile(nonEmptyText(options.output), "--output");
    const configuration = await configurationOf(sourceOf(options, "config", terminal));
    const permitted = { ...permittedHere, receiver: receiverOf(options, configuration) };
    const isCleaning = options.clean === true;
    if (options["dry-run"] === true && isCleaning) {
      terminal.out(`for each share whose name begins with ${sharePrefix}: DeleteResourceShare`);
      return 0;
    }
    if (options["dry-run"] === true) {
      terminal.err(`${promiseOf(permitted, sharePrefix)} The account is compared only in the real run.`);
      terminal.err("Each line is an assumption (docs/assumptions.md), and a call that checks it; repeated lists are left out.");
      for (const line of await callsOf(permitted, configuration.region)) terminal.out(line);
      return 0;
    }
    const [stop, stopCleaning] = [new AbortController(), new AbortController()];
    void (async () => {
      await terminal.interrupted;
      if (permitted.writes) terminal.err("Interrupted: the shares are deleted. Ctrl-C again leaves them.");
      stop.abort(new Error("interrupted"));
      await terminal.interrupted;
      stopCleaning.abort(new Error("interrupted"));
    })();
    const { region, endpoint = defaultEndpoint("resourcesharing", region) } = configuration;
    const parts: Omit<Verification, "permitted"> = {
      configuration,
      transport: httpTransport,
      clock: systemClock,
      random: systemRandom,
      accountId: nonEmptyText(options["account-id"]) ?? configuration.account.accountId,
      signal: stop.signal,
      cleaningSignal: stopCleaning.signal,
      onCaller: (caller, prefix) => {
        confirmAccounts(caller, permitted, options);
        terminal.err(`Account ${caller.account ?? `unknown (${caller.problem})`}, region ${region}, ${endpoint}.`);
        terminal.err(isCleaning ? `It deletes the shares named ${prefix}…, and nothing else.` : promiseOf(permitted, prefix));
      },
    };
    const found = isCleaning ? undefined : await verifyService({ ...parts, permitted });
    const left = found?.left ?? (await clean(parts));
    // First what matters most: writing the file may fail.
    if (left.length > 0)
      terminal.err(`These shares are left: ${left.join(", ")}. Run resourceshare verify --allow-writes --account-id ID --clean.`);
    if (left.length === 0 && (isCleaning || (stop.signal.aborted && permitted.writes))) terminal.err("No share is left.");
    if (stop.signal.aborted) return exitCodes.interrupted;
    if (found !== undefined) {
      for (const line of [...tableOf(found.results, tableStyle()), "", ...timeLines(found)]) terminal.out(line);
      terminal.err(resultSummary(found.results));
      writeRecording(options, textOfRecording(recordingOf(found, region)), terminal);
    }
    // Nothing is known about a service that has answered nothing.
    if (left.length > 0 || found?.results.every(({ result }) => result === "not tried") === true) return exitCodes.failed;
    return found?.results.some(({ result }) => result === "differs") === true ? exitCodes.refused : exitCodes.done;
  },
};

function permittedBy(options: VerifyOptions): Omit<Permitted, "receiver"> {
  const writes = options["allow-writes"] === true;
  const dependent = (["resource", "target", "external", "receiver", "clean"] as const).find((name) => options[name] !== undefined);
  if (dependent !== undefined && !writes) throw new UsageError(`--${dependent} goes with --allow-writes`);
  const account = accountNamed("account-id", options);
  if (writes && account === undefined) throw new UsageError("--allow-writes needs --account-id: the account that this may write in");
  const text = nonEmptyText(options.resource);
  const resource = text === undefined ? undefined : resourceNamed(text);
  const target = nonEmptyText(options.target);
  if (target !== undefined) assertEntities("--target", { targets: [target] });
  const external = accountNamed("external", options);
  return { writes, throttle: options.throttle === true, resource, target, external };
}

function accountNamed(option: "account-id" | "external", options: VerifyOptions): string | undefined {
  const id = nonEmptyText(options[option]);
  if (id !== undefined && !/^\d{16}$/.test(id)) throw new UsageError(`--${option} ${id} is no account: give 16 digits`);
  return id;
}

function receiverOf(options: VerifyOptions, { accounts }: Configuration): Permitted["receiver"] {
  const name = nonEmptyText(options.receiver);
  if (name === undefined) return undefined;
  if (nonEmptyText(options.external) === undefined) throw new UsageError("--receiver goes with --external");
  const receiver = accounts.get(name);
  const known = [...accounts.keys()];
  if (receiver === undefined)
    throw new UsageError(`--receiver ${name} is not configured; known are ${known.join(", ") || "none"}${didYouMean(name, known)}`);
  return receiver;
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

function promiseOf({ writes, resource, target, external, receiver }: Permitted, prefix: string): string {
  if (!writes) return `It only reads, with at most ${mostCalls} calls.`;
  const shared = [resource?.text, target, external].filter((entity) => entity !== undefined);
  const entities = shared.length === 0 ? "nothing is shared" : `with ${shared.join(", ")} in them, one after another`;
  const answers = receiver === undefined ? "" : ` ${external} rejects the first invitation, accepts the second and leaves.`;
  return `It creates at most ${mostShares} shares named ${prefix}…, ${entities}, makes at most ${mostCalls} calls, and then deletes the shares.${answers}`;
}

/** Refuses to write in accounts that the user has not named. */
function confirmAccounts({ account, receiver, problem }: Caller, permitted: Permitted, options: VerifyOptions): void {
  const named = nonEmptyText(options["account-id"]);
  if (named === undefined && !permitted.writes) return;
  if (account === undefined) throw new Error(problem);
  if (account !== named) throw new UsageError(`the credentials belong to ${account}, but --account-id names ${named}: nothing was written`);
  if (permitted.receiver !== undefined && receiver !== permitted.external) {
    const owner = `the credentials of --receiver ${options.receiver} belong to ${receiver ?? "an unknown account"}`;
    throw new UsageError(`${owner}, but --external names ${permitted.external}: nothing was written`);
  }
}

function writeRecording(options: VerifyOptions, text: string, terminal: Terminal): void {
  const file = nonEmptyText(options.output);
  if (file === undefined) return;
  writeFiles(dirname(file), { [basename(file)]: text }, true);
  terminal.err(`The exchanges are in ${file}. Read the file before you send it.`);
}
