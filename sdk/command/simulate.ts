import { readFileSync } from "node:fs";
import { createSimulator, deviceDemo, readWorldFile, serve } from "../../provider/simulator/index.ts";
import type { FullWorldFile, NamedKey, Served, Simulator } from "../../provider/simulator/index.ts";
import { messageOf } from "../../provider/kernel/errors.ts";
import { printable } from "../../provider/kernel/printable.ts";
import { UsageError } from "./command.ts";
import type { Command, OptionValues, Terminal } from "./command.ts";

const DEFAULT_PORT = 4010;
const CONSOLE_MS = 100;

/** `resourceshare simulate`: serves a simulated service on this machine, until Ctrl-C. */
export const simulate: Command = {
  name: "simulate",
  summary: "Serves a simulated Resource Sharing service on this machine, until Ctrl-C.",
  usage: "[--port 4010] [--world file.json] [--pace fast|real] [--console]",
  help: [
    "--port <number>     where it listens, on 127.0.0.1 only (4010; 0: any free port)",
    "--world <file>      what it knows at the start, as JSON (a demonstration world)",
    "--pace fast|real    how long transitions take (fast: 0.2 s)",
    "--console           shows each call as it comes",
  ],
  options: {
    port: { type: "string" },
    world: { type: "string" },
    pace: { type: "string" },
    console: { type: "boolean" },
  },
  async run(options, words, terminal) {
    if (words.length > 0) throw new UsageError(`simulate takes no "${words.join(" ")}"`);
    const port = portOf(options);
    const pace = paceOf(options);
    const simulator = createSimulator({ pace, world: typeof options["world"] === "string" ? worldOf(options["world"]) : undefined });
    const served = await listen(simulator, port);
    introduce(served, simulator.keys, options["world"] === undefined, terminal);
    const console = options["console"] === true ? showCalls(simulator, terminal) : undefined;
    await terminal.interrupted;
    clearInterval(console);
    await served.close();
    terminal.err("The simulated service has ended.");
    return 0;
  },
};

function portOf({ port }: OptionValues): number {
  if (port === undefined) return DEFAULT_PORT;
  const number = Number(port);
  if (Number.isInteger(number) && number >= 0 && number < 65_536 && port !== "") return number;
  throw new UsageError(`--port ${String(port)} is no port: give a number from 0 to 65535`);
}

function paceOf({ pace = "fast" }: OptionValues): "fast" | "real" {
  if (pace === "fast" || pace === "real") return pace;
  throw new UsageError(`--pace ${String(pace)} is not known: fast or real`);
}

function worldOf(path: string): FullWorldFile {
  try {
    return readWorldFile(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    // The message of the JSON parser quotes the file, which may contain any character.
    throw new Error(`${path} is no world: ${printable(messageOf(error))}`, { cause: error });
  }
}

async function listen(simulator: Simulator, port: number): Promise<Served> {
  try {
    return await serve(simulator, { port });
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw isTaken ? new Error(`port ${port} is in use: choose another with --port, or 0 for any`, { cause: error }) : error;
  }
}

function introduce({ url }: Served, keys: readonly NamedKey[], isDemo: boolean, terminal: Terminal): void {
  terminal.out(`The simulated Resource Sharing service listens on ${url}\n`);
  const rows = [
    ["account", "name", "access key id", "access key secret"],
    ...keys.map((key) => [key.accountId, key.name, key.accessKeyId, key.accessKeySecret]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) terminal.out(`  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ")}`);
  const [first, ...others] = keys;
  if (first) {
    terminal.out(`\nTo point Pulumi at it, as account ${first.name}:\n`);
    for (const line of environmentOf(url, first, others, isDemo)) terminal.out(`  ${line}`);
    terminal.out("");
  }
  terminal.err(`What it did and knows: ${url}/_simulator/ (calls, world, grants). Ctrl-C ends it.`);
}

/** Shell commands that set the environment for the simulated service. */
function environmentOf(url: string, first: NamedKey, others: readonly NamedKey[], isDemo: boolean): string[] {
  const accounts = others.map(({ name, accessKeyId, accessKeySecret }) => [name, { accessKeyId, accessKeySecret }]);
  return [
    "unset ALIBABA_CLOUD_SECURITY_TOKEN",
    `export RESOURCESHARE_ENDPOINT=${url}`,
    `export RESOURCESHARE_DEVICE_ENDPOINT=${url}`,
    `export RESOURCESHARE_STS_ENDPOINT=${url}`,
    `export ALIBABA_CLOUD_ACCESS_KEY_ID=${quoted(first.accessKeyId)}`,
    `export ALIBABA_CLOUD_ACCESS_KEY_SECRET=${quoted(first.accessKeySecret)}`,
    `export RESOURCESHARE_ACCOUNTS=${quoted(JSON.stringify(Object.fromEntries(accounts)))}`,
    ...(isDemo
      ? [
          `export RESOURCESHARE_DEVICE_ACCESS_TOKEN=${deviceDemo.accessToken}`,
          `export RESOURCESHARE_DEVICE_REFRESH_TOKEN=${deviceDemo.refreshToken}`,
        ]
      : []),
  ];
}

function quoted(text: string): string {
  return /^[\w:./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Prints a line for each call by polling the call log, so that the simulator needs no hook for the console. */
function showCalls(simulator: Simulator, terminal: Terminal): NodeJS.Timeout {
  let shown = 0;
  return setInterval(() => {
    for (const call of simulator.calls.filter(({ number }) => number > shown)) {
      shown = call.number;
      const time = new Date(call.at).toISOString().slice(11, 23);
      terminal.err(
        `${time}  ${call.account || "unknown"}  ${call.operation}  ${call.status}${call.code === undefined ? "" : ` ${call.code}`}`,
      );
    }
  }, CONSOLE_MS);
}
