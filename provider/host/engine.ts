import { createRequire } from "node:module";
import { systemClock } from "../kernel/clock.ts";
import { type Log, type LogPlace, printableLog } from "../kernel/log.ts";
import { EngineLostError } from "./provider-errors.ts";
import { refusesConnections } from "./refuses-connections.ts";

/** The engine that started this process: it shows log lines. Once it has ended, no change may be made. */
export interface Engine extends Log {
  /** Rejects with an EngineLostError when the engine's address no longer answers; resolves where no engine has started the process. */
  assertAlive(): Promise<void>;
}

/** The connection to the engine. */
export interface EnginePorts {
  /** The engine's address; absent when no engine has started the process. */
  readonly address: string | undefined;
  /** Returns the modules of the engine's protocol; called when the first line is sent or the first write is made. */
  readonly modules: () => EngineModules;
  /**
   * How long an engine that refuses no connection may be unresponsive before it counts as gone, in milliseconds.
   *
   * @defaultValue 60,000: on a busy machine, the first connection can take longer than some seconds
   */
  readonly patienceMs?: number;
  /** Returns the time, in milliseconds. */
  readonly now?: () => number;
}

/** Returns the engine's address from the last argument of the process, if that has the form of a local address. */
export function engineAddressOfProcess(): string | undefined {
  const address = process.argv.at(-1);
  return address !== undefined && /^(127\.0\.0\.1|\[::1\]|localhost):\d+$/.test(address) ? address : undefined;
}

/** Returns the modules of the engine's protocol as a file resolves them. */
export function engineModulesFrom(file: string): EngineModules {
  const load = createRequire(file);
  // `require` returns no types; these are the modules that the running process uses.
  const { EngineClient } = load("@pulumi/pulumi/proto/engine_grpc_pb.js") as EngineModules;
  const { LogRequest, LogSeverity } = load("@pulumi/pulumi/proto/engine_pb.js") as EngineModules;
  const { credentials } = load("@grpc/grpc-js") as EngineModules;
  return { EngineClient, LogRequest, LogSeverity, credentials };
}

const defaultPatienceMs = 60_000;

/** Returns the engine; it connects on first use. A log line that cannot be shown never fails an operation. */
export function connectEngine(ports: EnginePorts): Engine {
  const { address, patienceMs = defaultPatienceMs, now = () => systemClock.now() } = ports;
  if (address === undefined) {
    const nothing = () => undefined;
    return { debug: nothing, info: nothing, warn: nothing, status: nothing, assertAlive: () => Promise.resolve() };
  }
  let wire: ReturnType<typeof openWire> | undefined;
  let lost: EngineLostError | undefined;
  let reconnecting: Promise<void> | undefined;
  const open = () => (wire ??= openWire(address, ports.modules()));
  const send = async (severity: Severity, message: string, place: LogPlace | undefined, ephemeral: boolean) => {
    try {
      await open().log(severity, message, place?.urn, ephemeral);
    } catch {
      // A log line that cannot be shown must not fail the operation.
    }
  };
  // One after another: the engine could otherwise show an older line last.
  let lastProgress = Promise.resolve();
  const log = printableLog({
    debug: (message, place) => void send("DEBUG", message, place, false),
    info: (message, place) => void send("INFO", message, place, false),
    warn: (message, place) => void send("WARNING", message, place, false),
    status: limitedProgress((message, place) => {
      lastProgress = lastProgress.then(() => send("INFO", message, place, true));
    }, now),
  });
  return {
    ...log,
    assertAlive: async () => {
      if (lost) throw lost;
      // The connection seems open for some milliseconds after the engine has ended; its address refuses at once.
      if (await refusesConnections(address)) throw (lost = new EngineLostError());
      // One turn of the event loop: a pending event may report that the connection has closed.
      await new Promise(setImmediate);
      if (open().ready()) return;
      try {
        // All callers share one wait: this is called every few seconds, and the wait can take a minute.
        await (reconnecting ??= open()
          .reconnect(patienceMs)
          .finally(() => (reconnecting = undefined)));
      } catch {
        throw (lost = new EngineLostError());
      }
    },
  };
}

type Severity = "DEBUG" | "INFO" | "WARNING";
type EngineModule = typeof import("@pulumi/pulumi/proto/engine_grpc_pb.js");
type MessageModule = typeof import("@pulumi/pulumi/proto/engine_pb.js");
type Credentials = ConstructorParameters<EngineModule["EngineClient"]>[1];

/** The modules of `@pulumi/pulumi` and gRPC that send lines to the engine. */
export interface EngineModules extends Pick<EngineModule, "EngineClient">, Pick<MessageModule, "LogRequest" | "LogSeverity"> {
  readonly credentials: { createInsecure(): Credentials };
}

/** `READY` of gRPC's connectivity states. */
const READY = 2;

function openWire(address: string, { EngineClient, LogRequest, LogSeverity, credentials }: EngineModules) {
  // The environment's proxy must not be used for the loopback address.
  const client = new EngineClient(address, credentials.createInsecure(), { "grpc.enable_http_proxy": 0 });
  return {
    log: (severity: Severity, message: string, urn: string | undefined, ephemeral: boolean) => {
      const request = new LogRequest()
        .setSeverity(LogSeverity[severity])
        .setMessage(message)
        .setUrn(urn ?? "")
        .setEphemeral(ephemeral);
      return new Promise<void>((resolve) => client.log(request, () => resolve()));
    },
    ready: () => client.getChannel().getConnectivityState(true) === READY,
    reconnect: (patienceMs: number) =>
      new Promise<void>((resolve, reject) => {
        client.waitForReady(systemClock.wallTime() + patienceMs, (error) => (error ? reject(error) : resolve()));
      }),
  };
}

/** How long an unchanged line of progress is not shown again, in milliseconds: a log keeps every line. */
const repeatMs = 30_000;

/** Shows a line of progress when the text of its row changes, and otherwise seldom. */
function limitedProgress(show: Log["status"], now: () => number): Log["status"] {
  const rows = new Map<string | undefined, { readonly message: string; readonly at: number }>();
  return (message, place) => {
    const last = rows.get(place?.urn);
    if (last?.message === message && now() - last.at < repeatMs) return;
    rows.set(place?.urn, { message, at: now() });
    show(message, place);
  };
}
