import { readFileSync } from "node:fs";
import { text as textOfStream } from "node:stream/consumers";
import { accessOf, type Access } from "../access/access.ts";
import { clientOf, trustHelp } from "./cli/clients.ts";
import { toDot } from "../access/format/dot.ts";
import { toJson } from "../access/format/json.ts";
import { toMermaid } from "../access/format/mermaid.ts";
import { toSvg } from "../access/format/svg.ts";
import { toTable } from "../access/format/table.ts";
import { exportStack, isFolder } from "./cli/pulumi.ts";
import { readAccess, type Side } from "../access/access-from-service.ts";
import { accessOfState } from "../access/access-from-state.ts";
import type { AccessReading } from "../access/share-snapshot.ts";
import { summaryOf, summaryText } from "../access/summary.ts";
import { InputError, messageOf } from "../../provider/kernel/errors.ts";
import { type Command, formatNamed, type OptionValues, sourceOf, type Terminal, UsageError } from "./command.ts";

type Render = (accesses: readonly Access[], remarks: readonly string[]) => string | Promise<string>;

const formats: Readonly<Record<string, Render>> = {
  table: (accesses) => toTable(accesses, hasColours()),
  json: toJson,
  mermaid: toMermaid,
  svg: toSvg,
  dot: toDot,
};
const sides: readonly Side[] = ["given", "received"];

/** `resourceshare access`: lists which targets can use which resources. */
export const access: Command = {
  name: "access",
  summary: "Shows who can use what through shares: of an account as the service has it now, or of a stack as its state has it.",
  usage:
    "[--account NAME | --stack DIR|FILE|-] [--side given|received] [--format table|json|mermaid|svg|dot] [--config DIR [--trust-endpoints]]",
  help: [
    "--account <name>   one of the configured accounts (the default credentials)",
    "--stack <place>    a Pulumi project, whose selected stack is exported; or a file of `pulumi stack export`; - reads it from standard input",
    "--side <side>      only what is given, or only what is received (both)",
    "--format <name>    table, json, mermaid, svg or dot (table)",
    "--config <dir>     a Pulumi project whose stored configuration counts beside the environment",
    `--trust-endpoints  with --config, ${trustHelp}`,
  ],
  options: {
    account: { type: "string" },
    stack: { type: "string" },
    side: { type: "string" },
    format: { type: "string" },
    config: { type: "string" },
    "trust-endpoints": { type: "boolean" },
  },
  async run(options, words, terminal) {
    if (words.length > 0) throw new UsageError(`access takes no "${words.join(" ")}": give --stack or --account`);
    const asked = sidesOf(options);
    const render = formatNamed(formats, String(options["format"] ?? "table"));
    const { snapshots, remarks } = await read(options, asked, terminal);
    const accesses = accessOf(snapshots);
    const rendered = await render(accesses, remarks);
    if (accesses.length > 0 || render !== formats["table"]) terminal.out(rendered);
    for (const remark of remarks) terminal.err(`note: ${remark}`);
    terminal.err(summaryText(summaryOf(accesses)));
    return 0;
  },
};

async function read(options: OptionValues, asked: readonly Side[], terminal: Terminal): Promise<AccessReading> {
  const { account, stack, config } = options;
  if (typeof stack === "string") {
    if (typeof account === "string")
      throw new UsageError("--account and --stack exclude each other: the service is asked, or the state is read");
    return readStack(stack, asked);
  }
  const client = await clientOf(typeof account === "string" ? account : undefined, sourceOf(options, config, terminal));
  const readings = await Promise.all(asked.map((side) => readAccess(client, side)));
  return { snapshots: readings.flatMap(({ snapshots }) => snapshots), remarks: readings.flatMap(({ remarks }) => remarks) };
}

async function readStack(place: string, asked: readonly Side[]): Promise<AccessReading> {
  const exported = place === "-" ? await textOfStream(process.stdin) : isFolder(place) ? await exportStack(place) : textOfFile(place);
  try {
    return accessOfState(exported, asked);
  } catch (error) {
    throw error instanceof InputError ? new UsageError(`--stack ${place}: ${error.failures[0]?.reason ?? error.message}`) : error;
  }
}

function textOfFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`--stack ${path}: it is neither a folder nor a file that can be read (${messageOf(error)})`);
  }
}

function sidesOf({ side }: OptionValues): readonly Side[] {
  if (side === undefined) return sides;
  const known = sides.find((name) => name === side);
  if (known === undefined) throw new UsageError(`--side ${String(side)} is not known: given or received`);
  return [known];
}

function hasColours(): boolean {
  return process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
}
