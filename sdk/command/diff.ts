import { readFileSync } from "node:fs";
import { text as textOfStream } from "node:stream/consumers";
import { createClients } from "../../provider/client/client-registry.ts";
import { InputError, messageOf } from "../../provider/kernel/errors.ts";
import { configurationOf, trustHelp } from "./cli/clients.ts";
import { toChangeTable, toFindingTable } from "../access/format/change-table.ts";
import { toDot } from "../access/format/dot.ts";
import { toMarkdown } from "../access/format/markdown.ts";
import { toMermaid } from "../access/format/mermaid.ts";
import { toSvg } from "../access/format/svg.ts";
import { type AccessDiff, diffAccess } from "../access/diff/access-diff.ts";
import type { Change } from "../access/diff/changes.ts";
import { type Check, checks, countsOf, countsText, failedChecks } from "../access/diff/counts.ts";
import { lookUp } from "../access/diff/live-lookup.ts";
import { mergedPolicies, readPolicies } from "../access/diff/policies/policy-findings.ts";
import { type Preview, readPreview } from "../access/diff/preview.ts";
import { toReport } from "../access/diff/report.ts";
import { allQuotable, isFolder, previewStack, quotable } from "./cli/pulumi.ts";
import { readState, type StateResource } from "../access/stack-state.ts";
import { type Command, formatNamed, type OptionValues, sourceOf, UsageError } from "./command.ts";

type Render = (result: AccessDiff, hasPicture: boolean) => string | Promise<string> | Iterable<string>;

const formats: Readonly<Record<string, Render>> = {
  markdown: toMarkdown,
  json: toReport,
  table: toTables,
  mermaid: ({ changes }) => toMermaid(moving(changes)),
  svg: ({ changes }) => toSvg(moving(changes)),
  dot: ({ changes }) => toDot(moving(changes)),
};

/** `resourceshare diff`: shows which targets gain and lose access. */
export const diff: Command = {
  name: "diff",
  summary: "Shows who gains and who loses access, from what `pulumi preview --json --show-sames` prints.",
  usage:
    "<preview.json|-> | --stack DIR [--policy-pack DIR] [--policies FILE] [--state FILE] [--live [--trust-endpoints]] [--format markdown|json|table|mermaid|svg|dot] [--picture] [--fail-on CHECK]",
  help: [
    "--stack <dir>        runs the preview of the selected stack there; no file is given then",
    "--policy-pack <dir>  with --stack, a policy pack to run with the preview, once or more",
    "--policies <file>    the engine's events, for what policies found: one document does not contain it",
    "--state <file>       what `pulumi stack export` prints: resources that the preview leaves out are taken from it",
    "--live               also reads what other shares of the account grant, and the names of default permissions",
    `--trust-endpoints    with --live and --stack, ${trustHelp}`,
    "--format <name>      markdown, json or table; or only a picture of what changes: mermaid, svg or dot (markdown)",
    "--picture            adds a Mermaid picture to the Markdown",
    "--fail-on <check>    external, loss, gap, any, unknown or policy, once or more: ends with 3 when that is so",
  ],
  options: {
    stack: { type: "string" },
    "policy-pack": { type: "string", multiple: true },
    policies: { type: "string" },
    state: { type: "string" },
    live: { type: "boolean" },
    "trust-endpoints": { type: "boolean" },
    format: { type: "string" },
    picture: { type: "boolean" },
    "fail-on": { type: "string", multiple: true },
  },
  async run(options, words, terminal) {
    const render = formatNamed(formats, String(options["format"] ?? "markdown"));
    const asked = checksOf(options);
    const read = previewReader(options, words);
    // Read before the preview: when the project's endpoints are refused, its program must not run either.
    const configuration = options["live"] === true ? await configurationOf(sourceOf(options, options["stack"], terminal)) : undefined;
    const { stack: folder } = options;
    const preview = await withQuotableFindings(withPolicies(await read(), options), typeof folder === "string" ? folder : undefined);
    const state = typeof options["state"] === "string" ? stateOf(options["state"]) : undefined;
    const live = configuration === undefined ? undefined : await lookUp(createClients(configuration), preview.steps);
    const result = diffAccess(preview, { state, live });
    const rendered = await render(result, options["picture"] === true);
    for (const piece of typeof rendered === "string" ? [rendered] : rendered) terminal.out(piece);
    for (const remark of result.remarks) terminal.err(`note: ${remark}`);
    terminal.err(countsText(countsOf(result), result.policies));
    const failed = failedChecks(asked, result);
    // The document states the reason itself: on standard error it could be mistaken for a remark.
    if (render === toMarkdown) for (const reason of failed) terminal.out(`\n🛑 This pipeline stops: ${reason}`);
    for (const reason of failed) terminal.err(`--fail-on ${reason}`);
    return failed.length > 0 ? 3 : 0;
  },
};

/** Checks the options for the source of the preview, and returns a function that reads it. */
function previewReader(options: OptionValues, words: readonly string[]): () => Promise<Preview> {
  const { stack } = options;
  const [place, ...more] = words;
  if (more.length > 0) throw new UsageError(`diff takes one preview, and not "${more.join(" ")}" as well`);
  const packs = textsOf(options["policy-pack"]);
  if (typeof stack === "string") {
    if (place !== undefined) throw new UsageError("--stack runs the preview itself: give no file beside it");
    if (!isFolder(stack)) throw new UsageError(`--stack ${stack}: it is no folder`);
    return () => previewOfStack(stack, packs);
  }
  if (packs.length > 0) throw new UsageError("--policy-pack goes with --stack: a preview that is given has been run already");
  if (place === undefined)
    throw new UsageError("give the file that `pulumi preview --json --show-sames` wrote, - for standard input, or --stack");
  return async () => {
    const text = place === "-" ? await textOfStream(process.stdin) : textOfFile(place);
    try {
      return readPreview(text);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const [reason = ""] = await allQuotable([error.failures[0]?.reason ?? error.message]);
      throw new UsageError(`${place}: ${reason}`);
    }
  };
}

async function previewOfStack(folder: string, packs: readonly string[]): Promise<Preview> {
  const { code, stdout, stderr } = await previewStack(folder, packs);
  try {
    return readPreview(stdout);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const message = await quotable(folder, stderr.trim() || (error.failures[0]?.reason ?? error.message));
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

function withPolicies(preview: Preview, { policies }: OptionValues): Preview {
  if (typeof policies !== "string") return preview;
  const found = withUsageErrors(`--policies ${policies}`, () => readPolicies(textOfFile(policies)));
  return { ...preview, policies: mergedPolicies(preview.policies, found) };
}

function stateOf(path: string): readonly StateResource[] {
  if (path === "-") throw new UsageError("--state is a file: standard input is for the preview");
  const text = textOfFile(path);
  return withUsageErrors(`--state ${path}`, () => readState(text)).resources;
}

function withUsageErrors<Result>(place: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof InputError ? new UsageError(`${place}: ${error.failures[0]?.reason ?? error.message}`) : error;
  }
}

function textOfFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${messageOf(error)})`);
  }
}

function checksOf(options: OptionValues): Check[] {
  const names = textsOf(options["fail-on"]).flatMap((item) => item.split(","));
  return names.map((name) => {
    const check = checks.find((known) => known === name);
    if (check === undefined) throw new UsageError(`--fail-on ${name} is not known: ${checks.join(", ")}`);
    return check;
  });
}

function textsOf(given: OptionValues[string]): string[] {
  return Array.isArray(given) ? given.map(String) : [];
}

function toTables({ changes, policies }: AccessDiff): string {
  const colours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
  const found = policies.findings.length > 0 ? ["", toFindingTable(policies, colours)] : [];
  return [toChangeTable(changes, colours), ...found].join("\n");
}

function moving(changes: readonly Change[]): Change[] {
  return changes.filter(({ change, gap }) => change !== "kept" || gap);
}
