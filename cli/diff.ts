import { createClients } from "../provider/client/client-registry.ts";
import type { Configuration } from "../provider/client/config/configuration.ts";
import { InputError } from "../provider/kernel/errors.ts";
import { type AccessDiff, diffAccess } from "../access/diff/access-diff.ts";
import { accessText, type Counts, countsOf, countsText } from "../access/diff/counts.ts";
import { lookUp } from "../access/diff/live-lookup.ts";
import { mergedPolicies, readPolicies } from "../access/diff/policies/policy-findings.ts";
import { type Preview, readPreview } from "../access/diff/preview.ts";
import { toReport } from "../access/diff/report.ts";
import { failedChecks } from "../access/diff/review/checks.ts";
import { joinedDiffs } from "../access/diff/review/several-stacks.ts";
import { toChangeTable, toFindingTable } from "../access/format/change-table.ts";
import { toCsv } from "../access/format/csv.ts";
import { toDot } from "../access/format/dot.ts";
import { selectedText, toMarkdown } from "../access/format/markdown.ts";
import { toMermaid } from "../access/format/mermaid.ts";
import { toSarif } from "../access/format/sarif.ts";
import { toSvg } from "../access/format/svg.ts";
import { withChanged, withoutUnchanged } from "../access/shown-access.ts";
import { readState, type StateResource } from "../access/stack-state.ts";
import { configurationOf, sourceOf, trustOption } from "./input/clients.ts";
import { isFolder, tableStyle, valueOfFile } from "./input/input-files.ts";
import { previewInFile } from "./input/preview-file.ts";
import { isSelective } from "../access/selection/filters.ts";
import { allQuotable, assertPolicyPack, assertProject, previewStack, quotable } from "./input/pulumi.ts";
import { checksOf, reviewOptions, runUrlOf } from "./input/review-options.ts";
import { expanded, filtered, filterOptions, riskOptions, type Selection, selectionOf } from "./input/selection-options.ts";
import { exitCodes } from "./exit-codes.ts";
import { type Command, flag, formatNamed, paths, single, UsageError, type Values } from "./command.ts";

/** How a format shows the changes. */
interface Display extends Selection {
  readonly counts: Counts;
  readonly hasPicture: boolean;
  readonly runUrl: string | undefined;
  /** The checks that failed. */
  readonly failed: readonly string[];
  /** The remark that nothing matches the filters. */
  readonly unmatched: string | undefined;
}

type Render = (result: AccessDiff, display: Display) => string;

const formats: Readonly<Record<string, Render>> = {
  markdown: toMarkdown,
  json: (result, { counts }) => toReport(result, counts),
  table: toTables,
  csv: ({ changes }) => toCsv(changes),
  sarif: ({ changes, policies: { findings } }, { allowedExternal }) => toSarif(changes, { allowed: allowedExternal, findings }),
  mermaid: ({ changes }, { counts }) => toMermaid(withoutUnchanged(changes), accessText(counts)),
  svg: ({ changes }, { counts }) => toSvg(withoutUnchanged(changes), accessText(counts)),
  dot: ({ changes }, { counts }) => toDot(withoutUnchanged(changes), accessText(counts)),
};

const options = {
  stack: single("<dir>", "runs the preview of the selected stack there; no file is given then"),
  "fail-on": reviewOptions["fail-on"],
  ...riskOptions,
  format: {
    ...single(
      "<name>",
      "markdown, json, table, csv or sarif (what to check); or a picture of what changes: mermaid, svg or dot (markdown)",
    ),
    heading: "What is printed:",
  },
  picture: flag("adds a Mermaid picture to the Markdown"),
  "run-url": reviewOptions["run-url"],
  ...filterOptions,
  live: {
    ...flag("also reads what other shares of the account grant, and the names of default permissions"),
    heading: "What is read beside the preview:",
  },
  ...trustOption("--live and --stack"),
  state: single("<file>", "what `pulumi stack export` prints: resources that the preview leaves out are taken from it"),
  "policy-pack": paths("<dir>", "with --stack, a policy pack to run with the preview, once or more"),
  policies: single("<file>", "the engine's events, for what policies found: a preview as one JSON document does not have it"),
};
type DiffOptions = Values<typeof options>;

/** `resourceshare diff`: shows which targets gain and lose access. */
export const diff: Command<typeof options> = {
  name: "diff",
  summary: "Shows who gains and who loses access, from what `pulumi preview --json --show-sames` prints.",
  usage: ["<preview.json|->... [options]", "--stack DIR [options]"],
  words: [["<preview.json> …", "one preview, or one of each stack"]],
  example: "diff --stack . --fail-on external",
  options,
  async run(options, words, terminal) {
    const render = formatNamed(formats, options.format ?? "markdown");
    if (options.picture === true && render !== formats["markdown"])
      throw new UsageError("--picture goes with --format markdown; for a picture alone, use --format mermaid, svg or dot");
    const asked = checksOf(options);
    const selected = selectionOf(options);
    const isFiltered = isSelective(selected.filters);
    const selection = { ...selected, isFiltered, hasPicture: options.picture === true, runUrl: runUrlOf(options) };
    const read = previewReader(options, words);
    // Read before the preview: when the project's endpoints are refused, its program must not run either.
    const configuration = options.live === true ? await configurationOf(sourceOf(options, "stack", terminal)) : undefined;
    const previews = await read();
    assertDifferentStacks(previews);
    const whole = joinedDiffs(await Promise.all(previews.map((preview) => diffOf(preview, options, selection, configuration))));
    const all = expanded(whole.changes, selection);
    const judged = withChanged(all.accesses);
    const { accesses: changes, remarks: filterRemarks } = filtered(judged, selection);
    const [unmatched] = filterRemarks;
    // Where nothing matches although all access is known, the remarks are about what was not asked for.
    const others = unmatched === undefined || whole.isIncomplete ? whole.remarks : [];
    const result = { ...whole, changes, remarks: [...others, ...all.remarks, ...filterRemarks] };
    const counts = countsOf(result);
    const failedOfAll = failedChecks(
      asked,
      { ...whole, changes: judged },
      { advice: "run the preview with --show-sames, or give --state", unexpanded: whole.changes },
    );
    const failed = failedOfAll.map((reason) => (isFiltered ? `${reason}, in all changes` : reason));
    terminal.out(render(result, { ...selection, failed, counts, unmatched }));
    for (const remark of result.remarks) terminal.err(`note: ${remark}`);
    // Otherwise a remark says that no access matches the filters.
    if (unmatched === undefined) terminal.err(`${isFiltered ? selectedText : ""}${countsText(counts, result.policies)}`);
    // The document states the reason itself: on standard error it could be mistaken for a remark.
    if (render === formats["markdown"]) for (const reason of failed) terminal.out(`\n🛑 This pipeline stops: ${reason}`);
    for (const reason of failed) terminal.err(`--fail-on ${reason}`);
    return failed.length > 0 ? exitCodes.refused : exitCodes.done;
  },
};

async function diffOf(
  read: Preview,
  options: DiffOptions,
  { directory, allowedExternal }: Selection,
  configuration: Configuration | undefined,
): Promise<AccessDiff> {
  const preview = await withQuotableFindings(withPolicies(read, options.policies), options.stack);
  const state = stateOf(options.state);
  const live = configuration === undefined ? undefined : await lookUp(createClients(configuration), preview.steps, state);
  return diffAccess(preview, { state, live, members: directory?.members, allowedExternal });
}

/** Changes of a stack that is given twice would count twice. */
function assertDifferentStacks(previews: readonly Preview[]): void {
  const stacks = previews.flatMap(({ stack }) => stack ?? []);
  const twice = stacks.find((stack, index) => stacks.indexOf(stack) < index);
  if (twice !== undefined) throw new UsageError(`two of the previews are of the stack ${twice}: give one preview of each stack`);
}

/** Checks the options for the source of the previews, and returns a function that reads them. */
function previewReader(options: DiffOptions, words: readonly string[]): () => Promise<readonly Preview[]> {
  const { stack, "policy-pack": packs = [] } = options;
  if (stack !== undefined) {
    if (words.length > 0) throw new UsageError("--stack runs the preview itself: give no file beside it");
    assertProject("stack", stack);
    for (const pack of packs) assertPolicyPack(pack);
    return async () => [await previewOfStack(stack, packs)];
  }
  if (packs.length > 0)
    throw new UsageError("the preview for --policy-pack has been run already: run it with `pulumi preview --policy-pack`, or give --stack");
  if (words.length === 0)
    throw new UsageError("give the file that `pulumi preview --json --show-sames` wrote, - for standard input, or --stack");
  const project = words.find((word) => isFolder(word));
  if (project !== undefined) throw new UsageError(`${project} is a folder: for the preview of a project, write --stack ${project}`);
  const ofOneStack = (["policies", "state"] as const).find((name) => options[name] !== undefined);
  if (words.length > 1 && ofOneStack !== undefined)
    throw new UsageError(`--${ofOneStack} belongs to one preview, and there are ${words.length}: run diff once for each`);
  return () => Promise.all(words.map((place) => previewInFile(place)));
}

async function previewOfStack(folder: string, packs: readonly string[]): Promise<Preview> {
  const { code, stdout, stderr } = await previewStack(folder, packs);
  try {
    return readPreview(stdout);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const [{ property, reason } = { property: "format", reason: error.message }] = error.failures;
    if (property === "preview") throw new Error(`--stack ${folder}: ${await quotable(folder, reason)}`, { cause: error });
    const message = await quotable(folder, stderr.trim() || reason);
    throw new Error(`\`pulumi preview\` ${code === 0 ? "cannot be read" : "failed"} in ${folder}: ${message}`, { cause: error });
  }
}

/** A policy may quote any value of the program, secrets among them. */
async function withQuotableFindings(preview: Preview, folder: string | undefined): Promise<Preview> {
  const { policies } = preview;
  const texts = policies.findings.map(({ message }) => message);
  const messages = await allQuotable(texts, folder);
  const findings = policies.findings.map((finding, index) => ({ ...finding, message: messages[index] ?? "" }));
  return { ...preview, policies: { ...policies, findings } };
}

function withPolicies(preview: Preview, policies: string | undefined): Preview {
  const found = valueOfFile(policies, "--policies", readPolicies);
  return found === undefined ? preview : { ...preview, policies: mergedPolicies(preview.policies, found) };
}

function stateOf(path: string | undefined): readonly StateResource[] | undefined {
  if (path === "-") throw new UsageError("--state is a file: standard input is for the preview");
  return valueOfFile(path, "--state", readState)?.resources;
}

function toTables({ changes, policies }: AccessDiff, { isExpanded }: Display): string {
  const style = { ...tableStyle(), isExpanded };
  const found = policies.findings.length > 0 ? ["", toFindingTable(policies, style)] : [];
  return [toChangeTable(changes, style), ...found].join("\n");
}
