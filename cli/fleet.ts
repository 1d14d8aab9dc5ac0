import { numberOf } from "../access/diff/counts.ts";
import { firstTexts } from "../access/first-texts.ts";
import { failedChecks } from "../access/diff/review/checks.ts";
import type { Fleet, FleetStack } from "../sdk/fleet/fleet.ts";
import { joinedResults, readReport, toFleetJson } from "../sdk/fleet/report/json.ts";
import { toFleetMarkdown } from "../sdk/fleet/report/markdown.ts";
import { fleetSummaryText } from "../sdk/fleet/report/summary.ts";
import { toFleetTables } from "../sdk/fleet/report/text.ts";
import { examineOwners } from "../sdk/fleet/run/owner-headroom.ts";
import type { FleetResult, Operation, StackResult } from "../sdk/fleet/run/results.ts";
import { openFleet, runFleet } from "../sdk/fleet/run/run-fleet.ts";
import { examineUndescribed } from "../sdk/fleet/run/undescribed-stacks.ts";
import { type Selection, selectedPlan, selectedStacks } from "../sdk/fleet/run/selection.ts";
import type { StackOpener } from "../sdk/fleet/run/stack-workspace.ts";
import { type Shard, shardNamed } from "../sdk/fleet/run/shard.ts";
import { messageOf } from "../provider/kernel/errors.ts";
import { didYouMean } from "../provider/kernel/ids.ts";
import { matches } from "../provider/kernel/wildcard.ts";
import { readText, readWith, tableStyle, textOfFile, valueOfFile } from "./input/input-files.ts";
import { checksOf, quotasOf, reviewOptions, runUrlOf } from "./input/review-options.ts";
import { pulumiMissing } from "./input/pulumi.ts";
import { directoryOf } from "./input/selection-options.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { interruptionSignals } from "./interruptions.ts";
import { type Command, formatNamed, type Option, repeated, single, type Terminal, UsageError, type Values } from "./command.ts";
import { actionNamed, assertTaken, type OptionName, withActions } from "./fleet/actions.ts";
import { loadFleet } from "./fleet/load-fleet.ts";
import { progressOn } from "./fleet/progress.ts";
import { ownersIn, readStatuses, toStatusJson, toStatusTable } from "./fleet/status.ts";

type Render = (result: FleetResult, options: FleetOptions, failed: readonly string[]) => string;

const formats: Readonly<Record<string, Render>> = {
  table: (result) => toFleetTables(result, tableStyle()),
  json: toFleetJson,
  markdown: (result, options, failed) => toFleetMarkdown(result, { runUrl: runUrlOf(options), failed }),
};
const statusFormats: Readonly<Record<string, typeof toStatusJson>> = {
  table: (_fleet, statuses, findings) => toStatusTable(statuses, findings, tableStyle()),
  json: toStatusJson,
};

const options = {
  file: withActions("file", single("<file>", "the description of the fleet, a module whose default export is defineFleet({ … })")),
  only: withActions("only", repeated("<name>", "once or more: only these stacks; `*` stands for any text")),
  retry: withActions(
    "retry",
    single("<report.json>", "only the stacks that did not succeed in this report, which --format json has printed"),
  ),
  shard: withActions("shard", single("<i/n>", "only the stacks of one of n parts; the part of a stack follows from its name")),
  format: single("<name>", "table, json, or markdown for a comment (table)"),
  "run-url": withActions("run-url", reviewOptions["run-url"]),
  directory: withActions("directory", single("<file>", "the members of the resource directory as JSON, for external targets")),
  "fail-on": withActions("fail-on", reviewOptions["fail-on"]),
  quota: withActions("quota", reviewOptions.quota),
} satisfies Record<OptionName, Option>;
type FleetOptions = Values<typeof options>;

/** `resourceshare fleet`: runs many stacks in many accounts and regions. */
export const fleet: Command<typeof options> = {
  name: "fleet",
  summary: "Previews, updates, refreshes or destroys many stacks in many accounts and regions, with one report.",
  usage: ["preview|up|refresh|destroy|status [options]", "report <report.json>... [options]"],
  words: [
    [
      "preview, up, refresh, destroy",
      "runs it for each stack without asking (`up` after its dependencies, `destroy` before them), and reports access, policies and failures by cause",
    ],
    ["status", "the last update of each stack, its result, what is unfinished, and the quotas of accounts that own shares"],
    ["report <report.json> …", "joins what shards printed with --format json to one report"],
  ],
  example: "fleet preview --file fleet.mts --only 'share-*'",
  options,
  async run(options, words, terminal) {
    const [word, ...rest] = words;
    const action = actionNamed(word);
    assertTaken(action, options);
    if (action === "report") return report(rest, options, terminal);
    if (rest.length > 0) {
      const option = options.file === undefined ? "--file" : "--only";
      throw new UsageError(`fleet ${action} takes options only, not ${rest.join(" ")}: write ${option} ${rest.join(",")}`);
    }
    return action === "status" ? status(options, terminal) : runOperation(action, options, terminal);
  },
};

function shardOption({ shard }: FleetOptions): Shard | undefined {
  if (shard === undefined) return undefined;
  const named = shardNamed(shard);
  if (named === undefined) throw new UsageError(`--shard ${shard} is no part: give a number from 1 to the count of parts, as 2/4`);
  return named;
}

function fleetOf({ file }: FleetOptions, terminal: Terminal): Promise<Fleet> {
  if (file === undefined)
    throw new UsageError(
      "no description of the fleet is given: name it with --file fleet.mts, a module whose default export is defineFleet({ … })",
    );
  return loadFleet(file, (message) => terminal.err(`warning: ${message}`));
}

async function opened(described: Fleet, stacks: readonly FleetStack[]): Promise<StackOpener> {
  try {
    return await openFleet(described, stacks, process.env);
  } catch (error) {
    throw messageOf(error).includes("spawn pulumi ENOENT") ? new Error(pulumiMissing, { cause: error }) : error;
  }
}

async function runOperation(operation: Operation, options: FleetOptions, terminal: Terminal): Promise<ExitCode> {
  // Checked before anything runs.
  const rendering = renderOf(options);
  const quotas = quotasOf(options);
  const shard = shardOption(options);
  const members = directoryOf(options)?.members;
  const described = await fleetOf(options, terminal);
  const selection = { shard, only: onlyOption(options, described), names: retryOption(options, described, operation) };
  const { plan, elsewhere } = selectedPlan(described, selection, operation);
  const stacks = plan.map(({ stack }) => stack);
  if (stacks.length === 0 && options.retry !== undefined)
    terminal.err(`note: the selected stacks succeeded in ${options.retry}: leave out --retry to run them again`);
  const opener = await opened(described, [...stacks, ...elsewhere]);
  const progress = progressOn(terminal, stacks.length);
  const running = runFleet(opener, { operation, selection, progress, quotas, members });
  const signals = interruptionSignals(
    terminal,
    "Interrupted: no further stack starts, and the running ones finish their started operations. Ctrl-C again ends them at once.",
    "Interrupted again: the running stacks end at once.",
  );
  for (const signal of signals) signal.addEventListener("abort", () => opener.pulumi.interrupt());
  const result = await running;
  const code = rendering(result, terminal);
  return signals[0].aborted ? exitCodes.interrupted : code;
}

/** The patterns of `--only`; each must name a stack. */
function onlyOption({ only }: FleetOptions, { name, stacks }: Fleet): Selection["only"] {
  if (only === undefined) return undefined;
  const names = stacks.map((stack) => stack.name);
  const unknown = only.find((pattern) => !names.some((one) => matches([pattern], one)));
  if (unknown !== undefined) {
    const known = didYouMean(unknown, names) || `; it has ${firstTexts(names, 10)}`;
    throw new UsageError(`--only ${unknown}: ${name} has no stack of this name${known}`);
  }
  return only;
}

/** The names of the stacks that did not succeed in a report of the same operation. */
function retryOption({ retry }: FleetOptions, { name }: Fleet, operation: Operation): Selection["names"] {
  const report = valueOfFile(retry, "--retry", readReport);
  if (report === undefined) return undefined;
  if (report.fleet !== name || report.operation !== operation)
    throw new UsageError(
      `--retry ${retry}: this is a report of the ${report.operation} of ${report.fleet}, not of the ${operation} of ${name}`,
    );
  return new Set(report.stacks.flatMap((stack) => (stack.status === "succeeded" ? [] : [stack.name])));
}

/** Returns a function that prints a result and returns the exit code. */
function renderOf(options: FleetOptions): (result: FleetResult, terminal: Terminal) => ExitCode {
  const render = formatNamed(formats, options.format ?? "table");
  const checks = checksOf(options);
  runUrlOf(options);
  return (result, terminal) => {
    const failed = failedChecks(checks, result.access);
    terminal.out(render(result, options, failed));
    for (const remark of result.access.remarks) terminal.err(`note: ${remark}`);
    terminal.err(fleetSummaryText(result));
    for (const reason of failed) terminal.err(`--fail-on ${reason}`);
    const ofPolicies = new Set(checks.includes("policy") ? stoppedByPolicies(result.stacks) : []);
    const isExpected = ({ name, status }: StackResult) => status === "succeeded" || status === "unknown" || ofPolicies.has(name);
    if (!result.stacks.every(isExpected)) return exitCodes.failed;
    if (result.headroom.some(({ level }) => level === "problem")) return exitCodes.failed;
    return failed.length > 0 ? exitCodes.refused : exitCodes.done;
  };
}

/** The names of the stacks that policies have stopped, and of those that were skipped because of these alone. */
function stoppedByPolicies(stacks: readonly StackResult[]): readonly string[] {
  const stopped = stacks.flatMap((stack) => (stack.stoppedByPolicies ? [stack.name] : []));
  const skipped = stacks.filter(({ status, because }) => status === "skipped" && because.every((name) => stopped.includes(name)));
  return [...stopped, ...skipped.map(({ name }) => name)];
}

async function status(options: FleetOptions, terminal: Terminal): Promise<ExitCode> {
  const render = formatNamed(statusFormats, options.format ?? "table");
  const quotas = quotasOf(options);
  const shard = shardOption(options);
  const described = await fleetOf(options, terminal);
  const stacks = selectedStacks(described, { shard, only: onlyOption(options, described) });
  const opener = await opened(described, stacks);
  const statuses = await readStatuses(opener, stacks);
  const findings = [...(await examineOwners(opener, ownersIn(stacks, statuses), quotas)), ...(await examineUndescribed(opener))];
  terminal.out(render(described.name, statuses, findings));
  const unfinished = statuses.filter((one) => one.unfinished.length > 0).length;
  terminal.err(
    `${numberOf(statuses.length, "stack")} of ${described.name}: ${unfinished === 0 ? "all are deployed and finished" : `${unfinished} not deployed or unfinished`}.`,
  );
  return exitCodes.done;
}

function report(files: readonly string[], options: FleetOptions, terminal: Terminal): ExitCode {
  if (files.length === 0) throw new UsageError("give the reports of the shards, as `resourceshare fleet … --format json` printed them");
  const rendering = renderOf(options);
  const results = files.map((file) => readText(file, textOfFile(file, "fleet report"), readReport));
  const joined = readWith("fleet report", () => joinedResults(results));
  assertTaken(joined.operation, options, `a report of ${joined.operation}`);
  return rendering(joined, terminal);
}
