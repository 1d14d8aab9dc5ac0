import { readFileSync } from "node:fs";
import { text as textOfStream } from "node:stream/consumers";
import { createClients } from "../../provider/client/clients.ts";
import { InputError, messageOf } from "../../provider/kernel/errors.ts";
import { nearest } from "../../provider/kernel/ids.ts";
import { configurationOf } from "../access/clients.ts";
import { toChangeTable } from "../access/format/changes.ts";
import { toMarkdown } from "../access/format/markdown.ts";
import { type Foretold, foretell, type Live } from "../access/plan/changes.ts";
import { lookUp } from "../access/plan/live.ts";
import type { PlannedResource } from "../access/plan/planned.ts";
import { type Preview, readPreview } from "../access/plan/preview.ts";
import { reportOf } from "../access/plan/report.ts";
import { closedGates, type Gate, gates, tallyOf, tallyText } from "../access/plan/tally.ts";
import { isFolder, previewStack } from "../access/pulumi.ts";
import { readState } from "../access/state.ts";
import { type Command, type OptionValues, UsageError } from "./command.ts";

type Render = (foretold: Foretold, hasPicture: boolean) => string;

const formats: Readonly<Record<string, Render>> = {
  markdown: toMarkdown,
  json: (foretold) => JSON.stringify(reportOf(foretold), undefined, 2),
  table: ({ changes }) => toChangeTable(changes, process.stdout.isTTY && process.env["NO_COLOR"] === undefined),
};

/** `resourceshare diff`: who gains and who loses access. */
export const diff: Command = {
  name: "diff",
  summary: "Shows who gains and who loses access, from what `pulumi preview --json --show-sames` prints.",
  usage: "<preview.json|-> [--live] [--state export.json] [--stack DIR] [--format markdown|json|table] [--fail-on GATE]",
  help: [
    "--stack <dir>     runs the preview of the selected stack there; no file is given then",
    "--state <file>    what `pulumi stack export` prints: resources that the preview leaves out are taken from it",
    "--live            also looks up what other shares of the account give, and what defaults are called",
    "--format <name>   markdown, json or table (markdown)",
    "--picture         adds a Mermaid picture to the Markdown",
    "--fail-on <gate>  external, loss, gap, any or unknown, once or more: ends with 3 when that is so",
  ],
  options: {
    stack: { type: "string" },
    state: { type: "string" },
    live: { type: "boolean" },
    format: { type: "string" },
    picture: { type: "boolean" },
    "fail-on": { type: "string", multiple: true },
  },
  async run(options, words, terminal) {
    const render = formatOf(options);
    const asked = gatesOf(options);
    const preview = await previewOf(options, words);
    const unchanged = typeof options["state"] === "string" ? unchangedOf(options["state"]) : undefined;
    const live = options["live"] === true ? await liveOf(options, preview) : undefined;
    const foretold = foretell(preview, unchanged, live);
    terminal.out(render(foretold, options["picture"] === true));
    for (const remark of foretold.remarks) terminal.err(`note: ${remark}`);
    const tally = tallyOf(foretold.changes);
    terminal.err(tallyText(tally));
    const closed = closedGates(asked, tally, preview.missing > 0 && unchanged === undefined);
    for (const reason of closed) terminal.err(`--fail-on ${reason}`);
    return closed.length > 0 ? 3 : 0;
  },
};

async function previewOf({ stack }: OptionValues, words: readonly string[]): Promise<Preview> {
  const [place, ...more] = words;
  if (more.length > 0) throw new UsageError(`diff takes one preview, and not "${more.join(" ")}" as well`);
  if (typeof stack === "string") {
    if (place !== undefined) throw new UsageError("--stack runs the preview itself: give no file beside it");
    if (!isFolder(stack)) throw new UsageError(`--stack ${stack}: it is no folder`);
    return readPreview(await previewStack(stack));
  }
  if (place === undefined)
    throw new UsageError("give the file that `pulumi preview --json --show-sames` wrote, - for standard input, or --stack");
  const text = place === "-" ? await textOfStream(process.stdin) : textOfFile(place);
  return told(place, () => readPreview(text));
}

/** The resources of a state as ones that stay as they are. */
function unchangedOf(path: string): PlannedResource[] {
  const text = path === "-" ? undefined : textOfFile(path);
  if (text === undefined) throw new UsageError("--state is a file: standard input is for the preview");
  return told(`--state ${path}`, () => readState(text)).resources.map(({ urn, kind, id, inputs, outputs }) => {
    const side = { id, inputs, outputs, links: [], isGoingFirst: false };
    return { urn, kind, fate: "same", before: side, after: side };
  });
}

async function liveOf({ stack }: OptionValues, { resources }: Preview): Promise<Live> {
  const named = resources.flatMap(({ before, after }) => [before, after].flatMap((side) => side?.inputs["account"] ?? []));
  const clients = createClients(await configurationOf(typeof stack === "string" ? stack : undefined));
  return lookUp(
    clients,
    named.filter((account) => typeof account === "string"),
  );
}

function told<Result>(place: string, read: () => Result): Result {
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

function formatOf({ format = "markdown" }: OptionValues): Render {
  const name = String(format);
  const render = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (render) return render;
  const close = nearest(name, Object.keys(formats));
  throw new UsageError(`--format ${name} is not known: ${Object.keys(formats).join(", ")}${close ? `; did you mean ${close}?` : ""}`);
}

function gatesOf(options: OptionValues): Gate[] {
  const given = options["fail-on"];
  const names = (Array.isArray(given) ? given : []).flatMap((item) => String(item).split(","));
  return names.map((name) => {
    const gate = gates.find((known) => known === name);
    if (gate === undefined) throw new UsageError(`--fail-on ${name} is not known: ${gates.join(", ")}`);
    return gate;
  });
}
