import { accessOf, type Access } from "../access/access.ts";
import { readAccess, type Side } from "../access/access-from-service.ts";
import { accessOfState } from "../access/access-from-state.ts";
import { noChanges } from "../access/diff/access-diff.ts";
import type { Change } from "../access/diff/changes.ts";
import { countsOf, countsText } from "../access/diff/counts.ts";
import { noPolicies } from "../access/diff/policies/policy-findings.ts";
import { toReport } from "../access/diff/report.ts";
import { changesSince, readEarlierAccess } from "../access/earlier-access.ts";
import { toChangeTable } from "../access/format/change-table.ts";
import { toCsv } from "../access/format/csv.ts";
import { toDot } from "../access/format/dot.ts";
import { toJson } from "../access/format/json.ts";
import { toMermaid } from "../access/format/mermaid.ts";
import { toSarif } from "../access/format/sarif.ts";
import { toSvg } from "../access/format/svg.ts";
import { type TableOptions, toTable } from "../access/format/table.ts";
import type { AccessReading } from "../access/share-snapshot.ts";
import { type ShownAccess, withChanged, withoutUnchanged } from "../access/shown-access.ts";
import { summaryText } from "../access/summary.ts";
import { clientOf, configOptions, placeOf, sourceOf } from "./input/clients.ts";
import { isFolder, readText, tableStyle, textOfInput, valueOfFile } from "./input/input-files.ts";
import { assertProject, exportStack } from "./input/pulumi.ts";
import { expanded, filtered, filterOptions, riskOptions, type Selection, selectionOf } from "./input/selection-options.ts";
import { type Command, formatNamed, single, type Terminal, UsageError, type Values } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";

/** What is printed: present accesses, or the changes since an earlier file. */
interface Content {
  readonly shown: readonly ShownAccess[];
  readonly toTable: (options: TableOptions) => string;
  readonly toJson: (remarks: readonly string[]) => string;
  /** The counts as a sentence. */
  readonly summary: string;
}

type Render = (content: Content & { readonly title: string }, selection: Selection, remarks: readonly string[]) => string;

const formats: Readonly<Record<string, Render>> = {
  table: ({ toTable: render }, { isExpanded }) => render({ ...tableStyle(), isExpanded }),
  json: ({ toJson: render }, _selection, remarks) => render(remarks),
  csv: ({ shown }) => toCsv(shown),
  sarif: ({ shown }, { allowedExternal }) => toSarif(shown, { allowed: allowedExternal }),
  mermaid: ({ shown, title }) => toMermaid(shown, title),
  svg: ({ shown, title }) => toSvg(shown, title),
  dot: ({ shown, title }) => toDot(shown, title),
};
const sides: readonly Side[] = ["given", "received"];

const options = {
  account: single(
    "<name>",
    "an account that RESOURCESHARE_ACCOUNTS or, with --config, resourceshare:accounts names (the default credentials)",
  ),
  region: single("<id>", "the region (the one of the account or of the configuration)"),
  stack: single(
    "<place>",
    "a Pulumi project, whose selected stack is exported; or a file of `pulumi stack export`; - reads it from standard input",
  ),
  side: single("<side>", "only what is given, or only what is received (both)"),
  since: single(
    "<file>",
    "only what has changed since this file, which `--format json` has written earlier: gained, lost, or now in force",
  ),
  ...filterOptions,
  ...riskOptions,
  format: single("<name>", "table, json, csv, sarif (what to check), mermaid, svg or dot (table)"),
  ...configOptions,
};
type AccessOptions = Values<typeof options>;

/** `resourceshare access`: lists which targets can use which resources. */
export const access: Command<typeof options> = {
  name: "access",
  summary: "Shows who can use what through shares: of an account as the service has it now, or of a stack as its state has it.",
  usage: ["[options]"],
  insteadOfWords: "name a project or a state with --stack, or an account with --account",
  example: "access --stack . --external",
  options,
  async run(options, _words, terminal) {
    const asked = sidesOf(options.side);
    const render = formatNamed(formats, options.format ?? "table");
    const selection = selectionOf(options);
    const earlier = valueOfFile(options.since, "--since", readEarlierAccess);
    const { snapshots, remarks: notes, place, from } = await read(options, asked, terminal);
    if (place !== undefined) terminal.err(`View of ${place}${from}:`);
    const present = expanded(accessOf(snapshots), selection);
    const accesses = filtered(present.accesses, selection);
    // Filtered after the comparison: an access that only one of both lists selects, as with --pending, is not gained or lost.
    const changes = earlier && filtered(withChanged(changesSince(expanded(earlier, selection).accesses, present.accesses)), selection);
    const content = changes === undefined ? contentOfAccesses(accesses.accesses, selection) : contentOfChanges(changes.accesses, selection);
    const remarks = [...notes, ...present.remarks, ...(changes ?? accesses).remarks];
    const title = [...(place === undefined ? [] : [place]), content.summary].join("; ");
    const rendered = render({ ...content, title }, selection, remarks);
    if (content.shown.length > 0 || render !== formats["table"]) terminal.out(rendered);
    for (const remark of remarks) terminal.err(`note: ${remark}`);
    // Otherwise a remark says that no access matches the filters.
    if ((changes ?? accesses).remarks.length === 0) terminal.err(content.summary);
    return exitCodes.done;
  },
};

function contentOfAccesses(accesses: readonly Access[], { allowedExternal }: Selection): Content {
  return {
    shown: accesses,
    toTable: (style) => toTable(accesses, style),
    toJson: (remarks) => toJson(accesses, remarks, allowedExternal),
    summary: summaryText(accesses, allowedExternal),
  };
}

/** The changes without what stays as it is; the counts are also of that. */
function contentOfChanges(changes: readonly Change[], { allowedExternal }: Selection): Content {
  const shown = withoutUnchanged(changes);
  const counts = countsOf({ ...noChanges, changes, allowedExternal });
  return {
    shown,
    toTable: (style) => toChangeTable(shown, style),
    toJson: (remarks) => toReport({ ...noChanges, changes: shown, remarks }, counts),
    summary: countsText(counts, noPolicies),
  };
}

interface PlacedReading extends AccessReading {
  /** The account and the region that the service was asked for, or that all shares of a state have. */
  readonly place: string | undefined;
  /** What supplied the region, for messages. */
  readonly from: string;
}

async function read(options: AccessOptions, asked: readonly Side[], terminal: Terminal): Promise<PlacedReading> {
  const { stack } = options;
  if (stack !== undefined) {
    const other = (["account", "region"] as const).find((name) => options[name] !== undefined);
    if (other !== undefined) throw new UsageError(`--${other} and --stack exclude each other: the service is asked, or the state is read`);
    if (isFolder(stack)) assertProject("stack", stack);
    const exported = isFolder(stack) ? await exportStack(stack) : await textOfInput(stack, "--stack");
    const reading = readText(`--stack ${stack}`, exported, (text) => accessOfState(text, asked));
    const [place, ...others] = new Set(
      reading.snapshots.map(({ account, region }) => `account ${account ?? "unknown"} in region ${region ?? "unknown"}`),
    );
    return { ...reading, place: others.length === 0 ? place : undefined, from: "" };
  }
  const client = await clientOf(options, sourceOf(options, "config", terminal));
  const readings = await Promise.all(asked.map((side) => readAccess(client, side)));
  return {
    snapshots: readings.flatMap(({ snapshots }) => snapshots),
    remarks: readings.flatMap(({ remarks }) => remarks),
    ...(await placeOf(client)),
  };
}

function sidesOf(side: string | undefined): readonly Side[] {
  if (side === undefined) return sides;
  const known = sides.find((name) => name === side);
  if (known === undefined) throw new UsageError(`--side ${side} is not known: given or received; without it, both`);
  return [known];
}
