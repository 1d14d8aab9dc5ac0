import { fstatSync } from "node:fs";
import { connect } from "node:net";
import type { Readable } from "node:stream";

/** What ties this process to the engine that started it. */
interface EngineLiveness {
  /** The pipe whose other end the engine holds open while it lives. */
  readonly pipe: (Readable & { unref?(): unknown }) | undefined;
  /** Where the engine listens. */
  readonly address: string | undefined;
}

/** The leash of Pulumi's dynamic-provider process; a terminal or a file at its input tells nothing. */
export function engineLivenessOfProcess(address: string | undefined): EngineLiveness {
  if (address === undefined) return { pipe: undefined, address };
  const input = fstatSync(0);
  return { pipe: input.isFIFO() || input.isSocket() ? process.stdin : undefined, address };
}

/**
 * Calls `gone` as soon as the engine has died, `kill -9` included: its pipe ends within milliseconds then, and its address refuses.
 * The pipe alone is no proof, for an engine that lives may close it.
 */
export function onEngineGone({ pipe, address }: EngineLiveness, gone: () => void): void {
  if (pipe === undefined || address === undefined) return;
  const ask = () => void refuses(address).then((refused) => refused && gone());
  pipe.once("close", ask).once("error", () => undefined);
  pipe.resume();
  // Nobody stays alive only to listen to it.
  pipe.unref?.();
}

/** Whether nobody listens at an address of this machine any more. */
export function refuses(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`tcp://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port) });
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    // Any other failure, as too many open files, says nothing of the engine.
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
    socket.unref();
  });
}
