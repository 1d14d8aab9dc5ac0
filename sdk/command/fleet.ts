import { numberOf } from "../access/diff/counts.ts";
import { checksText, failedChecks } from "../access/diff/review/checks.ts";
import type { Fleet } from "../fleet/fleet.ts";
import { joinedResults, readReport, toFleetJson } from "../fleet/report/json.ts";
import { toFleetMarkdown } from "../fleet/report/markdown.ts";
import { summaryText } from "../fleet/report/summary.ts";
import { toFleetTables } from "../fleet/report/text.ts";
import { examineOwners } from "../fleet/run/owner-headroom.ts";
import { type FleetResult, type Operation, operations } from "../fleet/run/results.ts";
import { openFleet, startFleet, stacksOf } from "../fleet/run/run-fleet.ts";
import { type Shard, shardNamed } from "../fleet/run/shard.ts";
import { type Quotas, readQuotas } from "../headroom/quotas.ts";
import { didYouMean } from "../../provider/kernel/ids.ts";
import { readWith, tableStyle, textOfFile } from "./cli/input-files.ts";
import { checksOf, runUrlOf } from "./cli/review-options.ts";
import { textsOf } from "./cli/selection-options.ts";
import { type Command, type ExitCode, formatNamed, helpLines, type OptionValues, type Terminal, UsageError } from "./command.ts";
import { listenForInterruptions } from "./fleet/interruptions.ts";
import { loadFleet } from "./fleet/load-fleet.ts";
import { progressOn } from "./fleet/progress.ts";
import { ownersIn, readStatuses, toStatusJson, toStatusTable } from "./fleet/status.ts";

type Render = (result: FleetResult, options: OptionValues) => string;

const formats: Readonly<Record<string, Render>> = {
  table: (result) => toFleetTables(result, tableStyle()),
  json: toFleetJson,
  markdown: (result, options) => toFleetMarkdown(result, { runUrl: runUrlOf(options) }),
};
const statusFormats = { table: toStatusTable, json: toStatusJson };
const actions = [...operations, "status", "report"] as const;

/** `resourceshare fleet`: runs many stacks in many accounts and regions. */
export const fleet: Command = {
  name: "fleet",
  summary: "Previews, updates, refreshes or destroys many stacks in many accounts and regions, with one report.",
  usage: `${actions.slice(0, -1).join("|")} --file FILE [--shard I/N] [--format table|json|markdown] [--run-url URL] [--fail-on CHECK] [--quota NAME=NUMBER] | report <report.json> …`,
  help: helpLines([
    ["preview, up, refresh, destroy", "runs it for each stack, dependencies first, and reports access, policies and failures by cause"],
    ["status", "the last update of each stack, its result, what is unfinished, and the quotas of accounts that own shares"],
    ["report <report.json> …", "joins what shards printed with --format json to one report"],
    ["--file <file>", "the description of the fleet, a module whose default export is defineFleet({ … })"],
    ["--shard <i/n>", "only the stacks of one of n parts; the part of a stack follows from its name"],
    ["--format <name>", "table, json, or markdown for a comment (table)"],
    ["--run-url <url>", "the address of the pipeline's run, which the Markdown links to"],
    ["--fail-on <check>", `once or more: ends with 3 when one of these is so: ${checksText}`],
    [
      "--quota <name>=<n>",
      "once or more, with preview and status: a quota of the accounts in place of the published one (shares, sharedResources, pendingInvitations)",
    ],
  ]),
  options: {
    file: { type: "string" },
    shard: { type: "string" },
    format: { type: "string" },
    "run-url": { type: "string" },
    "fail-on": { type: "string", multiple: true },
    quota: { type: "string", multiple: true },
  },
  async run(options, words, terminal) {
    const [action, ...rest] = words;
    const operation = operations.find((name) => name === action);
    if (action === "report") return report(rest, options, terminal);
    if (operation === undefined && action !== "status") throw new UsageError(actionProblem(action));
    if (rest.length > 0) throw new UsageError(`${rest.join(" ")}: fleet ${String(action)} takes options only`);
    const shard = shardOption(options);
    return operation === undefined ? status(options, shard, terminal) : runOperation(operation, options, shard, terminal);
  },
};

function actionProblem(action: string | undefined): string {
  const names = actions.join(", ");
  return action === undefined ? `give what to do: ${names}` : `fleet ${action} is not known: ${names}${didYouMean(action, [...actions])}`;
}

function shardOption({ shard }: OptionValues): Shard | undefined {
  if (typeof shard !== "string") return undefined;
  const named = shardNamed(shard);
  if (named === undefined) throw new UsageError(`--shard ${shard} is no part: give its number and the count, as 2/4`);
  return named;
}

function fleetOf({ file }: OptionValues): Promise<Fleet> {
  if (typeof file !== "string") throw new UsageError("give the description of the fleet with --file");
  return loadFleet(file);
}

async function runOperation(operation: Operation, options: OptionValues, shard: Shard | undefined, terminal: Terminal): Promise<ExitCode> {
  // Checked before anything runs.
  const rendering = renderOf(options);
  const quotas = quotasOf(options);
  const described = await fleetOf(options);
  const opener = await openFleet(described, describedStacks(described, shard, operation), process.env);
  using progress = progressOn(terminal, stacksOf(described, shard).length);
  const running = startFleet(opener, { operation, shard, progress, quotas });
  const interruptions = listenForInterruptions(terminal, running.interrupt);
  const result = await running.result;
  progress[Symbol.dispose]();
  const code = rendering(result, terminal);
  return interruptions.count > 0 ? 130 : code;
}

function quotasOf({ quota }: OptionValues): Quotas {
  return readWith("--quota", () => readQuotas(textsOf(quota)));
}

/** The stacks whose secrets are needed. With a shard, the status of others may be read. */
function describedStacks(described: Fleet, shard: Shard | undefined, operation: Operation): Fleet["stacks"] {
  return operation === "up" || operation === "destroy" ? described.stacks : stacksOf(described, shard);
}

/** Returns a function that prints a result and returns the exit code. */
function renderOf(options: OptionValues): (result: FleetResult, terminal: Terminal) => ExitCode {
  const render = formatNamed(formats, String(options["format"] ?? "table"));
  const checks = checksOf(options);
  runUrlOf(options);
  return (result, terminal) => {
    terminal.out(render(result, options));
    for (const remark of result.access.remarks) terminal.err(`note: ${remark}`);
    terminal.err(summaryText(result));
    const failed = failedChecks(checks, result.access);
    for (const reason of failed) terminal.err(`--fail-on ${reason}`);
    if (result.stacks.some(({ status: end }) => end !== "succeeded")) return 1;
    if (result.headroom.some(({ level }) => level === "problem")) return 1;
    return failed.length > 0 ? 3 : 0;
  };
}

async function status(options: OptionValues, shard: Shard | undefined, terminal: Terminal): Promise<ExitCode> {
  const name = String(options["format"] ?? "table");
  const isJson = formatNamed(statusFormats, name) === toStatusJson;
  const quotas = quotasOf(options);
  const described = await fleetOf(options);
  const stacks = stacksOf(described, shard);
  const opener = await openFleet(described, stacks, process.env);
  const statuses = await readStatuses(opener, stacks, new AbortController().signal);
  const headroom = await examineOwners(opener, ownersIn(stacks, statuses), quotas);
  terminal.out(isJson ? toStatusJson(described.name, statuses, headroom) : toStatusTable(statuses, headroom, tableStyle()));
  const unfinished = statuses.filter((one) => one.unfinished.length > 0).length;
  terminal.err(
    `${numberOf(statuses.length, "stack")} of ${described.name}: ${unfinished === 0 ? "all are finished" : `${unfinished} unfinished`}.`,
  );
  return 0;
}

function report(files: readonly string[], options: OptionValues, terminal: Terminal): ExitCode {
  if (options["file"] !== undefined || options["shard"] !== undefined)
    throw new UsageError("fleet report reads reports: give no --file and no --shard");
  if (files.length === 0) throw new UsageError("give the reports of the shards, as `resourceshare fleet … --format json` printed them");
  const rendering = renderOf(options);
  const results = files.map((file) => readWith(file, () => readReport(textOfFile(file))));
  return rendering(
    readWith("fleet report", () => joinedResults(results)),
    terminal,
  );
}
