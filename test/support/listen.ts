import type { AddressInfo, Server } from "node:net";

/** A server that listens on a port of this machine, until it is disposed of. */
export interface Listening extends AsyncDisposable {
  /** Its address and port. */
  readonly host: string;
  readonly url: string;
}

/** Lets a server listen on a free port of this machine. */
export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on a port has an address of this kind; the other kinds are for pipes and for closed servers.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
