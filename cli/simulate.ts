import { tableLines } from "../access/format/text-columns.ts";
import { createSimulator, readWorldFile, serve, type FullWorldFile, type Pages, type Served, type Simulator } from "../simulator/index.ts";
import { isRecord } from "../provider/kernel/json.ts";
import { messageOf } from "../provider/kernel/errors.ts";
import { consolePages, consolePath } from "../simulator/console/console-pages.ts";
import { jsonTextOfFile } from "./input/input-files.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { type Command, flag, single, type Terminal, UsageError, type Values } from "./command.ts";
import { runInTerminal } from "./simulate/child-command.ts";
import { writeEnvFile } from "./simulate/env-file.ts";
import { environmentWith, shellLines, type SimulatedService } from "./simulate/environment.ts";

const defaultPort = 4010;
const consoleMs = 100;

const options = {
  port: single("<number>", "where it listens, on 127.0.0.1 only (4010; any free port for 0, or with a COMMAND)"),
  world: single("<file>", "what it knows at the start, as JSON (a demonstration world)"),
  pace: single("fast|real", "how long transitions take (fast: 0.2 s)"),
  console: flag("serves a web page that shows and changes the service, and prints each call"),
  "write-env": single("<file>", "writes the variables that point Pulumi at it, to be read by: source <file>"),
};
type SimulateOptions = Values<typeof options>;

/** `resourceshare simulate`: serves a simulated service on this machine, until Ctrl-C or until a command ends. */
export const simulate: Command<typeof options> = {
  name: "simulate",
  summary: "Serves a simulated Resource Sharing service on this machine, until Ctrl-C.",
  usage: ["[options] [-- COMMAND...]"],
  commandHelp: "runs a command with these variables, and ends with it and with its exit code",
  insteadOfWords: "write a command to run after --, and a port as --port 4010",
  example: "simulate --console --write-env simulator.env",
  options,
  async run(options, _words, terminal, command) {
    if (command?.length === 0) throw new UsageError("there is no command after --: for example resourceshare simulate -- pulumi up");
    const port = portOf(options.port, command === undefined ? defaultPort : 0);
    const pace = paceOf(options.pace);
    const world = options.world === undefined ? undefined : worldOf(options.world);
    const simulator = createSimulator({ pace, world });
    const hasConsole = options.console === true;
    const served = await listen(simulator, port, hasConsole ? consolePages(simulator) : undefined);
    if (hasConsole) terminal.err(`Console: ${served.url}${consolePath}`);
    const callPrinter = hasConsole ? printCalls(simulator, terminal) : undefined;
    try {
      return await serveUntilEnd({ served, simulator, options, command, terminal });
    } finally {
      clearInterval(callPrinter);
      await served.close();
    }
  },
};

interface Serving {
  readonly served: Served;
  readonly simulator: Simulator;
  readonly options: SimulateOptions;
  readonly command: readonly string[] | undefined;
  readonly terminal: Terminal;
}

const keyAdvice = 'give one "keys": [{ "accessKeyId": "LTAI-one", "accessKeySecret": "secret-of-one" }]';

async function serveUntilEnd({ served: { url }, simulator, options, command, terminal }: Serving): Promise<ExitCode> {
  const [account, ...others] = simulator.keys;
  const service = account && { url, account, others, isDemo: options.world === undefined };
  const { "write-env": file } = options;
  const keyless = `--world ${options.world}: no account has an access key, so every call is refused: ${keyAdvice}`;
  if (service === undefined && (file ?? command) !== undefined) throw new UsageError(keyless);
  if (service !== undefined && file !== undefined) writeEnvFile(file, shellLines(service));
  if (service !== undefined && command !== undefined) {
    const announce = () => terminal.err(`The simulated Resource Sharing service listens on ${url} until ${command[0]} ends.`);
    return runInTerminal(command, environmentWith(service, process.env), announce);
  }
  terminal.out(`The simulated Resource Sharing service listens on ${url}\n`);
  if (service === undefined) terminal.err(`warning: ${keyless}`);
  else introduce(service, file, terminal);
  terminal.err(`What it did and knows: ${url}/_simulator/ (calls, world, grants). Ctrl-C ends it.`);
  await terminal.interrupted;
  terminal.err("The simulated service has ended.");
  return exitCodes.done;
}

function portOf(port: string | undefined, byDefault: number): number {
  if (port === undefined) return byDefault;
  const number = Number(port);
  if (Number.isInteger(number) && number >= 0 && number < 65_536 && port !== "") return number;
  throw new UsageError(`--port ${port} is no port: give a number from 0 to 65535`);
}

function paceOf(pace = "fast"): "fast" | "real" {
  if (pace === "fast" || pace === "real") return pace;
  throw new UsageError(`--pace ${pace} is not known: fast or real`);
}

function worldOf(path: string): FullWorldFile {
  const text = jsonTextOfFile(path, "--world");
  try {
    return readWorldFile(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`--world ${path} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

async function listen(simulator: Simulator, port: number, pages: Pages | undefined): Promise<Served> {
  try {
    return await serve(simulator, { port, pages });
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken) throw error;
    const by = (await isSimulator(port)) ? " by a simulated service: use that one, or" : ":";
    throw new Error(`port ${port} is in use${by} choose another with --port, or 0 for any`, { cause: error });
  }
}

async function isSimulator(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/_simulator/status`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
  return answer?.ok === true && isRecord(await answer.json().catch(() => undefined));
}

function introduce(service: SimulatedService, file: string | undefined, terminal: Terminal): void {
  const titles = ["account", "name", "access key id", "access key secret"];
  const rows = [service.account, ...service.others].map((key) => [key.accountId, key.name, key.accessKeyId, key.accessKeySecret]);
  for (const line of tableLines({ titles, rows }, { colours: false })) terminal.out(`  ${line}`);
  terminal.out(`\nTo point Pulumi at it, as account ${service.account.name}${file === undefined ? "" : ", in another terminal"}:\n`);
  for (const line of file === undefined ? shellLines(service) : [`source ${file}`]) terminal.out(`  ${line}`);
  terminal.out("");
}

/** Prints a line for each call by polling the call log, so that the simulator needs no hook for the console. */
function printCalls(simulator: Simulator, terminal: Terminal): NodeJS.Timeout {
  let shown = 0;
  return setInterval(() => {
    for (const call of simulator.calls.filter(({ number }) => number > shown)) {
      shown = call.number;
      const time = new Date(call.at).toISOString().slice(11, 23);
      terminal.err(
        `${time}  ${call.account || "unknown"}  ${call.operation}  ${call.status}${call.code === undefined ? "" : ` ${call.code}`}`,
      );
    }
  }, consoleMs);
}
