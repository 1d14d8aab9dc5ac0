import { fstatSync } from "node:fs";
import { connect } from "node:net";
import type { Readable } from "node:stream";

/** The connections that show whether the engine that started this process is running. */
interface EngineLiveness {
  /** The pipe that the engine keeps open while it runs. */
  readonly pipe: (Readable & { unref?(): unknown }) | undefined;
  /** The address on which the engine listens. */
  readonly address: string | undefined;
}

/** Returns the liveness connections of Pulumi's dynamic-provider process. A terminal or file as standard input is not used. */
export function engineLivenessOfProcess(address: string | undefined): EngineLiveness {
  if (address === undefined) return { pipe: undefined, address };
  const input = fstatSync(0);
  return { pipe: input.isFIFO() || input.isSocket() ? process.stdin : undefined, address };
}

/**
 * Calls `gone` as soon as the engine process has ended, also after `kill -9`: its pipe closes and its address refuses connections.
 * The closed pipe alone is no proof, because a running engine may close it.
 */
export function onEngineGone({ pipe, address }: EngineLiveness, gone: () => void): void {
  if (pipe === undefined || address === undefined) return;
  const ask = () => void refuses(address).then((refused) => refused && gone());
  pipe.once("close", ask).once("error", () => undefined);
  pipe.resume();
  // The pipe must not keep this process running.
  pipe.unref?.();
}

/** Returns whether a local address refuses connections, because no process listens on it. */
export function refuses(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`tcp://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port) });
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    // Any other failure, such as too many open files, does not show that the engine has ended.
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
    socket.unref();
  });
}
